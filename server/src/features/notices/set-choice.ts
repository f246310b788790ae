import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { NoticeChoices, setNoticeChoice } from '@mercury/contract/api/notices.ts';
import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import { lockCaller } from '../../identity/person/locks.ts';
import { sql } from 'kysely';
import { forgetWaitingAnnouncementsTo } from '../../mail/enqueue-mail.ts';
import type { Services } from '../../services.ts';
import { choicesOf, isTold } from './choices.ts';

/**
 * Ending the mails about money that leaves needs a session with a fresh proof: a thief would end them first.
 * @throws DomainError ProofRequired
 */
export async function setChoice(
  { db, events }: Services,
  { session, input }: { session: Session; input: BodyOf<typeof setNoticeChoice> },
): Promise<NoticeChoices> {
  const { subject, channel, isOn } = input;
  const choices = await inTransaction(db, async (trx) => {
    const user = await lockCaller(trx, session);
    const endsWarning = subject === 'moneyOut' && channel === 'mail' && !isOn;
    if (endsWarning && !session.isProved) throw new DomainError('ProofRequired');
    const chosen = {
      ...user.notice_choices,
      [subject]: { ...user.notice_choices[subject], [channel]: isOn },
    };
    const beginsTrades =
      subject === 'trades' && channel === 'mail' && isOn && !isTold(user, subject, channel);
    if (subject === 'announcements' && channel === 'mail' && !isOn) {
      await forgetWaitingAnnouncementsTo(trx, user.id);
    }
    await trx.kysely
      .updateTable('app_user')
      .set({
        notice_choices: chosen,
        // Trades are mailed a little later: one of before the choice must not be.
        ...(beginsTrades && { trade_mails_since: sql<Date>`now()` }),
      })
      .where('id', '=', user.id)
      .execute();
    return choicesOf(chosen);
  });
  events.publish([{ userId: session.userId, topics: ['notices'] }]);
  return choices;
}

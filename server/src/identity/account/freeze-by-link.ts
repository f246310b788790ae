import type { AccountPart } from '../../account-part.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import type { Services } from '../../services.ts';
import { findLink, findUndoLink, spendLink, type AccountLink } from '../events/account-links.ts';
import { tellPerson } from '../events/tell-person.ts';
import { lockEmail } from '../person/locks.ts';
import { endFreezeLinks, freeze } from './freeze.ts';
import { giveEmailBack } from './undo-email-change.ts';

/**
 * If the link's address was replaced, the link also undoes that change: otherwise a reset would go to the person who replaced it.
 * It is invalid once the change can't be undone.
 * @throws DomainError InvalidOrExpiredToken
 */
export async function freezeByLink(
  { db, events, accountParts }: Pick<Services, 'accountParts' | 'db' | 'events'>,
  token: string,
  origin: Origin,
): Promise<'frozen' | 'emailChangeUndone'> {
  const { outcome, ended } = await inTransaction(db, async (trx) => {
    const link = await findLink(trx, { token, purpose: 'freeze' });
    if (link === undefined) throw new DomainError('InvalidOrExpiredToken');
    return freezeAs(trx, accountParts, { link, token, origin });
  });
  events.publish([ended]);
  return outcome;
}

async function freezeAs(
  trx: Transaction,
  accountParts: readonly AccountPart[],
  { link, token, origin }: { link: AccountLink; token: string; origin: Origin },
): Promise<{ outcome: 'frozen' | 'emailChangeUndone'; ended: SessionsEndedEvent }> {
  await lockEmail(trx, link.email);
  const user = await spendLink(trx, { token, userId: link.user_id });
  if (user.email.toLowerCase() !== link.email.toLowerCase()) {
    const undoLink = await findUndoLink(trx, { userId: user.id, email: link.email });
    if (undoLink === undefined) throw new DomainError('InvalidOrExpiredToken');
    return {
      outcome: 'emailChangeUndone',
      ended: await giveEmailBack(trx, accountParts, { user, link: undoLink, origin }),
    };
  }
  const ended = await freeze(trx, accountParts, { userId: user.id, by: 'link' });
  await tellPerson(trx, user, { kind: 'account_frozen', actor: 'link', origin });
  await endFreezeLinks(trx, user.id);
  return { outcome: 'frozen', ended };
}

import type { KeptNews } from '@mercury/contract/api/notices.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { countRecentMails, enqueueMail } from '../../mail/enqueue-mail.ts';
import { securityParameters } from '../../security-parameters.ts';
import { isTold } from './choices.ts';

/**
 * Tells a person in the app and, if they chose so, by mail, if and only if the caller's transaction commits. The caller holds the
 * person's row, which guards the count of mails, and publishes `notices` after the commit. Above the hourly limit of mails, only
 * the app tells.
 */
export async function writeNotice(trx: Transaction, user: UserRow, news: KeptNews): Promise<void> {
  await trx.client.query('insert into notice (id, user_id, news, created_at) values ($1, $2, $3, now())', [
    uuidv7(),
    user.id,
    JSON.stringify(news),
  ]);
  if (user.email_verified_at === null || !isTold(user, 'alerts', 'mail')) return;
  const mailCount = await countRecentMails(trx, { email: user.email, template: 'notice' });
  if (mailCount >= securityParameters.noticeMailsPerHourMax) return;
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    {
      template: 'notice',
      values: { ...news, username: user.username, at: new Date().toISOString() },
    },
  );
}

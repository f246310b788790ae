import { subjectOfKind } from '@mercury/contract/api/notices.ts';
import type { Transaction } from '../../db/database.ts';
import type { UserRow } from '../../identity/person/person.ts';
import { countRecentMails, enqueueMail } from '../../mail/enqueue-mail.ts';
import type { MailedMoney } from '../../mail/templates.ts';
import { securityParameters } from '../../security-parameters.ts';
import { isTold } from './choices.ts';

/**
 * Mails what the app shows from history, if the person chose so and if the caller's transaction commits: once, as the event happens
 * once. Events at the same moment may each see room for one more mail; the limit then gives way by as many.
 */
export async function mailMoney(trx: Transaction, user: UserRow, money: MailedMoney): Promise<void> {
  if (user.email_verified_at === null || !isTold(user, subjectOfKind[money.kind], 'mail')) return;
  const mailCount = await countRecentMails(trx, { email: user.email, template: 'money-notice' });
  if (mailCount >= securityParameters.moneyMailsPerHourMax) return;
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    {
      template: 'money-notice',
      values: { ...money, username: user.username, at: new Date().toISOString() },
    },
  );
}

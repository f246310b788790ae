import type { Transaction } from '../../db/database.ts';
import { countRecentMails, enqueueMail } from '../../mail/enqueue-mail.ts';
import { securityParameters } from '../../security-parameters.ts';
import { findVerifiedUserByEmail } from '../person/person.ts';

/**
 * Tells the owner of a proved email that somebody tried to use it for another account, unless they were told often
 * enough this hour. Where nobody has proved it there is nobody to tell. The caller holds the email's lock.
 */
export async function tellEmailOwner(trx: Transaction, email: string): Promise<void> {
  const owner = await findVerifiedUserByEmail(trx.kysely, email);
  if (owner === undefined) return;
  const mailCount = await countRecentMails(trx, { email: owner.email, template: 'email-taken' });
  if (mailCount >= securityParameters.emailTakenMailsPerHourMax) return;
  await enqueueMail(
    trx,
    { userId: owner.id, email: owner.email, locale: owner.locale },
    { template: 'email-taken', values: { username: owner.username } },
  );
}

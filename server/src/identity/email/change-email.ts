import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { changeEmail } from '@mercury/contract/api/users.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { RequestContext, Session } from '../../http/caller.ts';
import { countRecentMails, enqueueMail } from '../../mail/enqueue-mail.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { checkPassword } from '../factors/check-password.ts';
import { requireTwoFactorCode } from '../factors/require-code.ts';
import { lockEmail } from '../person/lock-email.ts';
import { lockCheckedUser } from '../person/locks.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { createVerification, emailChangePurpose } from './issue-verification.ts';
import { inEvenTime } from './minimum-response-time.ts';
import { isFreeEmail } from './prove-email.ts';
import { tellEmailOwner } from './tell-email-owner.ts';

/**
 * Mails a code and a link to an address that is to replace the account's once it is proved, and tells the present one.
 * Whether the new address is somebody else's already is told to nobody but them.
 * @throws DomainError ValidationFailed, WrongPassword, TwoFactorCodeRequired, InvalidTwoFactorCode, RateLimitExceeded, Busy
 */
export async function askEmailChange(
  services: Services,
  {
    session,
    input,
    context,
  }: { session: Session; input: BodyOf<typeof changeEmail>; context: RequestContext },
): Promise<void> {
  const { newEmail } = input;
  const user = await getUser(services.db.kysely, session.userId);
  if (newEmail.toLowerCase() === user.email.toLowerCase()) {
    throw new DomainError('ValidationFailed', {
      fieldErrors: [{ field: 'newEmail', key: 'emailUnchanged' }],
    });
  }
  await checkPassword(services, user, { password: input.password, origin: context });
  await requireTwoFactorCode(services, user, { code: input.twoFactorCode, origin: context });
  await inEvenTime(securityParameters.evenTimeMs.mail, () =>
    inTransaction(services.db, async (trx) => {
      await lockEmail(trx, newEmail);
      const current = await lockCheckedUser(trx, session, user);
      await startChange(trx, current, newEmail);
      await tellPerson(trx, current, { kind: 'email_change_asked', actor: 'person', origin: context });
    }),
  );
  services.events.publish([{ userId: user.id, topics: ['account'] }]);
}

/**
 * The code and the link exist whether they are mailed or not, since the account shows the address that waits in either
 * case. The caller holds the email's lock.
 */
async function startChange(trx: Transaction, user: UserRow, newEmail: string): Promise<void> {
  const isFree = await canBecome(trx, user, newEmail);
  const isMailed = isFree && !(await hadManyMails(trx, newEmail));
  // Who asks too often keeps what was mailed last.
  if (isFree && !isMailed && (await isWaitingFor(trx, user, newEmail))) return;
  const { code, token } = await createVerification(trx, {
    userId: user.id,
    email: newEmail,
    purpose: emailChangePurpose,
  });
  if (!isFree) await tellEmailOwner(trx, newEmail);
  if (!isMailed) return;
  await enqueueMail(
    trx,
    { userId: user.id, email: newEmail, locale: user.locale },
    { template: 'verify-new-email', values: { username: user.username, code, token } },
  );
}

async function canBecome(trx: Transaction, user: UserRow, newEmail: string): Promise<boolean> {
  const { rows } = await trx.client.query<{ is_free: boolean }>(
    `select ${isFreeEmail} as is_free from (select $1::uuid, $2::text) asked`,
    [user.id, newEmail],
  );
  return rows[0]?.is_free === true;
}

async function hadManyMails(trx: Transaction, email: string): Promise<boolean> {
  const mailCount = await countRecentMails(trx, { email, template: 'verify-new-email' });
  return mailCount >= securityParameters.newEmailMailsPerHourMax;
}

async function isWaitingFor(trx: Transaction, user: UserRow, newEmail: string): Promise<boolean> {
  const { rowCount } = await trx.client.query(
    `select from email_verification
     where user_id = $1 and purpose = $2 and lower(email) = lower($3) and token_expires_at > now()`,
    [user.id, emailChangePurpose, newEmail],
  );
  return rowCount === 1;
}

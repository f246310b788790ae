import { timingSafeEqual } from 'node:crypto';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { changeEmail } from '@mercury/contract/api/users.ts';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { maybeOne, one, type Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, RequestContext, Session } from '../../http/caller.ts';
import { countRecentMails, enqueueMail } from '../../mail/enqueue-mail.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { tellPerson } from '../events/tell-person.ts';
import { checkPassword, requireTwoFactorCode } from '../factors/check-proof.ts';
import { lockCheckedUser, lockEmail } from '../person/locks.ts';
import { getUser, type UserRow } from '../person/person.ts';
import { hashCode } from '../secrets/tokens.ts';
import { tellEmailOwner, withMinimumResponseTime } from './email-privacy.ts';
import { createVerification, emailChangePurpose } from './issue-verification.ts';
import { isFreeEmail } from './prove-email.ts';
import { replaceEmail } from './replace-email.ts';

/**
 * Mails the new address, and tells the current one. Only the owner of the new address learns whether it is taken.
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
  await withMinimumResponseTime(securityParameters.minimumResponseTimeMs.mail, () =>
    inTransaction(services.db, async (trx) => {
      await lockEmail(trx, newEmail);
      const current = await lockCheckedUser(trx, session, user);
      await startChange(trx, current, newEmail);
      await tellPerson(trx, current, { kind: 'email_change_asked', actor: 'person', origin: context });
    }),
  );
  services.events.publish([{ userId: user.id, topics: ['account'] }]);
}

/** Even if they are not mailed: the account shows the pending address in both cases. The caller holds the email's lock. */
async function startChange(trx: Transaction, user: UserRow, newEmail: string): Promise<void> {
  const isFree = await canBecome(trx, user, newEmail);
  const isMailed = isFree && !(await hadManyMails(trx, newEmail));
  // After too many requests the last mailed code and link stay valid.
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
  return one(
    await trx.client.query<{ is_free: boolean }>(
      `select ${isFreeEmail} as is_free from (select $1::uuid, $2::text) asked`,
      [user.id, newEmail],
    ),
  ).is_free;
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

type PendingChange = Pick<Row<'email_verification'>, 'email' | 'code_hash'>;

/**
 * Every other session ends.
 * @throws DomainError InvalidOrExpiredCode, also if another account has taken the address meanwhile
 */
export async function proveNewEmail(
  { db, events }: Services,
  { session, code, origin }: { session: Session; code: string; origin: Origin },
): Promise<UserRow> {
  const { userId } = session;
  const pending = await countAttempt(db, userId);
  if (pending === undefined || !isRightCode(pending, { userId, code })) {
    throw new DomainError('InvalidOrExpiredCode');
  }
  const ended = await inTransaction(db, async (trx) => {
    const ended = await spendCode(trx, { pending, session, origin });
    if (ended === undefined) throw new DomainError('InvalidOrExpiredCode');
    return ended;
  });
  events.publish([ended, { userId, topics: ['account'] }]);
  return getUser(db.kysely, userId);
}

/** Before the check, so that parallel tries can't exceed the limit. */
async function countAttempt(db: Database, userId: string): Promise<PendingChange | undefined> {
  return maybeOne(
    await db.pool.query<PendingChange>(
      `update email_verification
     set code_attempts = code_attempts + 1
     where user_id = $1 and purpose = $2 and code_attempts < $3 and code_expires_at > now()
     returning email, code_hash`,
      [userId, emailChangePurpose, securityParameters.emailCode.triesMax],
    ),
  );
}

function isRightCode(pending: PendingChange, { userId, code }: { userId: string; code: string }): boolean {
  const binding = { userId, email: pending.email, purpose: emailChangePurpose };
  return timingSafeEqual(hashCode(code, binding), pending.code_hash);
}

/** Undefined if another call was faster, a newer request replaced the change, or the address is not free. */
async function spendCode(
  trx: Transaction,
  { pending, session, origin }: { pending: PendingChange; session: Session; origin: Origin },
): Promise<SessionsEndedEvent | undefined> {
  await lockEmail(trx, pending.email);
  const { rowCount } = await trx.client.query(
    'delete from email_verification where user_id = $1 and purpose = $2 and code_hash = $3',
    [session.userId, emailChangePurpose, pending.code_hash],
  );
  if (rowCount !== 1) return undefined;
  return replaceEmail(trx, {
    userId: session.userId,
    newEmail: pending.email,
    keptSessionId: session.id,
    actor: 'person',
    origin,
  });
}

import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import type { RequestContext } from '../../http/caller.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { securityParameters } from '../../security-parameters.ts';
import { withMinimumResponseTime } from '../email/email-privacy.ts';
import { takeMail } from '../email/mail-budget.ts';
import { recordSecurityEvent } from '../events/security-events.ts';
import { lockEmail, lockPerson } from '../person/locks.ts';
import { findNewestUnverifiedUserByEmail, findVerifiedUserByEmail, type UserRow } from '../person/person.ts';
import { createLongCode, createToken } from '../secrets/tokens.ts';
import { isKnownDevice } from '../sessions/known-device.ts';
import { readResetProof } from './reset-password.ts';

/**
 * If no account has proved the email, the mail is for the newest one registered with it, whose mails reach the email's
 * owner as well. The caller never learns whether an account exists.
 */
export async function askPasswordReset(
  db: Database,
  { email }: { email: string },
  context: RequestContext,
): Promise<void> {
  await withMinimumResponseTime(securityParameters.minimumResponseTimeMs.mail, () =>
    inTransaction(db, (trx) => mailReset(trx, email, context)),
  );
}

async function mailReset(trx: Transaction, email: string, context: RequestContext): Promise<void> {
  await lockEmail(trx, email);
  const user =
    (await findVerifiedUserByEmail(trx.kysely, email)) ??
    (await findNewestUnverifiedUserByEmail(trx.kysely, email));
  if (user === undefined || !(await keepEmail(trx, user.id, email))) return;
  if (!(await mayBeMailed(trx, user, context))) return;
  const { code, token } = await createReset(trx, user.id);
  await recordSecurityEvent(trx, user.id, { kind: 'password_reset_asked', actor: 'person', origin: context });
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    { template: 'reset-password', values: { username: user.username, code, token } },
  );
}

/** A known browser has mails of its own, which strangers on any number of networks can't use up. */
async function mayBeMailed(
  trx: Transaction,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  context: RequestContext,
): Promise<boolean> {
  const { mailsPerHour } = securityParameters.passwordReset;
  const isKnown = await isKnownDevice(trx.client, [id], context);
  const max = isKnown ? mailsPerHour.maxOnKnownDevice : mailsPerHour.max;
  const mail = {
    template: 'reset-password',
    email,
    networkAddress: context.networkAddress,
    knownDevice: isKnown ? context.deviceToken : undefined,
  } as const;
  return takeMail(trx, mail, { perNetworkMax: mailsPerHour.perNetworkMax, max });
}

/**
 * Whether the account has this email, which it then keeps until the commit. A concurrent email change waits here, then ends
 * this reset: a mail to a former address must not open the account.
 */
async function keepEmail(trx: Transaction, userId: string, email: string): Promise<boolean> {
  const user = await lockPerson(trx, userId);
  return user?.email.toLowerCase() === email.toLowerCase();
}

/** Replaces the account's earlier reset. */
async function createReset(trx: Transaction, userId: string): Promise<{ code: string; token: string }> {
  const code = createLongCode();
  const token = createToken();
  await trx.client.query(
    `insert into password_reset (user_id, token_hash, code_hash, expires_at)
     values ($1, $2, $3, now() + make_interval(mins => $4))
     on conflict (user_id) do update
     set token_hash = excluded.token_hash, code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    [
      userId,
      readResetProof(token).tokenHash,
      readResetProof(code).codeHash,
      securityParameters.passwordReset.minutes,
    ],
  );
  return { code, token };
}

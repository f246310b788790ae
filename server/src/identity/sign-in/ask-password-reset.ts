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
 * Mails a link and a code that reset the password of the account whose email this is. Where
 * nobody has proved the email it is the latest that registered with it: its mails reach its owner as well. The caller
 * never learns whether there is one.
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

/** A browser that signed in before has some that strangers, from however many networks, can't use up. */
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
 * That the account has this email until the commit. Whoever changes it ends its resets, and waits here for this one to
 * be there: what is mailed to an address must not open the account that has left it.
 */
async function keepEmail(trx: Transaction, userId: string, email: string): Promise<boolean> {
  const user = await lockPerson(trx, userId);
  return user?.email.toLowerCase() === email.toLowerCase();
}

/** Replaces the reset that the account had. */
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

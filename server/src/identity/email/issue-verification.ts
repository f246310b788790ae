import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import type { Origin } from '../../http/caller.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { securityParameters } from '../../security-parameters.ts';
import { lockEmail } from '../person/locks.ts';
import {
  findNewestUnverifiedUserByEmail,
  findUserById,
  findUserByUsername,
  findVerifiedUserByEmail,
  getUser,
  type UserRow,
} from '../person/person.ts';
import { createCode, createToken, hashCode, hashToken } from '../secrets/tokens.ts';
import { findSession } from '../sessions/find-session.ts';
import { withMinimumResponseTime } from './email-privacy.ts';
import { takeMail } from './mail-budget.ts';

export const registrationPurpose = 'registration';
export const emailChangePurpose = 'email-change';

export interface ProofOfEmail {
  readonly userId: string;
  readonly email: string;
  readonly purpose: typeof registrationPurpose | typeof emailChangePurpose;
}

/** Nothing above the hourly limit: false. Replaces earlier codes and links. The caller holds the email's lock. */
export async function issueVerification(
  trx: Transaction,
  user: UserRow,
  { networkAddress }: Pick<Origin, 'networkAddress'>,
): Promise<boolean> {
  const mail = { template: 'verify-email', email: user.email, networkAddress } as const;
  if (!(await takeMail(trx, mail, securityParameters.verificationMailsPerHour))) return false;
  const { code, token } = await createVerification(trx, {
    userId: user.id,
    email: user.email,
    purpose: registrationPurpose,
  });
  await enqueueMail(
    trx,
    { userId: user.id, email: user.email, locale: user.locale },
    { template: 'verify-email', values: { username: user.username, code, token } },
  );
  return true;
}

/** Replaces the account's earlier code and token for the same purpose. */
export async function createVerification(
  trx: Transaction,
  proof: ProofOfEmail,
): Promise<{ code: string; token: string }> {
  const code = createCode();
  const token = createToken();
  await trx.client.query(
    `insert into email_verification (
       user_id, purpose, email, code_hash, code_expires_at, token_hash, token_expires_at
     ) values (
       $1, $2, $3, $4, now() + make_interval(mins => $5), $6, now() + make_interval(hours => $7)
     )
     on conflict (user_id, purpose) do update
     set email = excluded.email,
         code_hash = excluded.code_hash,
         code_attempts = 0,
         code_expires_at = excluded.code_expires_at,
         token_hash = excluded.token_hash,
         token_expires_at = excluded.token_expires_at,
         created_at = now()`,
    [
      proof.userId,
      proof.purpose,
      proof.email,
      hashCode(code, proof),
      securityParameters.emailCode.minutes,
      hashToken(token),
      securityParameters.emailLinkHours,
    ],
  );
  return { code, token };
}

/**
 * For the account that the caller means, else the newest one of the email, if it waits for a proof. The caller never learns
 * whether a mail was sent.
 */
export async function resendVerification(
  db: Database,
  request: WaitingCaller,
  origin: Pick<Origin, 'networkAddress'>,
): Promise<void> {
  await withMinimumResponseTime(securityParameters.minimumResponseTimeMs.mail, async () => {
    const callerId = await findWaitingCaller(db, request);
    await inTransaction(db, (trx) => resend(trx, { email: request.email, callerId, origin }));
  });
}

async function resend(
  trx: Transaction,
  {
    email,
    callerId,
    origin,
  }: { email: string; callerId: string | undefined; origin: Pick<Origin, 'networkAddress'> },
): Promise<void> {
  await lockEmail(trx, email);
  // The email has an owner: nobody else can prove it any more.
  if ((await findVerifiedUserByEmail(trx.kysely, email)) !== undefined) return;
  const user =
    callerId === undefined
      ? await findNewestUnverifiedUserByEmail(trx.kysely, email)
      : await findUserById(trx.kysely, callerId);
  if (user !== undefined && user.email_verified_at === null) await issueVerification(trx, user, origin);
}

export interface WaitingCaller {
  readonly email: string;
  /** The account that the caller claims to own. */
  readonly username: string | undefined;
  readonly bearerToken: string | undefined;
}

/** The nil UUID (RFC 9562, 5.9): the caller named an account that does not wait for this email. */
const nobodyId = '00000000-0000-0000-0000-000000000000';

/** The signed-in account if it waits to prove this email, else the named one. Undefined if the caller names none. */
export async function findWaitingCaller(db: Database, caller: WaitingCaller): Promise<string | undefined> {
  const { bearerToken, username, email } = caller;
  const session = bearerToken === undefined ? undefined : await findSession(db, bearerToken);
  if (session !== undefined && !session.isEmailVerified) {
    const user = await getUser(db.kysely, session.userId);
    if (user.email.toLowerCase() === email.toLowerCase()) return user.id;
  }
  if (username === undefined) return undefined;
  const named = await findUserByUsername(db.kysely, username);
  return named?.email.toLowerCase() === email.toLowerCase() ? named.id : nobodyId;
}

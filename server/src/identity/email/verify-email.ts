import { inTransaction, type Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin, Session } from '../../http/caller.ts';
import type { SessionsEndedEvent } from '../../realtime/publisher.ts';
import type { Services } from '../../services.ts';
import { recordSecurityEvent } from '../events/security-events.ts';
import { lockEmail } from '../person/locks.ts';
import { hashToken } from '../secrets/tokens.ts';
import { findSession } from '../sessions/find-session.ts';
import { emailChangePurpose, registrationPurpose, type ProofOfEmail } from './issue-verification.ts';
import { proveEmail } from './prove-email.ts';
import { replaceEmail } from './replace-email.ts';

/**
 * For a new account or an email change. It starts no session and ends the account's sessions, except the one in this
 * browser: the link may be opened on another device, by a mail program, or for an account that a stranger registered.
 * @throws DomainError InvalidOrExpiredToken
 */
export async function verifyEmail(
  { db, events }: Pick<Services, 'db' | 'events'>,
  { token, bearerToken }: { token: string; bearerToken: string | undefined },
  origin: Origin,
): Promise<void> {
  const session = bearerToken === undefined ? undefined : await findSession(db, bearerToken);
  const ended = await inTransaction(db, async (trx) => {
    const proof = await spendToken(trx, token);
    const ended = proof && (await accept(trx, { proof, session, origin }));
    if (ended === undefined) throw new DomainError('InvalidOrExpiredToken');
    return ended;
  });
  events.publish([ended]);
}

async function spendToken(trx: Transaction, token: string): Promise<ProofOfEmail | undefined> {
  const tokenHash = hashToken(token);
  const waiting = maybeOne(
    await trx.client.query<{ email: string }>(
      'select email from email_verification where token_hash = $1 and token_expires_at > now()',
      [tokenHash],
    ),
  );
  if (waiting === undefined) return undefined;
  await lockEmail(trx, waiting.email);
  return maybeOne(
    await trx.client.query<ProofOfEmail>(
      'delete from email_verification where token_hash = $1 returning user_id as "userId", email, purpose',
      [tokenHash],
    ),
  );
}

/** Returns the ended sessions; undefined if the address can't be the account's. */
async function accept(
  trx: Transaction,
  { proof, session, origin }: { proof: ProofOfEmail; session: Session | undefined; origin: Origin },
): Promise<SessionsEndedEvent | undefined> {
  const { userId, email, purpose } = proof;
  // The browser that registered or asked for the change stays signed in, as it does with the code.
  const keptSessionId = session?.userId === userId ? session.id : undefined;
  switch (purpose) {
    case registrationPurpose: {
      const ended = await proveEmail(trx, { userId, email, keptSessionId });
      if (ended !== undefined) {
        await recordSecurityEvent(trx, userId, { kind: 'email_verified', actor: 'link', origin });
      }
      return ended;
    }
    case emailChangePurpose:
      return replaceEmail(trx, {
        userId,
        newEmail: email,
        ...(keptSessionId !== undefined && { keptSessionId }),
        actor: 'link',
        origin,
      });
    default:
      return purpose satisfies never;
  }
}

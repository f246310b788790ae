import type pg from 'pg';
import type { Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { findTotpStep } from './totp.ts';

const { inRowMax, blockMinutes } = securityParameters.wrongSecondFactor;

/** What a sealed secret is bound to: one account's opens for no other. */
export function totpPurpose(userId: string): string {
  return `two-factor ${userId}`;
}

/**
 * The pool, for a try that is counted whatever comes of the rest. Or a transaction's connection, for a code that is spent
 * only together with what it opens: then the transaction has to commit the count of a wrong one before it is refused.
 */
interface CountingPlace {
  readonly pool: Pick<pg.Pool, 'query'>;
}

/**
 * Holds a code against an account's authenticator. A time step is accepted once, also in parallel.
 * @throws DomainError InvalidTwoFactorCode, TwoFactorNotEnabled, RateLimitExceeded after ten wrong ones in a row
 */
export async function checkTwoFactorCode(
  { db, secretBox }: Pick<Services, 'secretBox'> & { readonly db: CountingPlace },
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  const sealed = await countTry(db, userId);
  const step = findTotpStep(secretBox.unseal(sealed, totpPurpose(userId)), code);
  if (step === undefined) throw new DomainError('InvalidTwoFactorCode');
  const { rowCount } = await db.pool.query(
    `update two_factor set last_step = $2, failures = 0, blocked_until = null
     where user_id = $1 and last_step < $2 and secret_sealed = $3`,
    [userId, step, sealed],
  );
  if (rowCount !== 1) throw new DomainError('InvalidTwoFactorCode');
}

/**
 * A code is of the secret that is asked for, or of one that is set up but not verified yet, while it may still be. Recovery codes
 * have a count of their own, so that wrong codes in a stolen session don't keep its person out.
 */
const tried = {
  current: { sealed: 'secret_sealed', isThere: 'secret_sealed is not null', count: '' },
  pending: {
    sealed: 'pending_sealed',
    isThere: 'pending_sealed is not null and pending_expires_at > now()',
    count: '',
  },
  recovery: { sealed: 'secret_sealed', isThere: 'secret_sealed is not null', count: 'recovery_' },
} as const;

/**
 * Counts a second factor's try before it is looked at, so that tries in parallel can't be more than there are. Answers
 * the sealed secret. Whoever finds the try right calls off the count.
 * @throws DomainError TwoFactorNotEnabled, RateLimitExceeded after ten wrong ones in a row
 */
export async function countTry(
  db: CountingPlace,
  userId: string,
  which: keyof typeof tried = 'current',
): Promise<Buffer> {
  const { sealed: column, isThere, count } = tried[which];
  const [failures, blockedUntil] = [`${count}failures`, `${count}blocked_until`];
  const { rows } = await db.pool.query<{ sealed: Buffer }>(
    `update two_factor
     set ${failures} = case when ${blockedUntil} is null then ${failures} + 1 else 1 end,
         ${blockedUntil} = case
           when ${blockedUntil} is null and ${failures} + 1 >= $2 then now() + make_interval(mins => $3)
         end
     where user_id = $1 and ${isThere} and (${blockedUntil} is null or ${blockedUntil} <= now())
     returning ${column} as sealed`,
    [userId, inRowMax, blockMinutes],
  );
  const sealed = rows[0]?.sealed;
  if (sealed !== undefined) return sealed;
  const blocked = await db.pool.query<{ wait_seconds: number }>(
    `select ceil(extract(epoch from ${blockedUntil} - now()))::integer as wait_seconds from two_factor
     where user_id = $1 and ${isThere}`,
    [userId],
  );
  const waitSeconds = blocked.rows[0]?.wait_seconds;
  if (waitSeconds === undefined) throw new DomainError('TwoFactorNotEnabled');
  throw new DomainError('RateLimitExceeded', { retryAfterSeconds: Math.max(1, waitSeconds) });
}

/** To be called when a try was right, with what it opens: wrong ones are counted in a row. */
export async function forgetTries(trx: Transaction, userId: string): Promise<void> {
  await trx.client.query(
    `update two_factor
        set failures = 0, blocked_until = null, recovery_failures = 0, recovery_blocked_until = null
      where user_id = $1`,
    [userId],
  );
}

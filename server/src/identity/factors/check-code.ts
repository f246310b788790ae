import type pg from 'pg';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { logUnusual, tellUnusual, type UnusualKind } from '../events/unusual.ts';
import { lockPerson } from '../person/locks.ts';
import { findTotpStep } from './totp.ts';

const { inRowMax, blockMinutes } = securityParameters.wrongSecondFactor;

/** A sealed secret opens for its own account only. */
export function totpPurpose(userId: string): string {
  return `two-factor ${userId}`;
}

/** The pool, for a try that counts even if the rest fails, or a transaction's connection. */
interface CountingPlace {
  readonly pool: Pick<pg.Pool, 'query'>;
}

interface ShownCode {
  readonly userId: string;
  readonly code: string;
  readonly origin: Origin;
}

/**
 * A time step is accepted once, also in parallel. Tells the person of many wrong codes in a row.
 * @throws DomainError InvalidTwoFactorCode, TwoFactorNotEnabled, RateLimitExceeded after ten wrong ones in a row
 */
export async function checkTwoFactorCode(
  services: Pick<Services, 'db' | 'secretBox' | 'log'>,
  shown: ShownCode,
): Promise<void> {
  const wrongInRow = await countWrong(services.db, services.secretBox, shown);
  if (wrongInRow === 0) return;
  await tellCountedCode(services, { ...shown, wrongInRow });
  throw new DomainError('InvalidTwoFactorCode');
}

interface CheckedInTransaction {
  /** Throw it after the commit, so that the try stays counted. Undefined for a right code. */
  readonly refusal: DomainError | undefined;
  /** Log it after the commit. */
  readonly told?: UnusualKind | undefined;
}

/** The code is spent only together with the transaction's work. The caller holds the account's row. */
export async function checkCodeInTransaction(
  trx: Transaction,
  { secretBox }: Pick<Services, 'secretBox'>,
  shown: ShownCode,
): Promise<CheckedInTransaction> {
  try {
    const wrongInRow = await countWrong({ pool: trx.client }, secretBox, shown);
    if (wrongInRow === 0) return { refusal: undefined };
    const told = await tellWrongCode(trx, { ...shown, wrongInRow });
    return { refusal: new DomainError('InvalidTwoFactorCode'), told };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    throw error;
  }
}

/**
 * Returns 0 for a right code, and spends it; else the number of wrong codes in a row.
 * @throws DomainError InvalidTwoFactorCode for a spent code: no guess, because one press may send it in two calls
 */
async function countWrong(
  db: CountingPlace,
  secretBox: Services['secretBox'],
  { userId, code }: ShownCode,
): Promise<number> {
  const { sealed, triesInRow } = await countTry(db, userId);
  const step = findTotpStep(secretBox.unseal(sealed, totpPurpose(userId)), code);
  if (step === undefined) return triesInRow;
  const { rowCount } = await db.pool.query(
    `update two_factor set last_step = $2, failures = 0, blocked_until = null
     where user_id = $1 and last_step < $2 and secret_sealed = $3`,
    [userId, step, sealed],
  );
  if (rowCount !== 1) throw new DomainError('InvalidTwoFactorCode');
  return 0;
}

/**
 * The current secret, or one that is set up and neither verified nor expired. Recovery codes have their own count: wrong codes of
 * a stolen session must not keep the person out.
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

interface CountedTry {
  readonly sealed: Buffer;
  readonly triesInRow: number;
}

/**
 * Counts before the check, so that parallel tries can't exceed the limit. Returns the sealed secret and the tries in a row. The
 * caller resets the count after a right try.
 * @throws DomainError TwoFactorNotEnabled, RateLimitExceeded after ten wrong ones in a row
 */
export async function countTry(
  db: CountingPlace,
  userId: string,
  which: keyof typeof tried = 'current',
): Promise<CountedTry> {
  const { sealed: column, isThere, count } = tried[which];
  const [failures, blockedUntil] = [`${count}failures`, `${count}blocked_until`];
  const counted = maybeOne(
    await db.pool.query<CountedTry>(
      `update two_factor
     set ${failures} = case when ${blockedUntil} is null then ${failures} + 1 else 1 end,
         ${blockedUntil} = case
           when ${blockedUntil} is null and ${failures} + 1 >= $2 then now() + make_interval(mins => $3)
         end
     where user_id = $1 and ${isThere} and (${blockedUntil} is null or ${blockedUntil} <= now())
     returning ${column} as sealed, ${failures}::integer as "triesInRow"`,
      [userId, inRowMax, blockMinutes],
    ),
  );
  if (counted !== undefined) return counted;
  const blocked = maybeOne(
    await db.pool.query<{ wait_seconds: number }>(
      `select ceil(extract(epoch from ${blockedUntil} - now()))::integer as wait_seconds from two_factor
     where user_id = $1 and ${isThere}`,
      [userId],
    ),
  );
  if (blocked === undefined) throw new DomainError('TwoFactorNotEnabled');
  throw new DomainError('RateLimitExceeded', { retryAfterSeconds: Math.max(1, blocked.wait_seconds) });
}

/** Call it for a right try, in the transaction of what the try opens. */
export async function forgetTries(trx: Transaction, userId: string): Promise<void> {
  await trx.client.query(
    `update two_factor
        set failures = 0, blocked_until = null, recovery_failures = 0, recovery_blocked_until = null
      where user_id = $1`,
    [userId],
  );
}

interface WrongCode {
  readonly userId: string;
  readonly origin: Origin;
  /** Includes this one. */
  readonly wrongInRow: number;
}

/** From the fifth on: if the fifth could not be told, the next one is. Returns what to log after the commit. */
async function tellWrongCode(
  trx: Transaction,
  { userId, origin, wrongInRow }: WrongCode,
): Promise<UnusualKind | undefined> {
  if (!isUnusual(wrongInRow)) return undefined;
  const user = await lockPerson(trx, userId);
  return user && tellUnusual(trx, user, { kind: 'many_wrong_codes', origin });
}

/** For a try that was committed before its check. */
export async function tellCountedCode(
  { db, log }: Pick<Services, 'db' | 'log'>,
  wrong: WrongCode,
): Promise<void> {
  if (!isUnusual(wrong.wrongInRow)) return;
  const told = await inTransaction(db, (trx) => tellWrongCode(trx, wrong));
  logUnusual(log, wrong.userId, told);
}

function isUnusual(wrongInRow: number): boolean {
  return wrongInRow >= securityParameters.unusual.wrongCodesInRow;
}

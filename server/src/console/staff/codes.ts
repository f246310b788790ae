import type pg from 'pg';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { findTotpStep } from '../../identity/factors/totp.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';

const { inRowMax, blockMinutes } = securityParameters.wrongSecondFactor;

/** A sealed secret opens for its own member of staff only. */
export function staffTotpPurpose(staffId: string): string {
  return `staff two-factor ${staffId}`;
}

/**
 * Counts the try before it checks, so that parallel tries can't exceed the limit, and commits the count by itself. A time step is
 * accepted once. False for a wrong code, and for a member without an authenticator.
 * @throws DomainError RateLimitExceeded after ten wrong ones in a row
 */
export async function spendStaffCode(
  pool: Pick<pg.Pool, 'query'>,
  secretBox: Services['secretBox'],
  { staffId, code }: { staffId: string; code: string },
): Promise<boolean> {
  const counted = maybeOne(
    await pool.query<{ secret_sealed: Buffer }>(
      `update staff_member
       set failures = case when blocked_until is null then failures + 1 else 1 end,
           blocked_until = case
             when blocked_until is null and failures + 1 >= $2 then now() + make_interval(mins => $3)
           end
       where id = $1 and secret_sealed is not null and (blocked_until is null or blocked_until <= now())
       returning secret_sealed`,
      [staffId, inRowMax, blockMinutes],
    ),
  );
  if (counted === undefined) return refuseBlocked(pool, staffId);
  const step = findTotpStep(secretBox.unseal(counted.secret_sealed, staffTotpPurpose(staffId)), code);
  if (step === undefined) return false;
  const { rowCount } = await pool.query(
    `update staff_member set last_step = $2, failures = 0, blocked_until = null
     where id = $1 and last_step < $2 and secret_sealed = $3`,
    [staffId, step, counted.secret_sealed],
  );
  return rowCount === 1;
}

async function refuseBlocked(pool: Pick<pg.Pool, 'query'>, staffId: string): Promise<false> {
  const blocked = maybeOne(
    await pool.query<{ wait_seconds: number }>(
      `select ceil(extract(epoch from blocked_until - now()))::integer as wait_seconds from staff_member
       where id = $1 and secret_sealed is not null`,
      [staffId],
    ),
  );
  if (blocked === undefined) return false;
  throw new DomainError('RateLimitExceeded', { retryAfterSeconds: Math.max(1, blocked.wait_seconds) });
}

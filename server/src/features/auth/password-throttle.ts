import { createHash } from 'node:crypto';
import { inTransaction, type Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { networkOf } from '../../http/rate-limit.ts';
import { securityParameters } from '../../security-parameters.ts';

/** Whose password is tried, and from where. */
export interface PasswordTry {
  /** What was typed as a name, whether anybody has it or not; or an account that is known by its session. */
  readonly name: string;
  readonly networkAddress: string;
  /** Somebody who signed in on this browser before is not slowed by what strangers do elsewhere. */
  readonly isKnownDevice: boolean;
}

interface Throttle {
  readonly scope: string;
  readonly freeTries: number;
}

const { firstDelaySeconds, delaySecondsMax, freeTriesPerNetwork, freeTriesPerName } =
  securityParameters.wrongPassword;
const perNetwork: Throttle = { scope: 'name and network', freeTries: freeTriesPerNetwork };
const perName: Throttle = { scope: 'name', freeTries: freeTriesPerName };

/**
 * Counts a try before the password is looked at, so that tries in parallel can't be more than there are: five are free,
 * then each waits for twice as long as the one before. Unknown names count as known ones do.
 * @throws DomainError RateLimitExceeded with the seconds to wait.
 */
export async function countPasswordTry(db: Database, tried: PasswordTry, factor: number): Promise<void> {
  await count(db, keyOf(perNetwork, tried), perNetwork.freeTries * factor);
  if (!tried.isKnownDevice) await count(db, keyOf(perName, tried), perName.freeTries * factor);
}

/** To be called after the right password. What strangers tried elsewhere is not forgotten by it. */
export async function forgetPasswordTries(db: Database, tried: PasswordTry): Promise<void> {
  await db.pool.query('delete from failed_password where key_hash = $1', [keyOf(perNetwork, tried)]);
  if (tried.isKnownDevice) return;
  // This try was none of theirs.
  await db.pool.query(
    `update failed_password set failures = failures - 1, blocked_until = null
     where key_hash = $1 and failures > 1`,
    [keyOf(perName, tried)],
  );
}

async function count(db: Database, keyHash: Buffer, freeTries: number): Promise<void> {
  const waitSeconds = await inTransaction(db, async (trx) => {
    // The row's lock makes tries in parallel take turns; a first one has none, so that it is made before.
    const { rows } = await trx.client.query<{ failures: number; wait_seconds: number }>(
      `insert into failed_password (key_hash, failures) values ($1, 1)
       on conflict (key_hash) do update
       set failures = failed_password.failures
         + case when failed_password.blocked_until > now() then 0 else 1 end,
         last_failed_at = now()
       returning failures, coalesce(ceil(extract(epoch from blocked_until - now())), 0)::integer as wait_seconds`,
      [keyHash],
    );
    const { failures = 1, wait_seconds: waitSeconds = 0 } = rows[0] ?? {};
    if (waitSeconds > 0) return waitSeconds;
    if (failures >= freeTries) {
      await trx.client.query(
        'update failed_password set blocked_until = now() + make_interval(secs => $2) where key_hash = $1',
        [keyHash, Math.min(firstDelaySeconds * 2 ** Math.min(failures - freeTries, 20), delaySecondsMax)],
      );
    }
    return 0;
  });
  if (waitSeconds > 0) throw new DomainError('RateLimitExceeded', { retryAfterSeconds: waitSeconds });
}

function keyOf({ scope }: Throttle, { name, networkAddress }: PasswordTry): Buffer {
  const parts = scope === perName.scope ? [scope, name] : [scope, name, networkOf(networkAddress)];
  return createHash('sha256').update(parts.join('\n').toLowerCase()).digest();
}

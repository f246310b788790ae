import { createHash } from 'node:crypto';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { networkOf } from '../../http/network-address.ts';
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

const { firstDelaySeconds, delaySecondsMax, freeTriesPerNetwork, freeTriesPerName, forgottenAfterHours } =
  securityParameters.wrongPassword;
const perNetwork: Throttle = { scope: 'name and network', freeTries: freeTriesPerNetwork };
const perName: Throttle = { scope: 'name', freeTries: freeTriesPerName };

// The delay is at its longest well before this; from some power of two on it would be no number that an interval takes.
const doublingsMax = 20;

/**
 * Counts a try before the password is looked at, so that tries in parallel can't be more than there are: five are free,
 * then each waits for twice as long as the one before. Unknown names count as known ones do. A try that has to wait
 * counts nowhere, so that nobody's wait grows by asking.
 * @throws DomainError RateLimitExceeded with the seconds to wait.
 */
export async function countPasswordTry(db: Database, tried: PasswordTry, factor: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Always in this order, or two that count at once could wait for each other.
    await count(trx, keyOf(perNetwork, tried), perNetwork.freeTries * factor);
    if (!tried.isKnownDevice) await count(trx, keyOf(perName, tried), perName.freeTries * factor);
  });
}

/**
 * To be called after the right password: what was tried from this network was its person's doing. What strangers tried
 * elsewhere is not forgotten by it.
 */
export async function forgetPasswordTries(db: Database, tried: PasswordTry): Promise<void> {
  await inTransaction(db, async ({ client }) => {
    const { rows } = await client.query<{ failures: number }>(
      'delete from failed_password where key_hash = $1 returning failures',
      [keyOf(perNetwork, tried)],
    );
    const ownCount = rows[0]?.failures;
    if (tried.isKnownDevice || ownCount === undefined) return;
    await takeBack(client, keyOf(perName, tried), ownCount);
  });
}

/**
 * To be called after a password that was right for somebody whose name this is not alone: that try is taken back, and no
 * other. Else whoever registers somebody's email could, with a password of their own, have the tries at the owner's forgotten.
 */
export async function callOffPasswordTry(db: Database, tried: PasswordTry): Promise<void> {
  await inTransaction(db, async ({ client }) => {
    const throttles = tried.isKnownDevice ? [perNetwork] : [perNetwork, perName];
    for (const throttle of throttles) {
      await takeBack(client, keyOf(throttle, tried), 1);
    }
  });
}

/** The wait that they had to begin is called off: had there been one already, they would not have been let through. */
async function takeBack(client: Transaction['client'], keyHash: Buffer, triesCount: number): Promise<void> {
  // Locked before it is looked at: others take theirs back in the same moment.
  const { rows } = await client.query<{ failures: number }>(
    'select failures from failed_password where key_hash = $1 for update',
    [keyHash],
  );
  const failures = rows[0]?.failures ?? 0;
  if (failures <= triesCount) {
    await client.query('delete from failed_password where key_hash = $1', [keyHash]);
    return;
  }
  await client.query('update failed_password set failures = $2, blocked_until = null where key_hash = $1', [
    keyHash,
    failures - triesCount,
  ]);
}

/** The row's lock makes tries in parallel take turns. Whoever is refused leaves it as it was: nothing is committed. */
async function count(trx: Transaction, keyHash: Buffer, freeTries: number): Promise<void> {
  const { rows } = await trx.client.query<{ failures: number; wait_seconds: number }>(
    `insert into failed_password (key_hash, failures) values ($1, 1)
     on conflict (key_hash) do update
     set failures = case
           when failed_password.last_failed_at < now() - make_interval(hours => $2) then 1
           else failed_password.failures + 1
         end,
         last_failed_at = now()
     returning failures, coalesce(ceil(extract(epoch from blocked_until - now())), 0)::integer as wait_seconds`,
    [keyHash, forgottenAfterHours],
  );
  const { failures = 1, wait_seconds: waitSeconds = 0 } = rows[0] ?? {};
  if (waitSeconds > 0) throw new DomainError('RateLimitExceeded', { retryAfterSeconds: waitSeconds });
  if (failures < freeTries) return;
  const doublings = Math.min(failures - freeTries, doublingsMax);
  await trx.client.query(
    'update failed_password set blocked_until = now() + make_interval(secs => $2) where key_hash = $1',
    [keyHash, Math.min(firstDelaySeconds * 2 ** doublings, delaySecondsMax)],
  );
}

function keyOf({ scope }: Throttle, { name, networkAddress }: PasswordTry): Buffer {
  const parts = scope === perName.scope ? [scope, name] : [scope, name, networkOf(networkAddress)];
  return createHash('sha256').update(parts.join('\n').toLowerCase()).digest();
}

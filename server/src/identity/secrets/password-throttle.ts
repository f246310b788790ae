import { createHash } from 'node:crypto';
import { inTransaction, type Database, type Transaction } from '../../db/database.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { networkOf } from '../../http/network-address.ts';
import { securityParameters } from '../../security-parameters.ts';

export interface PasswordTry {
  /** As typed, whether an account has it or not; or the account of a session. */
  readonly name: string;
  readonly networkAddress: string;
  /** Strangers elsewhere must not slow a person who signed in on this browser before. */
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

// The delay is at its maximum well before. Larger powers of two don't fit an interval.
const doublingsMax = 20;

/**
 * Before the password is checked, so that parallel tries can't exceed the limit. Unknown names count too. A try that must wait is
 * not counted.
 * @throws DomainError RateLimitExceeded with the seconds to wait.
 */
export async function countPasswordTry(db: Database, tried: PasswordTry, factor: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Always in this order, or concurrent calls could deadlock.
    await count(trx, keyOf(perNetwork, tried), perNetwork.freeTries * factor);
    if (!tried.isKnownDevice) await count(trx, keyOf(perName, tried), perName.freeTries * factor);
  });
}

/** After the right password, the tries from this network were the person's own. Tries from elsewhere stay counted. */
export async function forgetPasswordTries(db: Database, tried: PasswordTry): Promise<void> {
  await inTransaction(db, async ({ client }) => {
    const own = maybeOne(
      await client.query<{ failures: number }>(
        'delete from failed_password where key_hash = $1 returning failures',
        [keyOf(perNetwork, tried)],
      ),
    );
    if (tried.isKnownDevice || own === undefined) return;
    await takeBack(client, keyOf(perName, tried), own.failures);
  });
}

/**
 * For a right password of a name that others have too. Only this try: a stranger who registers the owner's email could otherwise
 * clear, with a password of their own, the tries at the owner's.
 */
export async function callOffPasswordTry(db: Database, tried: PasswordTry): Promise<void> {
  await inTransaction(db, async ({ client }) => {
    const throttles = tried.isKnownDevice ? [perNetwork] : [perNetwork, perName];
    for (const throttle of throttles) {
      await takeBack(client, keyOf(throttle, tried), 1);
    }
  });
}

/** Cancels the wait of these tries. An earlier wait would have refused them. */
async function takeBack(client: Transaction['client'], keyHash: Buffer, triesCount: number): Promise<void> {
  // Locks first: a concurrent call may take its tries back too.
  const counted = maybeOne(
    await client.query<{ failures: number }>(
      'select failures from failed_password where key_hash = $1 for update',
      [keyHash],
    ),
  );
  const failures = counted?.failures ?? 0;
  if (failures <= triesCount) {
    await client.query('delete from failed_password where key_hash = $1', [keyHash]);
    return;
  }
  await client.query('update failed_password set failures = $2, blocked_until = null where key_hash = $1', [
    keyHash,
    failures - triesCount,
  ]);
}

/** Parallel tries take turns. A refused try rolls back. */
async function count(trx: Transaction, keyHash: Buffer, freeTries: number): Promise<void> {
  const { failures, wait_seconds: waitSeconds } = one(
    await trx.client.query<{ failures: number; wait_seconds: number }>(
      `insert into failed_password (key_hash, failures) values ($1, 1)
     on conflict (key_hash) do update
     set failures = case
           when failed_password.last_failed_at < now() - make_interval(hours => $2) then 1
           else failed_password.failures + 1
         end,
         last_failed_at = now()
     returning failures, coalesce(ceil(extract(epoch from blocked_until - now())), 0)::integer as wait_seconds`,
      [keyHash, forgottenAfterHours],
    ),
  );
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

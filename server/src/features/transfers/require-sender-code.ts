import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { requireTwoFactorCode } from '../../identity/factors/check-proof.ts';
import { getUser } from '../../identity/person/person.ts';
import { findRepeat, type IdempotencyKey, type PostingOutcome } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';

// The first of two concurrent calls reaches the books after some milliseconds, under load some hundred.
const receiptLooksMax = 10;
const receiptLookEveryMs = 50;

/**
 * Checks the sender's two-factor code if two-factor is on. A code works only once: of two concurrent calls with one key, the
 * second finds the code used and waits a moment for the outcome of the first. Returns undefined if the transfer must still be
 * made.
 * @throws DomainError TwoFactorCodeRequired, InvalidTwoFactorCode, RateLimitExceeded, IdempotencyKeyReused
 */
export async function requireSenderCode(
  services: Services,
  options: { senderId: string; code: string | undefined; origin: Origin; key: IdempotencyKey | undefined },
): Promise<PostingOutcome | undefined> {
  const { senderId, code, origin, key } = options;
  try {
    await requireTwoFactorCode(services, await getUser(services.db.kysely, senderId), { code, origin });
    return undefined;
  } catch (error) {
    const isRefused = error instanceof DomainError && error.code === 'InvalidTwoFactorCode';
    const repeat = isRefused && key !== undefined ? await awaitRepeat(services, key) : undefined;
    if (repeat === undefined) throw error;
    return repeat;
  }
}

async function awaitRepeat(
  { db }: Pick<Services, 'db'>,
  key: IdempotencyKey,
): Promise<PostingOutcome | undefined> {
  for (let look = 1; look <= receiptLooksMax; look += 1) {
    const repeat = await findRepeat(db.pool, key);
    if (repeat !== undefined) return repeat;
    await wait(receiptLookEveryMs);
  }
  return undefined;
}

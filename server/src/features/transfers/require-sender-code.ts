import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { requireTwoFactorCode } from '../../identity/factors/check-proof.ts';
import { getUser } from '../../identity/person/person.ts';
import { findRepeat, type IdempotencyKey, type PostingOutcome } from '../../ledger/ledger.ts';
import type { Services } from '../../services.ts';

// The first of two calls at once is on its way to the books for some milliseconds, under load for some hundred.
const receiptLooksMax = 10;
const receiptLookEveryMs = 50;

/**
 * The sender's two-factor code, where two-factor is on. A code works once, so that of two calls at once with one key the
 * second finds it spent while the first is still on its way: that one waits a moment for the first one's outcome.
 * Answers undefined where the transfer is still to be made.
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

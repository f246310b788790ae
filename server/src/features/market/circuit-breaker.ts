import type { Logger } from 'pino';
import { MarketServiceAwayError } from './market-service.ts';

/** Lets calls through to a service. A failure opens it for a while: longer after each failure, up to a minute. */
export interface CircuitBreaker {
  /** @throws MarketServiceAwayError at once, while it is open. */
  call<Result>(work: () => Promise<Result>): Promise<Result>;
}

const firstWaitMs = 5_000;
const waitMsMax = 60_000;
/** The longest wait that the service may ask for. */
const askedWaitMsMax = 10 * 60_000;

/** Logs when an outage begins and when it is over, not each call. */
export function createCircuitBreaker(options: {
  now: () => number;
  log: Logger;
  closing: AbortSignal;
}): CircuitBreaker {
  const { now, log, closing } = options;
  let failures = 0;
  let failedAt = 0;
  let waitMs = 0;

  const isOpen = (): boolean => failures > 0 && now() < failedAt + waitMs;

  function fail(error: MarketServiceAwayError, failuresBefore: number): void {
    if (closing.aborted) return;
    // Of several calls in flight together, only the first failure is news.
    if (failures !== failuresBefore) return;
    if (failures === 0) {
      log.warn({ reason: error.message, cause: reasonOf(error.cause) }, 'market prices can’t be had');
    }
    failures += 1;
    failedAt = now();
    waitMs = Math.max(
      Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 10), waitMsMax),
      Math.min(error.retryAfterMs ?? 0, askedWaitMsMax),
    );
  }

  return {
    async call(work) {
      if (isOpen()) throw new MarketServiceAwayError('the market-data service is left alone for a while');
      const failuresBefore = failures;
      try {
        const result = await work();
        if (failures > 0) log.info('market prices can be had again');
        failures = 0;
        return result;
      } catch (error) {
        if (error instanceof MarketServiceAwayError) fail(error, failuresBefore);
        throw error;
      }
    },
  };
}

/** The message only: the cause of a failed fetch shows the host that the key went to. */
function reasonOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

import type { StreamLimits } from './stream-limits.ts';

/** Rounds of work, one at a time, as long as somebody asks for one. */
export interface Pace {
  /** At once if it rests; else there is one more round after this one. */
  wake(): void;
  /** Resolves when the round that runs has ended. */
  close(): Promise<void>;
}

/**
 * After each round it rests, the longer the more of this thread it took: so news never take the time of those who place orders.
 * `round` must not fail, and answers how many milliseconds it took.
 */
export function createPace(
  round: () => Promise<number>,
  { restMs, restFactor }: Pick<StreamLimits, 'restMs' | 'restFactor'>,
): Pace {
  let isWanted = false;
  let running: Promise<void> | undefined;
  let isClosed = false;
  let endRest: (() => void) | undefined;

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      const workMs = await round();
      await rest(Math.max(restMs, workMs * restFactor));
    }
    running = undefined;
  }

  async function rest(ms: number): Promise<void> {
    if (isClosed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    endRest = resolve;
    await promise;
    clearTimeout(timer);
  }

  return {
    wake() {
      if (isClosed) return;
      isWanted = true;
      running ??= run();
    },
    async close() {
      isClosed = true;
      isWanted = false;
      endRest?.();
      await running;
    },
  };
}

interface Waiting<Key, Result> {
  readonly key: Key;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

// A few on their way keep the database busy while one is being answered; more would only make the batches smaller.
const atOnceMax = 2;
const batchMax = 256;

/**
 * Asks for one thing by a query that can answer many: calls that come while others are on their way leave together with
 * the next one, so that the more ask, the fewer queries each costs. A lone caller leaves at once. Every answer was read
 * after its call came, as if it had been asked for alone.
 *
 * `read` answers for each key in its order. What it throws, all of its callers are told.
 */
export function batchReads<Key, Result>(
  read: (keys: readonly Key[]) => Promise<readonly Result[]>,
): (key: Key) => Promise<Result> {
  let waiting: Waiting<Key, Result>[] = [];
  let onTheirWayCount = 0;

  async function leave(): Promise<void> {
    onTheirWayCount += 1;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      try {
        const results = await read(batch.map(({ key }) => key));
        if (results.length !== batch.length) throw new Error('a batch was not answered whole');
        batch.forEach(({ resolve }, position) => {
          // As many as were asked for, which the compiler can't count.
          resolve(results[position] as Result);
        });
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
    }
    onTheirWayCount -= 1;
  }

  return async (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (onTheirWayCount < atOnceMax) void leave();
    });
}

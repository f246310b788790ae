interface Waiting<Key, Result> {
  readonly key: Key;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

// Two in flight keep the database busy while one is answered. More would only make the batches smaller.
const atOnceMax = 2;
const batchMax = 256;

/**
 * A DataLoader: calls that arrive while a query is in flight share the next query, so the queries per call drop as the load
 * grows. A lone call runs at once. Every answer is read after its call arrived.
 *
 * `read` returns the results in the order of the keys. If it throws, all its callers get the error.
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
          // As many results as keys, which the compiler cannot count.
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

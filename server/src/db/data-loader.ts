import DataLoader from 'dataloader';
import pLimit from 'p-limit';

// A few on their way keep the database busy while one is being answered; more would only make the batches smaller.
const atOnceMax = 2;
const batchMax = 256;

/**
 * Loads one thing by a query that can answer many: calls that come while others are on their way leave together with the
 * next one, so that the more ask, the fewer queries each costs. A lone caller leaves in the same turn of the event loop.
 * Nothing is cached: every answer was read after its call came.
 *
 * `read` answers for each key in its order. What it throws, all of its callers are told.
 */
export function createLoader<Key, Result>(
  read: (keys: readonly Key[]) => Promise<readonly Result[]>,
): (key: Key) => Promise<Result> {
  const limit = pLimit(atOnceMax);
  let newestRead: Promise<readonly Result[]> | undefined;
  const loader = new DataLoader<Key, Result>(
    (keys) => {
      newestRead = read(keys);
      return newestRead;
    },
    {
      cache: false,
      maxBatchSize: batchMax,
      // A batch takes more keys until it is dispatched, so what waits here grows. The loader itself tells of failures.
      batchScheduleFn(dispatch) {
        void limit(() => {
          dispatch();
          return Promise.allSettled([newestRead]);
        });
      },
    },
  );
  return (key) => loader.load(key);
}

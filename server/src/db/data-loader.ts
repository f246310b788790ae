import DataLoader from 'dataloader';
import pLimit from 'p-limit';

// A few queries in flight keep the database busy. More would only make the batches smaller.
const atOnceMax = 2;
const batchMax = 256;

/**
 * Loads one thing by a query that can answer many. Calls that arrive while queries are in flight share the next query, so with
 * more callers each query answers more of them. A lone caller's query starts in the same turn of the event loop. Nothing is
 * cached: every answer was read after its call.
 * `read` answers for each key, in order. If it throws, all of its callers get the error.
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
      // A batch takes keys until it is dispatched, so a waiting batch grows. The loader passes failures to the callers.
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

/** Where the worker is served: at the root, so that it may answer for the whole site. */
export const workerPath = '/service-worker.js';

/** What a page asks of the worker that waits to take over; it answers true or false. */
export type WorkerQuestion =
  | { kind: 'hasScripts'; scripts: readonly string[] }
  /** The person wants the new app: the worker need not wait until every page is closed. */
  | { kind: 'takeOver' };

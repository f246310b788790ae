import type { Logger } from 'pino';
import { reasonOf } from '../errors.ts';

/** What a process keeps of the database. It is read again until that works: without it, it would be wrong. */
export interface Reloader {
  /** Calls during a read share one more read after it. */
  reload(): Promise<void>;
  close(): void;
}

const firstWaitMs = 1_000;
const waitMsMax = 60_000;

export function createReloader(options: {
  /** As the log calls it. */
  what: string;
  load: () => Promise<void>;
  log: Logger;
  onLoaded: () => void;
}): Reloader {
  const { what, load, log, onLoaded } = options;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isStale = false;
  let reading: Promise<void> | undefined;

  function reload(): Promise<void> {
    isStale = true;
    reading ??= readUntilNewest();
    return reading;
  }

  async function readUntilNewest(): Promise<void> {
    try {
      while (isStale) {
        // What changes from now on, this read may miss.
        isStale = false;
        await read();
      }
    } finally {
      reading = undefined;
    }
  }

  async function read(): Promise<void> {
    clearTimeout(retry);
    try {
      await load();
    } catch (error) {
      log.error({ reason: reasonOf(error) }, `the ${what} could not be read again`);
      retryLater();
      return;
    }
    failures = 0;
    onLoaded();
  }

  function retryLater(): void {
    // Of several that fail together, one is tried again.
    clearTimeout(retry);
    if (isClosed) return;
    const waitMs = Math.min(firstWaitMs * 2 ** Math.min(failures, 10), waitMsMax);
    failures += 1;
    retry = setTimeout(() => void reload(), waitMs).unref();
  }

  return {
    reload,
    close() {
      isClosed = true;
      clearTimeout(retry);
    },
  };
}

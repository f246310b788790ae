import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { reasonOf } from '../../../errors.ts';
import type { MarketNewsEvent } from '../../../realtime/market-news.ts';
import type { OwnWatcher } from './own-telling.ts';
import { findLiving } from './read-own.ts';

/** Ends the connections of sessions and keys that have ended, whatever ended them. */
export interface CallerWatch {
  add(watcher: OwnWatcher): void;
  remove(watcher: OwnWatcher): void;
  /** What is told at once need not wait for the next check. */
  hear(event: MarketNewsEvent): void;
  check(): Promise<void>;
}

export function createCallerWatch({ db, log }: { db: Database; log: Logger }): CallerWatch {
  const watchers = new Set<OwnWatcher>();
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    const asked = [...watchers];
    try {
      const alive = await findLiving(db, [...new Set(asked.map(({ callerId }) => callerId))]);
      for (const watcher of asked) if (!alive.has(watcher.callerId)) watcher.end();
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'the callers of the stream could not be checked');
    }
    checking = undefined;
  }

  return {
    add: (watcher) => void watchers.add(watcher),
    remove: (watcher) => void watchers.delete(watcher),
    hear(event) {
      if (!('endedSessionIds' in event)) return;
      for (const watcher of watchers) if (event.endedSessionIds.includes(watcher.callerId)) watcher.end();
    },
    check: () => (checking ??= check()),
  };
}

import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';

export interface DiskRoom {
  isShort(): boolean;
  close(): void;
}

export interface DiskRoomOptions {
  readonly folder: string;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  readonly readFreeBytes?: (folder: string) => Promise<number>;
}

// PostgreSQL stops, for reads too, if it has no room for the next file of its write-ahead log (16 MiB). It also writes by itself,
// and so do jobs: the rest must last them for hours.
export const freeBytesMin = 128 * 1024 * 1024;

// Hysteresis: files that come and go must not flip the state.
export const freeBytesAgain = 160 * 1024 * 1024;

const checkIntervalMs = 1000;

/** Checks at once and then every second. If the check fails, the last state stands. */
export async function watchDiskRoom({
  folder,
  log,
  readFreeBytes = freeBytesOf,
}: DiskRoomOptions): Promise<DiskRoom> {
  let isShort = false;
  async function check(): Promise<void> {
    const freeBytes = await readFreeBytes(folder).catch(() => undefined);
    if (freeBytes === undefined) return;
    if (!isShort && freeBytes < freeBytesMin) {
      isShort = true;
      log.error(
        { part: 'disk', folder, freeBytes },
        'the disk is nearly full: nothing is written for callers',
      );
    } else if (isShort && freeBytes >= freeBytesAgain) {
      isShort = false;
      log.warn({ part: 'disk', folder, freeBytes }, 'the disk has room again');
    }
  }
  await check();
  const timer = setInterval(() => void check(), checkIntervalMs);
  timer.unref();
  return { isShort: () => isShort, close: () => clearInterval(timer) };
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

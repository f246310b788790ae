import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freeBytesAgain, freeBytesMin, watchDiskRoom, type DiskRoom } from './disk-room.ts';

let room: DiskRoom | undefined;
const log = { error: vi.fn<() => void>(), warn: vi.fn<() => void>() };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  room?.close();
  vi.useRealTimers();
  vi.clearAllMocks();
});

/** What is told of a disk with so much room, one second after another. */
async function shortAfterEach(freeBytes: readonly (number | Error)[]): Promise<boolean[]> {
  const rest = [...freeBytes];
  room = await watchDiskRoom({
    folder: '/',
    log,
    readFreeBytes: async () => {
      const next = rest.shift();
      if (typeof next !== 'number') throw new Error('no answer');
      return next;
    },
  });
  const told = [room.isShort()];
  while (rest.length > 0) {
    await vi.advanceTimersByTimeAsync(1000);
    told.push(room.isShort());
  }
  return told;
}

test('a disk is short from where PostgreSQL could end, and not again until there is clearly more', async () => {
  expect(
    await shortAfterEach([freeBytesMin, freeBytesMin - 1, freeBytesMin, freeBytesAgain - 1, freeBytesAgain]),
  ).toEqual([false, true, true, true, false]);
  expect(log.error).toHaveBeenCalledOnce();
  expect(log.warn).toHaveBeenCalledOnce();
});

test('is short at the start already', async () => {
  expect(await shortAfterEach([0])).toEqual([true]);
});

test('counts as it did while nobody can say', async () => {
  expect(await shortAfterEach([0, new Error('gone'), freeBytesAgain, new Error('gone')])).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('asks the disk that a folder lies on', async () => {
  vi.useRealTimers();
  room = await watchDiskRoom({ folder: tmpdir(), log });
  expect(room.isShort()).toBe(false);
});

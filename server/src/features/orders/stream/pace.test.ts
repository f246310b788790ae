import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPace } from './pace.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settings = { restMs: 20, restFactor: 4 };

test('a round begins at once where it rested, and the next one after a rest of four times its work', async () => {
  const round = vi.fn<() => Promise<number>>(async () => 50);
  const pace = createPace(round, settings);
  pace.wake();
  expect(round).toHaveBeenCalledTimes(1);
  pace.wake();
  pace.wake();
  await vi.advanceTimersByTimeAsync(199);
  expect(round).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(round).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(round).toHaveBeenCalledTimes(2);
  pace.wake();
  expect(round).toHaveBeenCalledTimes(3);
  await pace.close();
});

test('a rest has its least', async () => {
  const round = vi.fn<() => Promise<number>>(async () => 0);
  const pace = createPace(round, settings);
  pace.wake();
  pace.wake();
  await vi.advanceTimersByTimeAsync(19);
  expect(round).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(round).toHaveBeenCalledTimes(2);
  await pace.close();
});

test('whoever closes it waits for the round that runs, and not for its rest', async () => {
  const work = Promise.withResolvers<number>();
  const pace = createPace(() => work.promise, settings);
  pace.wake();
  pace.wake();
  let isClosed = false;
  const closing = pace.close().then(() => (isClosed = true));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isClosed).toBe(false);
  work.resolve(1_000);
  await closing;
  pace.wake();
  expect(isClosed).toBe(true);
});

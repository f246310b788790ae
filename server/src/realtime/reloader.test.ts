import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReloader, type Reloader } from './reloader.ts';

const load = vi.fn<() => Promise<void>>();
const onLoaded = vi.fn<() => void>();
let reloader: Reloader;

beforeEach(() => {
  vi.useFakeTimers();
  load.mockReset().mockRejectedValue(new Error('the database is away'));
  onLoaded.mockReset();
  reloader = createReloader({ what: 'assets', load, log: pino({ level: 'silent' }), onLoaded });
});
afterEach(() => {
  reloader.close();
  vi.useRealTimers();
});

it('waits longer after each failure, a minute at most, until it works, and begins anew then', async () => {
  await reloader.reload();
  const waitsMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
  for (const [index, waitMs] of waitsMs.entries()) {
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    expect(load).toHaveBeenCalledTimes(index + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(index + 2);
  }
  expect(onLoaded).not.toHaveBeenCalled();
  load.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onLoaded).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(waitsMs.length + 2);
  load.mockRejectedValueOnce(new Error('the database is away'));
  await reloader.reload();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onLoaded).toHaveBeenCalledTimes(2);
});

it('reads once more for all changes that come during a read, which may have missed them', async () => {
  const answers = [1, 2].map(() => Promise.withResolvers<undefined>());
  for (const { promise } of answers) load.mockReturnValueOnce(promise);
  const storm = Promise.all(Array.from({ length: 1000 }, () => reloader.reload()));
  expect(load).toHaveBeenCalledOnce();
  answers[0]?.resolve(undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(2);
  answers[1]?.resolve(undefined);
  await storm;
  expect(load).toHaveBeenCalledTimes(2);
  expect(onLoaded).toHaveBeenCalledTimes(2);
});

it('tries once after several failures at once', async () => {
  await Promise.all([reloader.reload(), reloader.reload(), reloader.reload()]);
  load.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(3);
  expect(onLoaded).toHaveBeenCalledOnce();
});

it('does not try again once it is closed, nor after what fails then', async () => {
  await reloader.reload();
  const late = reloader.reload();
  reloader.close();
  await late;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(2);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atLeast } from './at-least.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('keeps an early result back until the time is up', async () => {
  let settled: string | undefined;
  void atLeast(1500, Promise.resolve('done')).then((result) => (settled = result));
  await vi.advanceTimersByTimeAsync(1499);
  expect(settled).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toBe('done');
});

it('keeps an early failure back too', async () => {
  let failure: unknown;
  atLeast(1500, Promise.reject(new Error('refused'))).catch((error: unknown) => (failure = error));
  await vi.advanceTimersByTimeAsync(1499);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toEqual(new Error('refused'));
});

import { expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { holdClock, passTime } from '../test/clock.ts';
import { useHasRested } from './use-has-rested.ts';

it('figures that change have to rest anew before they can be agreed to', async () => {
  holdClock();
  const { result, rerender, unmount } = await renderHook((shown = 'a') => useHasRested(shown, 600), {
    initialProps: 'a',
  });
  await passTime(500);
  await rerender('b');
  await passTime(500);
  expect(result.current).toBe(false);
  await passTime(100);
  await expect.poll(() => result.current).toBe(true);
  await rerender('c');
  expect(result.current).toBe(false);
  await unmount();
  expect(vi.getTimerCount()).toBe(0);
});

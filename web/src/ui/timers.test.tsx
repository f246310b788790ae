import { describe, expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { holdClock, passTime } from '../test/clock.ts';
import { renderApp } from '../test/render-app.tsx';
import { TimeAgo } from './time-text.tsx';
import { useDebounced } from './use-debounced.ts';
import { useHasRested } from './use-has-rested.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

describe('a countdown', () => {
  async function countTo(seconds: number) {
    holdClock();
    const endsAtMs = Date.now() + seconds * 1000;
    return renderHook<number | null, number>((endsAt = endsAtMs) => useSecondsLeft(endsAt), {
      initialProps: endsAtMs,
    });
  }

  it('goes second by second to 0 and counts no further', async () => {
    const { result } = await countTo(3);
    expect(result.current).toBe(3);
    await passTime(1000);
    await expect.poll(() => result.current).toBe(2);
    await passTime(2000);
    await expect.poll(() => result.current).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has the right figure after the page slept', async () => {
    const { result } = await countTo(60);
    vi.setSystemTime(Date.now() + 50_000);
    await passTime(1000);
    await expect.poll(() => result.current).toBe(9);
  });

  it('begins anew with another end, also one that comes after the last was over', async () => {
    const { result, rerender } = await countTo(1);
    await passTime(1000);
    await expect.poll(() => result.current).toBe(0);
    await rerender(Date.now() + 5000);
    expect(result.current).toBe(5);
    await passTime(1000);
    await expect.poll(() => result.current).toBe(4);
    await rerender(Date.now() + 9000);
    expect(result.current).toBe(9);
    await passTime(1000);
    await expect.poll(() => result.current).toBe(8);
    await rerender(null);
    expect(result.current).toBe(0);
  });

  it.each([
    [30 * 60_000, 1800],
    [1000, 1],
    [1, 1],
    [0, 0],
    [-5000, 0],
  ])('that ends in %d ms begins at %d', async (leftMs, seconds) => {
    const { result } = await countTo(leftMs / 1000);
    expect(result.current).toBe(seconds);
  });

  it('to a moment that is none is over at once, and begins with the next that is one', async () => {
    const { result, rerender } = await countTo(Number.NaN);
    expect(result.current).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    await rerender(Date.now() + 5000);
    expect(result.current).toBe(5);
  });

  it('leaves no timer behind', async () => {
    const { unmount } = await countTo(30);
    await unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a debounced value', () => {
  it('follows when it has rested, counted from the last change', async () => {
    holdClock();
    const { result, rerender, unmount } = await renderHook(
      (text: string | undefined) => useDebounced(text, 1000),
      { initialProps: 'a' },
    );
    await rerender('b');
    await passTime(600);
    await rerender('c');
    await passTime(600);
    expect(result.current).toBe('a');
    await passTime(500);
    await expect.poll(() => result.current).toBe('c');
    await rerender('d');
    await unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an age', () => {
  it('is told anew every minute, and no more once it is gone', async () => {
    holdClock();
    const at = new Date(Date.now() - 59_000).toISOString();
    const { container, unmount } = await renderApp(<TimeAgo at={at} />);
    const time = () => container.querySelector('time')?.textContent;
    expect(time()).toBe('now');
    await passTime(60_000);
    await expect.poll(time).toBe('1 minute ago');
    const timersBefore = vi.getTimerCount();
    await unmount();
    expect(vi.getTimerCount()).toBeLessThan(timersBefore);
  });
});

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

it('figures that stand there from the beginning can be agreed to at once, where only a change has to rest', async () => {
  holdClock();
  const { result, rerender } = await renderHook(
    (shown = 'a') => useHasRested(shown, 600, { isNewToo: false }),
    { initialProps: 'a' },
  );
  expect(result.current).toBe(true);
  await rerender('b');
  expect(result.current).toBe(false);
  await passTime(600);
  await expect.poll(() => result.current).toBe(true);
});

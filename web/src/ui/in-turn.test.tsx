import { expect, it } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { renderApp } from '../test/render-app.tsx';
import { Awake } from './hydration.ts';
import { usePartsInTurn } from './in-turn.ts';

it('a page shows one more part after each paint, and a page after the first begins whole', async () => {
  let frame = 0;
  const countFrame = () => {
    frame += 1;
    counting = requestAnimationFrame(countFrame);
  };
  let counting = requestAnimationFrame(countFrame);
  /** The frame in which each count was first shown. */
  const frames = new Map<number, number>();
  const turns = () =>
    renderHook(() => {
      const parts = usePartsInTurn(3);
      if (!frames.has(parts.shownCount)) frames.set(parts.shownCount, frame);
      return parts;
    });
  const first = await turns();
  await expect.poll(() => first.result.current).toEqual({ shownCount: 3, isWhole: true });
  expect([...frames.keys()]).toEqual([0, 1, 2, 3]);
  cancelAnimationFrame(counting);
  expect(new Set(frames.values()).size).toBe(4);

  await renderApp(<Awake />);
  frames.clear();
  await turns();
  expect([...frames.keys()]).toEqual([3]);
});

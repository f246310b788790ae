import { startTransition, useEffect, useState } from 'react';
import { isAppAwake } from './hydration.ts';

/**
 * How many parts of a page to show, besides its beginning: one more after each paint. All at once, a phone would answer nobody for
 * a quarter of a second. Only the visit's first page does so: a later one begins whole, so that Back finds the place it left.
 */
export function usePartsInTurn(partCount: number) {
  const [shownCount, setShownCount] = useState(() => (isAppAwake() ? partCount : 0));
  useEffect(() => {
    if (shownCount >= partCount) return;
    return afterPaint(() => startTransition(() => setShownCount(shownCount + 1)));
  }, [shownCount, partCount]);
  return { shownCount, isWhole: shownCount === partCount };
}

/** Returns the function that calls it off. A hidden page does not paint before somebody looks, and needs nothing until then. */
function afterPaint(run: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    task = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}

import { startTransition, useEffect, useState } from 'react';

/** Whether a page of this visit has been shown whole. Any later one begins whole, so that Back finds the place it left. */
let wasShownWhole = false;

/**
 * How many parts of a page to show, besides its beginning: one more after each paint. The visit's first page would otherwise
 * render, lay out and paint in one go, and answer nobody meanwhile.
 */
export function usePartsInTurn(partCount: number) {
  const [shownCount, setShownCount] = useState(wasShownWhole ? partCount : 0);
  useEffect(() => {
    if (shownCount < partCount) return afterPaint(() => startTransition(() => setShownCount(shownCount + 1)));
    wasShownWhole = true;
    return undefined;
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

import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useEffect, useRef, useState } from 'react';
import { countedAmount } from './counting.ts';

const countMs = 700;

function isMotionUnwanted(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The amount on its way to its new value, so that a change is seen to be one. The first amount stands at once. */
export function useCountedAmount(asset: AssetCode, amount: string): string {
  const [shown, setShown] = useState(amount);
  const shownRef = useRef(amount);

  useEffect(() => {
    const from = shownRef.current;
    if (from === amount) return;
    const startMs = performance.now();
    const durationMs = isMotionUnwanted() ? 0 : countMs;
    let frame = requestAnimationFrame(function show(nowMs) {
      const progress = durationMs === 0 ? 1 : (nowMs - startMs) / durationMs;
      shownRef.current = countedAmount({ asset, from, to: amount }, progress);
      setShown(shownRef.current);
      if (progress < 1) frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, [asset, amount]);

  return shown;
}

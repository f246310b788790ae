import { formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useEffect, useRef, useState } from 'react';

interface Count {
  asset: AssetCode;
  from: string;
  to: string;
}

/** The steps of a count: too fine to be seen. */
const stepsMax = 10_000;

/** The shown amount at a progress from 0 to 1. It ends on exactly the target. */
export function countedAmount({ asset, from, to }: Count, progress: number): string {
  const start = parseAmount(asset, from);
  const end = parseAmount(asset, to);
  if (!start || !end || progress >= 1) return to;
  const eased = 1 - (1 - Math.max(0, progress)) ** 3;
  const step = BigInt(Math.round(eased * stepsMax));
  const minorUnits = start.minorUnits + ((end.minorUnits - start.minorUnits) * step) / BigInt(stepsMax);
  return formatAmount({ asset, minorUnits });
}

const countMs = 700;

function isMotionUnwanted(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The amount on its way to its new value, so that a change is visible. The first amount appears at once. */
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

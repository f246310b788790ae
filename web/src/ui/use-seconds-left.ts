import { useEffect, useState } from 'react';

function secondsUntil(endsAtMs: number | null): number {
  // The moment comes from a text, which may be invalid: then there is nothing to wait for.
  if (endsAtMs === null || Number.isNaN(endsAtMs)) return 0;
  return Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000));
}

/** Counts down to a moment, second by second, and ends at 0. After a page has slept, the figure is right again. */
export function useSecondsLeft(endsAtMs: number | null): number {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(endsAtMs));
  const [countedFor, setCountedFor] = useState(endsAtMs);
  // Not with `!==`: NaN never equals NaN, so this would render for ever.
  if (!Object.is(countedFor, endsAtMs)) {
    setCountedFor(endsAtMs);
    setSecondsLeft(secondsUntil(endsAtMs));
  }
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setSecondsLeft(secondsUntil(endsAtMs)), 1000);
    return () => clearInterval(timer);
  }, [isRunning, endsAtMs]);
  return secondsLeft;
}

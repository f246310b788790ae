import { useEffect, useState } from 'react';

function secondsUntil(endsAtMs: number | null): number {
  return endsAtMs === null ? 0 : Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000));
}

/** Counts down to a moment, second by second, and ends at 0. A page that slept in between has the right figure again. */
export function useSecondsLeft(endsAtMs: number | null): number {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(endsAtMs));
  const [countedFor, setCountedFor] = useState(endsAtMs);
  if (countedFor !== endsAtMs) {
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

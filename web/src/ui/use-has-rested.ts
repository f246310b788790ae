import { useEffect, useState } from 'react';

/** True once the content has not changed for this long. A press before that was meant for the former content. */
export function useHasRested(shown: string, restMs: number): boolean {
  const [rested, setRested] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(shown), restMs);
    return () => clearTimeout(timer);
  }, [shown, restMs]);
  return rested === shown;
}

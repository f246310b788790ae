import { useEffect, useState } from 'react';

interface RestOptions {
  /** False if only a change has to rest, and not what is shown first. */
  isNewToo?: boolean;
}

/** True once the content has not changed for this long. A press before that was meant for the former content. */
export function useHasRested(shown: string, restMs: number, { isNewToo = true }: RestOptions = {}): boolean {
  const [rested, setRested] = useState(isNewToo ? undefined : shown);
  useEffect(() => {
    const timer = setTimeout(() => setRested(shown), restMs);
    return () => clearTimeout(timer);
  }, [shown, restMs]);
  return rested === shown;
}

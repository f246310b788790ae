import { useEffect, useState } from 'react';

/** True once what is shown has stood for so long: a press that was meant for what stood there before is none. */
export function useHasRested(shown: string, restMs: number): boolean {
  const [rested, setRested] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(shown), restMs);
    return () => clearTimeout(timer);
  }, [shown, restMs]);
  return rested === shown;
}

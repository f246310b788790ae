import { useEffect } from 'react';

/** A failure of prices is logged, once for each time that they were asked for in vain: each brings an error of its own. */
export function useLogFailure(error: Error | null) {
  useEffect(() => {
    // Whoever looks into it finds the reason here.
    // oxlint-disable-next-line no-console
    if (error) console.warn('The market prices could not be loaded', error);
  }, [error]);
}

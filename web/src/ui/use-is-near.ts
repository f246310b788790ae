import { type RefObject, useEffect, useState } from 'react';

/** Far enough ahead that what is fetched then is there when it is scrolled to. */
const distance = '320px';

interface NearOptions {
  /** For how long it must stay near: a page that is still growing shows its end for a moment. */
  forMs?: number;
}

/** Whether an element has come near what can be seen; once it has, that stays so. */
export function useIsNear(ref: RefObject<Element | null>, { forMs = 0 }: NearOptions = {}): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (isNear || element === null) return;
    let patience: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(patience);
        if (entries.at(-1)?.isIntersecting !== true) return;
        if (forMs === 0) setIsNear(true);
        else patience = setTimeout(() => setIsNear(true), forMs);
      },
      { rootMargin: `${distance} 0px` },
    );
    observer.observe(element);
    return () => {
      clearTimeout(patience);
      observer.disconnect();
    };
  }, [forMs, isNear, ref]);
  return isNear;
}

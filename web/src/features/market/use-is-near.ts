import { type RefObject, useEffect, useState } from 'react';

/** Far enough ahead that what is fetched then is there when it is scrolled to. */
const distance = '320px';

/** Whether an element has come near what can be seen; once it has, that stays so. */
export function useIsNear(ref: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (isNear || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: `${distance} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear, ref]);
  return isNear;
}

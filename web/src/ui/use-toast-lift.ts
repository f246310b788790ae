import { type RefObject, useEffect } from 'react';
import { toastLift } from './toast-lift.ts';

/** Where dialogs are sheets, as their style says. */
const sheetScreens = '(width < 40rem)';
const gap = 16;

function liftOf(viewport: HTMLElement): number {
  const sheet = [...document.querySelectorAll('[data-sheet]:not([data-ending-style], [data-covered])')].at(
    -1,
  );
  if (!sheet || !matchMedia(sheetScreens).matches) return 0;
  const action = [...sheet.querySelectorAll('[data-variant="primary"], [data-variant="danger"]')].at(-1);
  return toastLift({
    screenHeight: window.innerHeight,
    sheetTop: sheet.getBoundingClientRect().top,
    actionTop: action?.getBoundingClientRect().top,
    stackHeight: viewport.offsetHeight,
    gap,
  });
}

/**
 * Keeps toasts off the sheet's action. While there are any, the sheet is looked at in every frame: it comes, goes,
 * scrolls and changes its content without telling, and a toast is there for seconds only.
 */
export function useToastLift(viewport: RefObject<HTMLElement | null>, hasToasts: boolean): void {
  useEffect(() => {
    if (!hasToasts) return;
    let frame = 0;
    let lift = -1;
    const follow = () => {
      frame = requestAnimationFrame(follow);
      if (!viewport.current) return;
      const next = liftOf(viewport.current);
      if (next === lift) return;
      lift = next;
      viewport.current.style.setProperty('--toast-lift', `${lift}px`);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [viewport, hasToasts]);
}

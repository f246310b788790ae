import { type RefObject, useEffect } from 'react';

/** Where dialogs are sheets, as their style sheet says. */
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
 * Keeps toasts off the sheet's action. While toasts are shown, it looks at the sheet in every frame: a sheet opens, closes,
 * scrolls and changes its content without an event, and toasts last only seconds.
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

interface SheetOnScreen {
  /** The screen's height, and distances from its upper edge, in px. */
  screenHeight: number;
  sheetTop: number;
  /** Of the sheet's main action; undefined if it has none. */
  actionTop: number | undefined;
  stackHeight: number;
  /** The free space around the stack. */
  gap: number;
}

/**
 * How far toasts are above the screen's lower edge while a sheet is open: on the sheet's upper edge if they have room there, else
 * above the action that they would cover. Zero: their place without a sheet.
 */
export function toastLift({ screenHeight, sheetTop, actionTop, stackHeight, gap }: SheetOnScreen): number {
  const hasRoomAbove = sheetTop >= stackHeight + 2 * gap;
  if (hasRoomAbove) return screenHeight - sheetTop;
  const isActionInTheWay = actionTop !== undefined && actionTop < screenHeight;
  return isActionInTheWay ? Math.max(0, screenHeight - actionTop) : 0;
}

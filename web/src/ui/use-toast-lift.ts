import { type RefObject, useEffect } from 'react';

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

interface SheetOnScreen {
  /** The screen's height, and distances from its upper edge, in px. */
  screenHeight: number;
  sheetTop: number;
  /** Of the action that the sheet is there for; undefined where it has none. */
  actionTop: number | undefined;
  stackHeight: number;
  /** What stays free around the stack. */
  gap: number;
}

/**
 * How far above the screen's lower edge toasts stand while a sheet lies there: on its upper edge where there is room
 * for them, else above the action that they would cover. Zero: where they stand without a sheet.
 */
export function toastLift({ screenHeight, sheetTop, actionTop, stackHeight, gap }: SheetOnScreen): number {
  const hasRoomAbove = sheetTop >= stackHeight + 2 * gap;
  if (hasRoomAbove) return screenHeight - sheetTop;
  const isActionInTheWay = actionTop !== undefined && actionTop < screenHeight;
  return isActionInTheWay ? Math.max(0, screenHeight - actionTop) : 0;
}

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

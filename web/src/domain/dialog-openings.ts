import { useEffect, useState } from 'react';
import type { useDialogEntry } from './dialog-entry.ts';

interface Openings<Shown> {
  /** Undefined while nothing is open. */
  entry: string | undefined;
  shown: Shown | undefined;
  opening: number;
}

interface OpeningsOptions<Shown> extends Pick<
  ReturnType<typeof useDialogEntry>,
  'entry' | 'isFinished' | 'continues' | 'close'
> {
  /** The dialog that the address names. */
  named: Shown | undefined;
}

/**
 * The dialog that the address opens. `shown` stays while its closing animation runs. `opening` is another number for each opening,
 * so that each starts fresh, and 0 before the first.
 */
export function useOpenings<Shown>(options: OpeningsOptions<Shown>) {
  const { named, entry, isFinished, continues, close } = options;
  const [last, setLast] = useState<Openings<Shown>>({ entry: undefined, shown: undefined, opening: 0 });
  const isContinued = last.entry !== undefined && (isFinished || continues === last.entry);
  const isOpen = named !== undefined && (!isFinished || isContinued);
  const openEntry = isOpen ? entry : undefined;
  if (openEntry !== last.entry) {
    const isNew = isOpen && !isContinued;
    setLast({ ...last, entry: openEntry, ...(isNew && { shown: named, opening: last.opening + 1 }) });
  }
  const isOver = named !== undefined && !isOpen;
  useEffect(() => {
    if (isOver) close();
  }, [close, isOver]);
  return { isOpen, shown: last.shown, opening: last.opening };
}

import { useEffect, useId, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let openIds: readonly string[] = [];

function replace(next: readonly string[]): void {
  openIds = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Dialogs can stand above each other without one being part of the other, as when a proof is asked for. */
export function useModalStack(isOpen: boolean): { isCovered: boolean; isLowest: boolean } {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    replace([...openIds, id]);
    return () => replace(openIds.filter((other) => other !== id));
  }, [id, isOpen]);
  const ids = useSyncExternalStore(
    subscribe,
    () => openIds,
    () => openIds,
  );
  const place = ids.indexOf(id);
  return { isCovered: place !== -1 && place < ids.length - 1, isLowest: place <= 0 };
}

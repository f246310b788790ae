import { useCallback, useState } from 'react';

/** A dialog that begins anew each time it is opened (by its key), and can leave the screen in its own time. */
export function useDialog({ isInitiallyOpen = false } = {}) {
  const [{ isOpen, opening }, setState] = useState({ isOpen: isInitiallyOpen, opening: 0 });
  const open = useCallback(() => setState((last) => ({ isOpen: true, opening: last.opening + 1 })), []);
  const close = useCallback(() => setState((last) => ({ ...last, isOpen: false })), []);
  return { isOpen, key: opening, open, close };
}

import { useCallback, useState } from 'react';

/** A dialog that starts fresh at each opening (by its key), and can finish closing. */
export function useDialog() {
  const [{ isOpen, opening }, setState] = useState({ isOpen: false, opening: 0 });
  const open = useCallback(() => setState((last) => ({ isOpen: true, opening: last.opening + 1 })), []);
  const close = useCallback(() => setState((last) => ({ ...last, isOpen: false })), []);
  return { isOpen, key: opening, open, close };
}

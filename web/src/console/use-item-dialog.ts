import { useState } from 'react';
import { useDialog } from '../ui/use-dialog.ts';

/** A dialog about one item of a list. It keeps the item while it closes. */
export function useItemDialog<Item>() {
  const [item, setItem] = useState<Item>();
  const { key, isOpen, open, close } = useDialog();
  return {
    /** Of each opening its own. */
    opening: key,
    isOpen,
    close,
    item,
    open: (next: Item) => {
      setItem(next);
      open();
    },
  };
}

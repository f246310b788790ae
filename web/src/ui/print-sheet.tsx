import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import styles from './print-sheet.module.css';

/** True from the moment the browser begins to print, by whatever button or key, until it is done. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser takes its picture right after the event, so what it takes must stand by then.
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** What comes out on paper instead of the page: black on white, without what stands around it on the screen. */
export function PrintSheet({ children }: { children: ReactNode }) {
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  return createPortal(
    <div className={styles.sheet} data-print-sheet="">
      {children}
    </div>,
    document.body,
  );
}

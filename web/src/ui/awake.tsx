import { useEffect } from 'react';

/** Tells boot.js that the page answers now, so that what was pressed or typed before is not lost. */
export function Awake() {
  useEffect(() => {
    document.dispatchEvent(new Event('app-awake'));
  }, []);
  return null;
}

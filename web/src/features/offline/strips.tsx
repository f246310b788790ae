import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './strips.module.css';

interface StripsProps {
  isBelowHeader: boolean;
  children: ReactNode;
}

/** The place of the strips, in sight however far the page is scrolled. None of them hides what is being read. */
export function Strips({ isBelowHeader, children }: StripsProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    return element ? makeRoomFor(element) : undefined;
  }, []);
  return (
    <div ref={place} className={clsx(styles.strips, isBelowHeader && styles.belowHeader)}>
      {children}
    </div>
  );
}

function makeRoomFor(element: HTMLElement): () => void {
  const root = document.documentElement;
  let height = 0;
  let scrolled = window.scrollY;
  const noteScroll = () => {
    scrolled = window.scrollY;
  };
  const observer = new ResizeObserver(() => {
    const former = height;
    height = element.offsetHeight;
    // A link to a part of the page leads to below the strips.
    root.style.scrollPaddingBlockStart = height === 0 ? '' : `${height}px`;
    // A browser that keeps what is read in its place has just put it under the new strip. No event has told of that yet.
    const kept = Math.min(window.scrollY - scrolled, height - former);
    if (kept > 0) window.scrollBy({ top: -kept, behavior: 'instant' });
  });
  observer.observe(element);
  window.addEventListener('scroll', noteScroll, { passive: true });
  return () => {
    window.removeEventListener('scroll', noteScroll);
    observer.disconnect();
    root.style.scrollPaddingBlockStart = '';
  };
}

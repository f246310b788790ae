import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { renderApp } from './render-app.tsx';

/** What is rendered listens to the window once for each of these, and no more once it is gone. */
export async function expectListenersRemoved(ui: ReactNode, types: readonly string[]): Promise<void> {
  const counts = countListeners();
  const { unmount } = await renderApp(ui);
  for (const type of types) expect([type, counts(type)]).toEqual([type, 1]);
  await unmount();
  for (const type of types) expect([type, counts(type)]).toEqual([type, 0]);
}

/** How many listeners the window has for an event that it had not before. */
function countListeners(): (type: string) => number {
  const present = new Map<string, Set<unknown>>();
  const add = globalThis.addEventListener.bind(globalThis);
  const remove = globalThis.removeEventListener.bind(globalThis);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject, options) => {
      present.set(type, (present.get(type) ?? new Set()).add(listener));
      add(type, listener, options);
    },
  );
  vi.spyOn(globalThis, 'removeEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject, options) => {
      present.get(type)?.delete(listener);
      remove(type, listener, options);
    },
  );
  return (type) => present.get(type)?.size ?? 0;
}

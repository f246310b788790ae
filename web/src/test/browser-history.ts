import { afterEach, beforeEach, expect } from 'vitest';

/** Tests of this file go through the browser's own history, each from an entry of its own. Afterwards the address is the runner's. */
export function onBrowserHistory(path: string): void {
  const home = location.href;
  beforeEach(() => {
    history.pushState(null, '', home);
    history.pushState({ idx: 0, key: uniqueKey() }, '', '/below');
    enter(path);
  });
  afterEach(() => history.pushState(null, '', home));
}

/** Puts an entry on top, as a link from elsewhere does: the router names the ones that it adds itself. */
export function enter(path: string): void {
  history.pushState({ idx: 1, key: uniqueKey() }, '', path);
}

/** No two entries of a browser have the same key, and the files of a run share what the modules remember of them. */
let entries = 0;
const uniqueKey = (): string => `entry ${++entries}`;

let firstKey = uniqueKey();

/** Of the entry that a test begins at in memory. Rendered again, as after a reload, it is the same. */
export const keyOfFirstEntry = (): string => firstKey;

/** The next test begins elsewhere. */
export function leaveFirstEntry(): void {
  firstKey = uniqueKey();
}

/** The number of the entry that is shown: each opening goes one up, each closing back to the page's own. */
export function shownEntry(): unknown {
  const state: { idx?: number } | null = history.state;
  return state?.idx;
}

/** Until the browser has arrived: a step is taken some time after it was asked for. */
export async function expectPath(path: string): Promise<void> {
  await expect.poll(() => `${location.pathname}${location.search}`).toBe(path);
}

/** Until the browser has gone back or forward. */
export function nextStep(): Promise<unknown> {
  return new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
  });
}

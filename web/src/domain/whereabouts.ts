import type { Location } from 'react-router';
import { session } from '../api/session.ts';
import { letStepPass } from '../ui/back-guard.ts';
import type { Place } from './dialog-query.ts';
import { ownEntryOf, stateOf } from './entry-state.ts';

/** The place that is shown, and whether a step away from it is on its way: a second press must not take a second one. */
let present: Location | undefined;
let hasDeparted = false;

export function arrive(at: Location): void {
  if (present === at) return;
  present = at;
  hasDeparted = false;
  const act = atOwnEntry;
  atOwnEntry = undefined;
  act?.(at);
}

export function depart(from: Location): boolean {
  if (present !== from || hasDeparted) return false;
  hasDeparted = true;
  return true;
}

export function isPresent(at: Location): boolean {
  return present === at;
}

/** What a dialog does at its own entry, once it is back there from a step. */
let atOwnEntry: ((at: Location) => void) | undefined;

/** A step away from the place, or back to the dialog's own entry, is on its way. */
export function isOnTheWay(shown: Location): boolean {
  return atOwnEntry !== undefined || (present === shown && hasDeparted);
}

/** The entry where the former person was: what they had opened there, in whichever step, is not for the next one. */
let leftBehind: string | undefined;
session.subscribe(() => {
  leftBehind = present && ownEntryOf(present);
});

export function isLeftBehind(location: Location): boolean {
  return leftBehind !== undefined && ownEntryOf(location) === leftBehind;
}

/** The entry that `finish` or `continueAs` wrote. The router shows it a moment later, and a press may come before. */
let goneOnKey: unknown;

export function noteGoneOn(): void {
  goneOnKey = readBrowserKey();
}

/** After a return from another site the browser may be at another entry, and the router was not told. */
export function isBrowserElsewhere({ key }: Location): boolean {
  const browserKey = readBrowserKey();
  return browserKey !== undefined && browserKey !== key && browserKey !== goneOnKey;
}

function readBrowserKey(): unknown {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? state.key : undefined;
}

/** Where the browser is. The address of a page on its way is the browser's already; the router shows the page a moment later. */
export function browserPlace(shown: Location): Place {
  return isBrowserElsewhere(shown) ? window.location : shown;
}

export function goBack(from: Location, navigate: (steps: number) => unknown): void {
  letStepPass();
  if (isBrowserElsewhere(from)) {
    dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  } else {
    void navigate(-1);
  }
}

/** At the dialog's own entry: from a step it is one back. */
export function doAtOwnEntry(
  from: Location,
  navigate: (steps: number) => unknown,
  act: (at: Location) => void,
): void {
  if (stateOf(from)?.below === undefined) return act(from);
  if (!depart(from)) return;
  atOwnEntry = act;
  goBack(from, navigate);
}

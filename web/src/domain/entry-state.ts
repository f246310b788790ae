import { createPath, type Location } from 'react-router';
import { session } from '../api/session.ts';
import { hasDialog, placeWith, samePlace } from './dialog-query.ts';

/** What an entry of the history keeps. */
export interface EntryState {
  /** A dialog added it: closing the dialog goes back to the entry before. */
  isDialog?: boolean;
  /** The dialog did what it was opened for. It may show that, but is not opened again. */
  isFinished?: boolean;
  /** The key of the dialog's own entry: this one is a step of the dialog, and Back leads from it to the step before. */
  below?: string;
  /** The key of the entry that this one replaced: the dialog that is open there goes on here. */
  continues?: string;
}

export const addedByDialog: EntryState = { isDialog: true };

/** As the router names its entries. */
const newKey = () => crypto.getRandomValues(new Uint32Array(2)).join('');

/**
 * For the tab's first page, before the router starts. Drafts belong to an entry by its key, and the router gives the first entry
 * none. Somebody's link to a dialog has another site before it, or nothing: the page comes beneath, so that Back closes the dialog.
 */
export function nameFirstEntry(): void {
  const state: { key?: string } | null = window.history.state;
  if (state?.key !== undefined) return;
  const place = samePlace(window.location);
  const isDialog = state === null && session.read().token !== null && hasDialog(place.search);
  if (!isDialog) return window.history.replaceState({ ...state, key: newKey() }, '');
  window.history.replaceState({ key: newKey(), idx: 0 }, '', createPath(placeWith(place, {})));
  window.history.pushState({ usr: addedByDialog, key: newKey(), idx: 1 }, '', createPath(place));
}

// The app's links write other things there, which are objects too.
export const stateOf = (location: Location): EntryState | null => location.state as EntryState | null;

export const wasAdded = (location: Location): boolean => stateOf(location)?.isDialog === true;

/** The key of the entry that opened the dialog, whichever of its steps is shown. What was typed is kept under it. */
export function ownEntryOf(location: Location): string {
  return stateOf(location)?.below ?? location.key;
}

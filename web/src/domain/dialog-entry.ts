import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { createPath, type Location, type To, useLocation, useNavigate } from 'react-router';
import { session } from '../api/session.ts';
import { letStepPass } from '../ui/back-guard.ts';

/** What names the dialog above a page in the query of its address. */
export type DialogQuery = Readonly<Record<string, string | undefined>>;

/** Links in mails name a transaction by a field of its own, and the ways in have one that people know by heart. */
const namesDialog = (field: string) =>
  field === 'transaction' || field === 'auth' || /^dialog(-|$)/.test(field);

const hasDialog = (search: string) => [...new URLSearchParams(search).keys()].some(namesDialog);

/** The query of the page below with this dialog above it. An empty one takes the dialog away. */
export function queryWithDialog(search: URLSearchParams, dialog: DialogQuery): string {
  const next = new URLSearchParams([...search].filter(([field]) => !namesDialog(field)));
  for (const [field, text] of Object.entries(dialog)) {
    if (text !== undefined) next.set(field, text);
  }
  const query = next.toString();
  return query && `?${query}`;
}

type Place = Pick<Location, 'pathname' | 'search' | 'hash'>;

function placeWith({ pathname, search, hash }: Place, dialog: DialogQuery) {
  return { pathname, search: queryWithDialog(new URLSearchParams(search), dialog), hash };
}

/** What an entry of the history keeps. */
interface EntryState {
  /** A dialog added it: closing the dialog goes back to the entry before. */
  isDialog?: boolean;
  /** The dialog did what it was opened for. It may show that, but is not opened again. */
  isFinished?: boolean;
}

const addedByDialog: EntryState = { isDialog: true };

// The app's links write other things there, which are objects too.
const stateOf = (location: Location): EntryState | null => location.state as EntryState | null;

const wasAdded = (location: Location): boolean => stateOf(location)?.isDialog === true;

/** The place that is shown, and whether a step away from it is on its way: a second press must not take a second one. */
let present: Location | undefined;
let hasDeparted = false;

function arrive(at: Location): void {
  if (present === at) return;
  present = at;
  hasDeparted = false;
}

function depart(from: Location): boolean {
  if (present !== from || hasDeparted) return false;
  hasDeparted = true;
  return true;
}

/** Where the former person was: what they had opened there is not for the next one. */
let leftBehind: Location | undefined;
session.subscribe(() => {
  leftBehind = present;
});

/** The entry that `finish` wrote. The router shows it a moment later, and a press may come before. */
let finishedKey: unknown;

/** After a return from another site the browser may be at another entry, and the router was not told. */
function isBrowserElsewhere({ key }: Location): boolean {
  const browserKey = readBrowserKey();
  return browserKey !== undefined && browserKey !== key && browserKey !== finishedKey;
}

function readBrowserKey(): unknown {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'key' in state ? state.key : undefined;
}

/** Where the browser is. The address of a page on its way is the browser's already; the router shows the page a moment later. */
export function browserPlace(shown: Location): Place {
  return isBrowserElsewhere(shown) ? window.location : shown;
}

/** For an entry of the history that has the page below before it: closing the dialog goes back there. */
export function entryAbove(shown: Location, dialog: DialogQuery): { path: string; state: unknown } {
  return { path: createPath(placeWith(browserPlace(shown), dialog)), state: addedByDialog };
}

function goBack(from: Location, navigate: (steps: number) => unknown): void {
  letStepPass();
  if (isBrowserElsewhere(from)) {
    dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  } else {
    void navigate(-1);
  }
}

/** A place that takes the dialog's own: Back leads from there to the page below. */
function usePutInPlace() {
  const location = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (to: To, state: unknown = null) => {
      const isAdded = wasAdded(location);
      if (!isAdded && hasDialog(location.search)) {
        void navigate(placeWith(location, {}), { replace: true });
      }
      void navigate(to, { replace: isAdded, state });
    },
    [location, navigate],
  );
}

/** For a dialog that leads on by itself. */
export function useDialogPlace() {
  const location = useLocation();
  const navigate = useNavigate();
  const putInPlace = usePutInPlace();
  useLayoutEffect(() => arrive(location), [location]);

  /** To a page. An answer that comes after the dialog was left leads there all the same. */
  const goOn = useCallback(
    (to: string, state: unknown = null) => {
      if (depart(location)) putInPlace(to, state);
      else void navigate(to, { state });
    },
    [location, navigate, putInPlace],
  );

  /** To another dialog, from which Back leads to the page, even if the first one was the tab's first place. */
  const openAbove = useCallback(
    (dialog: DialogQuery) => {
      if (depart(location)) putInPlace(placeWith(location, dialog), addedByDialog);
    },
    [location, putInPlace],
  );
  return { goOn, openAbove };
}

/** Opens and closes dialogs by the address, so that no entry is left behind that would open one again. */
export function useDialogEntry() {
  const location = useLocation();
  const navigate = useNavigate();
  const putInPlace = usePutInPlace();
  useLayoutEffect(() => arrive(location), [location]);

  const open = useCallback(
    (dialog: DialogQuery) => {
      if (!depart(location)) return;
      // One dialog in place of another is one step, so that Back leads to the page.
      const isReplacing = hasDialog(location.search);
      const state = isReplacing && !wasAdded(location) ? null : addedByDialog;
      void navigate(placeWith(location, dialog), { replace: isReplacing, state });
    },
    [location, navigate],
  );

  const close = useCallback(() => {
    if (!hasDialog(location.search) || !depart(location)) return;
    // What the browser is already at must not be replaced.
    if (wasAdded(location) || isBrowserElsewhere(location)) goBack(location, navigate);
    else void navigate(placeWith(location, {}), { replace: true });
  }, [location, navigate]);

  /** Goes to a page that takes the dialog's place: Back leads from there to the page below. */
  const leaveFor = useCallback(
    (url: string) => {
      const { origin, pathname, search } = new URL(url);
      if (origin === window.location.origin) return putInPlace(`${pathname}${search}`);
      const isAdded = wasAdded(location);
      if (!isAdded && hasDialog(location.search)) {
        void navigate(placeWith(location, {}), { replace: true });
      }
      letStepPass();
      if (isAdded) window.location.replace(url);
      else window.location.assign(url);
    },
    [location, navigate, putInPlace],
  );

  /** A reload finds the page below from now on, instead of an empty form. */
  const finish = useCallback(() => {
    if (present !== location || !hasDialog(location.search)) return;
    const { pathname, search, hash } = location;
    const state: EntryState = { ...(wasAdded(location) && addedByDialog), isFinished: true };
    void navigate({ pathname, search, hash }, { replace: true, state });
    finishedKey = readBrowserKey();
  }, [location, navigate]);

  const isFinished = stateOf(location)?.isFinished === true || location === leftBehind;
  return { search: location.search, entry: location.key, isFinished, open, close, leaveFor, finish };
}

interface Openings<Shown> {
  /** Undefined while nothing is open. */
  entry: string | undefined;
  shown: Shown | undefined;
  opening: number;
}

interface OpeningsOptions<Shown> extends Pick<
  ReturnType<typeof useDialogEntry>,
  'entry' | 'isFinished' | 'close'
> {
  /** The dialog that the address names. */
  named: Shown | undefined;
}

/**
 * The dialog that the address opens. `shown` stays while its closing animation runs. `opening` is another number for each opening,
 * so that each starts fresh, and 0 before the first.
 */
export function useOpenings<Shown>({ named, entry, isFinished, close }: OpeningsOptions<Shown>) {
  const [last, setLast] = useState<Openings<Shown>>({ entry: undefined, shown: undefined, opening: 0 });
  const isContinued = isFinished && last.entry !== undefined;
  const isOpen = named !== undefined && (!isFinished || isContinued);
  const openEntry = isOpen ? entry : undefined;
  if (openEntry !== last.entry) {
    const isNew = isOpen && !isContinued;
    setLast({ ...last, entry: openEntry, ...(isNew && { shown: named, opening: last.opening + 1 }) });
  }
  const isOver = named !== undefined && !isOpen;
  useEffect(() => {
    if (isOver) close();
  }, [close, isOver]);
  return { isOpen, shown: last.shown, opening: last.opening };
}

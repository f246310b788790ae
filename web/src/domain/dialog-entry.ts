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

const samePlace = ({ pathname, search, hash }: Place): Place => ({ pathname, search, hash });

function placeWith({ pathname, search, hash }: Place, dialog: DialogQuery) {
  return { pathname, search: queryWithDialog(new URLSearchParams(search), dialog), hash };
}

/** What an entry of the history keeps. */
interface EntryState {
  /** A dialog added it: closing the dialog goes back to the entry before. */
  isDialog?: boolean;
  /** The dialog did what it was opened for. It may show that, but is not opened again. */
  isFinished?: boolean;
  /** The key of the dialog's own entry: this one is a step of the dialog, and Back leads from it to the step before. */
  below?: string;
  /** The key of the entry that this one replaced: the dialog that is open there goes on here. */
  continues?: string;
}

const addedByDialog: EntryState = { isDialog: true };

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
const stateOf = (location: Location): EntryState | null => location.state as EntryState | null;

const wasAdded = (location: Location): boolean => stateOf(location)?.isDialog === true;

/** The place that is shown, and whether a step away from it is on its way: a second press must not take a second one. */
let present: Location | undefined;
let hasDeparted = false;

function arrive(at: Location): void {
  if (present === at) return;
  present = at;
  hasDeparted = false;
  const act = atOwnEntry;
  atOwnEntry = undefined;
  act?.(at);
}

function depart(from: Location): boolean {
  if (present !== from || hasDeparted) return false;
  hasDeparted = true;
  return true;
}

/** What a dialog does at its own entry, once it is back there from a step. */
let atOwnEntry: ((at: Location) => void) | undefined;

/** A step away from the place, or back to the dialog's own entry, is on its way. */
function isOnTheWay(shown: Location): boolean {
  return atOwnEntry !== undefined || (present === shown && hasDeparted);
}

/** Where the former person was: what they had opened there is not for the next one. */
let leftBehind: Location | undefined;
session.subscribe(() => {
  leftBehind = present;
});

/** The entry that `finish` or `continueAs` wrote. The router shows it a moment later, and a press may come before. */
let goneOnKey: unknown;

/** After a return from another site the browser may be at another entry, and the router was not told. */
function isBrowserElsewhere({ key }: Location): boolean {
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

/** The key of the entry that opened the dialog, whichever of its steps is shown. What was typed is kept under it. */
export function ownEntryOf(location: Location): string {
  return stateOf(location)?.below ?? location.key;
}

/** At the dialog's own entry: from a step it is one back. */
function doAtOwnEntry(
  from: Location,
  navigate: (steps: number) => unknown,
  act: (at: Location) => void,
): void {
  if (stateOf(from)?.below === undefined) return act(from);
  if (!depart(from)) return;
  atOwnEntry = act;
  goBack(from, navigate);
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

/** The step of the dialog, such as its review. */
function stepOf(search: string): string | null {
  return new URLSearchParams(search).get('dialog-step');
}

function placeAtStep(location: Location, step: string | null): Place {
  const search = new URLSearchParams(location.search);
  if (step === null) search.delete('dialog-step');
  else search.set('dialog-step', step);
  return { ...samePlace(location), search: `?${search}` };
}

/** Steps within a dialog: each is an entry above the dialog's own, so that Back leads to the step before. */
export function useDialogSteps() {
  const location = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(() => arrive(location), [location]);

  const openStep = useCallback(
    (step: string) => {
      if (!depart(location)) return;
      const state: EntryState = { ...addedByDialog, below: ownEntryOf(location) };
      void navigate(placeAtStep(location, step), { state });
    },
    [location, navigate],
  );

  const leaveStep = useCallback(() => {
    if (stepOf(location.search) === null || !depart(location)) return;
    if (stateOf(location)?.below !== undefined) return goBack(location, navigate);
    // Somebody's link names the step: no entry of the dialog's is below.
    const state: EntryState = { continues: location.key };
    void navigate(placeAtStep(location, null), { replace: true, state });
  }, [location, navigate]);
  return { step: stepOf(location.search), isHeld: isOnTheWay(location), openStep, leaveStep };
}

/** The open dialog stays, but a reload finds something else at its entry. */
function useGoingOn() {
  const location = useLocation();
  const navigate = useNavigate();
  const goOn = useCallback(
    (placeOf: (at: Location) => Place, stateAt: (at: Location) => EntryState) => {
      doAtOwnEntry(location, navigate, (at) => {
        if (present !== at || !hasDialog(at.search)) return;
        const state: EntryState = { ...(wasAdded(at) && addedByDialog), ...stateAt(at) };
        void navigate(placeOf(at), { replace: true, state });
        goneOnKey = readBrowserKey();
      });
    },
    [location, navigate],
  );

  /** A reload finds the page below from now on, instead of an empty form. */
  const finish = useCallback(() => goOn(samePlace, () => ({ isFinished: true })), [goOn]);

  /** A reload finds this dialog from now on. */
  const continueAs = useCallback(
    (dialog: DialogQuery) =>
      goOn(
        (at) => placeWith(at, dialog),
        ({ key }) => ({ continues: key }),
      ),
    [goOn],
  );
  return { finish, continueAs };
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

  /** One dialog above another: closing it leads back to what was typed into the lower one. */
  const openAbove = useCallback(
    (dialog: DialogQuery) => {
      if (depart(location)) void navigate(placeWith(location, dialog), { state: addedByDialog });
    },
    [location, navigate],
  );

  const close = useCallback(() => {
    doAtOwnEntry(location, navigate, (at) => {
      if (!hasDialog(at.search) || !depart(at)) return;
      // What the browser is already at must not be replaced.
      if (wasAdded(at) || isBrowserElsewhere(at)) goBack(at, navigate);
      else void navigate(placeWith(at, {}), { replace: true });
    });
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

  const goingOn = useGoingOn();
  const state = stateOf(location);
  const isFinished = state?.isFinished === true || location === leftBehind;
  const entry = { entry: ownEntryOf(location), isFinished, continues: state?.continues };
  return { ...entry, search: location.search, open, openAbove, close, leaveFor, ...goingOn };
}

interface Openings<Shown> {
  /** Undefined while nothing is open. */
  entry: string | undefined;
  shown: Shown | undefined;
  opening: number;
}

interface OpeningsOptions<Shown> extends Pick<
  ReturnType<typeof useDialogEntry>,
  'entry' | 'isFinished' | 'continues' | 'close'
> {
  /** The dialog that the address names. */
  named: Shown | undefined;
}

/**
 * The dialog that the address opens. `shown` stays while its closing animation runs. `opening` is another number for each opening,
 * so that each starts fresh, and 0 before the first.
 */
export function useOpenings<Shown>(options: OpeningsOptions<Shown>) {
  const { named, entry, isFinished, continues, close } = options;
  const [last, setLast] = useState<Openings<Shown>>({ entry: undefined, shown: undefined, opening: 0 });
  const isContinued = last.entry !== undefined && (isFinished || continues === last.entry);
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

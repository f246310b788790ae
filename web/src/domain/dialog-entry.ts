import { useCallback, useLayoutEffect } from 'react';
import { createPath, type Location, type To, useLocation, useNavigate } from 'react-router';
import { letStepPass } from '../ui/back-guard.ts';
import { type DialogQuery, hasDialog, type Place, placeWith, samePlace } from './dialog-query.ts';
import { addedByDialog, type EntryState, ownEntryOf, stateOf, wasAdded } from './entry-state.ts';
import {
  arrive,
  browserPlace,
  depart,
  doAtOwnEntry,
  goBack,
  isBrowserElsewhere,
  isLeftBehind,
  isPresent,
  noteGoneOn,
} from './whereabouts.ts';

/** For an entry of the history that has the page below before it: closing the dialog goes back there. */
export function entryAbove(shown: Location, dialog: DialogQuery): { path: string; state: unknown } {
  return { path: createPath(placeWith(browserPlace(shown), dialog)), state: addedByDialog };
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

/** The open dialog stays, but a reload finds something else at its entry. */
function useGoingOn() {
  const location = useLocation();
  const navigate = useNavigate();
  const goOn = useCallback(
    (placeOf: (at: Location) => Place, stateAt: (at: Location) => EntryState) => {
      doAtOwnEntry(location, navigate, (at) => {
        if (!isPresent(at) || !hasDialog(at.search)) return;
        const state: EntryState = { ...(wasAdded(at) && addedByDialog), ...stateAt(at) };
        void navigate(placeOf(at), { replace: true, state });
        noteGoneOn();
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
  const isFinished = state?.isFinished === true || isLeftBehind(location);
  const entry = { entry: ownEntryOf(location), isFinished, continues: state?.continues };
  return { ...entry, search: location.search, open, openAbove, close, leaveFor, ...goingOn };
}

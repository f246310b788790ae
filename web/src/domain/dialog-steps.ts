import { useCallback, useLayoutEffect } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { type Place, samePlace } from './dialog-query.ts';
import { addedByDialog, type EntryState, ownEntryOf, stateOf } from './entry-state.ts';
import { arrive, depart, goBack, isOnTheWay } from './whereabouts.ts';

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

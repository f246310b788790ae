import { useEffectEvent, useLayoutEffect } from 'react';

interface Guard {
  /** What happens in place of a step. */
  readonly step: () => void;
  /** The number that the router gave the guarded entry of the history. Another guard may be at an entry above. */
  readonly index: number | undefined;
}

/** The newest last. */
const guards: Guard[] = [];
/** The next step is the one that puts the address back. Only then the guard may change the address itself. */
let onReturn: (() => void) | undefined;
/** The next step is the app's own. */
let isPassing = false;

function indexOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('idx' in state)) return undefined;
  return typeof state.idx === 'number' ? state.idx : undefined;
}

/** The steps back to the guarded entry. None from an entry that is not the router's. */
function stepsToReturn(guard: Guard, state: unknown): number {
  const index = indexOf(state);
  return index === undefined || guard.index === undefined ? 0 : guard.index - index;
}

/**
 * Below the first entry of a tab is another site, or nothing: a step there leaves, and nobody is asked. A copy of the entry above it
 * gives the step somewhere to go.
 */
function copyFirstEntry(): void {
  if (indexOf(history.state) !== 0) return;
  history.replaceState({ ...history.state, isCopied: true }, '');
  history.pushState({ ...history.state, isCopied: false, idx: 1 }, '');
}

function isCopied(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isCopied' in state && state.isCopied === true;
}

/** In the capture phase: the router hears of no step that is taken back, and the page stays as it is. */
function interceptStep(event: PopStateEvent): void {
  if (onReturn) {
    event.stopImmediatePropagation();
    const guard = onReturn;
    onReturn = undefined;
    guard();
    return;
  }
  if (isPassing) {
    isPassing = false;
    return;
  }
  const guard = guards.at(-1);
  // Nothing to guard: whoever goes back from the copy means to leave what it is a copy of.
  if (guard === undefined && isCopied(event.state)) history.back();
  const steps = guard === undefined ? 0 : stepsToReturn(guard, event.state);
  if (guard === undefined || steps === 0) return;
  event.stopImmediatePropagation();
  onReturn = guard.step;
  history.go(steps);
}

globalThis.addEventListener?.('popstate', interceptStep, { capture: true });

/** Lets the app itself go back from a guarded entry. */
export function letStepPass(): void {
  isPassing = guards.length > 0;
}

/** While it is active, a step back (or forward) of the browser calls `onStep` instead, and the address stays. */
export function useBackGuard(isActive: boolean, onStep: () => void): void {
  const step = useEffectEvent(onStep);
  // In the commit that makes it active: a step right after it is guarded too.
  useLayoutEffect(() => {
    if (!isActive) return;
    copyFirstEntry();
    const guard: Guard = { step: () => step(), index: indexOf(history.state) };
    guards.push(guard);
    return () => void guards.splice(guards.indexOf(guard), 1);
  }, [isActive]);
}

import { expect } from 'vitest';

/** For how long a test waits for one thing, as in vitest.config.ts. */
const patienceMs = 8000;

/**
 * With `actionTimeout` set, Vitest's look for an element that never comes goes on without end, and moves the held clock of every
 * later test. Once for all files: set-up.ts runs anew for each.
 */
const { element } = expect;
expect.element = (target, options) => element(target, { timeout: patienceMs, ...options });

/**
 * The function of a test that ran out of time goes on. On a page that is empty by now it fails at what it waits for, so the next
 * test begins after that.
 */
export async function giveUp(test: AbortSignal): Promise<void> {
  if (!test.aborted) return;
  await new Promise((resolve) => {
    setTimeout(resolve, patienceMs + 500);
  });
}

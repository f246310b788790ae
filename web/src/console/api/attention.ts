import type { QueryClient } from '@tanstack/react-query';
import { askAgain } from '../../api/query-client.ts';
import { meKey } from './staff-session.ts';

/** A page asks because of what somebody did within this time, later by itself. */
const attendedMs = 10_000;

/** Whoever works without asking for anything, such as on a long answer, is still there. */
const sayEveryMs = 60_000;

const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

let actedAtMs = Date.now();

/** What asks by itself must not keep the session of somebody who left their desk alive. */
export function isAttended(): boolean {
  return Date.now() - actedAtMs < attendedMs;
}

/** Notes what the person does, and tells the server now and then. Returns what stops it. */
export function watchAttention(client: QueryClient): () => void {
  let saidAtMs = Date.now();
  actedAtMs = saidAtMs;
  const note = () => {
    actedAtMs = Date.now();
    if (actedAtMs - saidAtMs < sayEveryMs) return;
    saidAtMs = actedAtMs;
    void askAgain(client, meKey);
  };
  for (const act of acts) addEventListener(act, note, { capture: true, passive: true });
  return () => {
    for (const act of acts) removeEventListener(act, note, { capture: true });
  };
}

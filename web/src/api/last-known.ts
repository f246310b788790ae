import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { User } from '@mercury/contract/api/users.ts';
import type { getBalance } from '@mercury/contract/api/wallets.ts';
import { readStored, writePreference } from '../storage.ts';
import { lastKnownKey, markOf, readStoredToken, session } from './session.ts';

type Balance = ReplyOf<typeof getBalance>;

/** The account as the person last saw it, for times when the server is unreachable. */
export interface LastKnown {
  user: User;
  balance: Balance;
  /** Time of the server's answer, in milliseconds. */
  atMs: number;
}

/** Null if nothing is kept, or if another session or another app version kept it. */
export function readLastKnown(): LastKnown | null {
  try {
    const kept: (LastKnown & { mark: string }) | null = JSON.parse(readStored(lastKnownKey) ?? 'null');
    return kept?.mark === markOf(session.read().token) ? kept : null;
  } catch {
    return null;
  }
}

/** Kept only in this browser, and only as long as the session. */
export function keepLastKnown(known: LastKnown): void {
  const mark = markOf(session.read().token);
  // This tab may not know yet that the session changed. Then it must not keep the former person's data.
  if (mark === null || mark !== markOf(readStoredToken())) return;
  writePreference(lastKnownKey, JSON.stringify({ ...known, mark }));
}

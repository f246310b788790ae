import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { User } from '@mercury/contract/api/users.ts';
import type { getBalance } from '@mercury/contract/api/wallets.ts';
import { writePreference } from '../preference.ts';
import { readStored } from '../storage.ts';
import { lastKnownKey, markOf, readStoredToken, session } from './session.ts';

type Balance = ReplyOf<typeof getBalance>;

/** What a person saw of their account last, for when the server can't be asked. */
export interface LastKnown {
  user: User;
  balance: Balance;
  /** When the server said so, in milliseconds. */
  atMs: number;
}

/** Null where nothing is kept, or not by this session of this version of the app. */
export function readLastKnown(): LastKnown | null {
  try {
    const kept: (LastKnown & { mark: string }) | null = JSON.parse(readStored(lastKnownKey) ?? 'null');
    return kept?.mark === markOf(session.read().token) ? kept : null;
  } catch {
    return null;
  }
}

/** Kept in this browser only, and only for as long as the session. */
export function keepLastKnown(known: LastKnown): void {
  const mark = markOf(session.read().token);
  // A tab that has not heard yet who is there now keeps nothing of who was.
  if (mark === null || mark !== markOf(readStoredToken())) return;
  writePreference(lastKnownKey, JSON.stringify({ ...known, mark }));
}

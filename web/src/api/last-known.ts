import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { User } from '@mercury/contract/api/users.ts';
import type { getBalance } from '@mercury/contract/api/wallets.ts';
import { writePreference } from '../cookie-choice.ts';
import { readStored, removeStored } from '../storage.ts';
import { session } from './session.ts';

const lastKnownKey = 'lastKnown';

type Balance = ReplyOf<typeof getBalance>;

/** What a person saw of their account last, for when the server can't be asked. */
export interface LastKnown {
  user: User;
  balance: Balance;
  /** When the server said so, in milliseconds. */
  atMs: number;
}

/**
 * Whose it is, and in which shape: the version of the shape, and the end of the session's token, of which it gives away too
 * little to be of use. Null where nobody is signed in.
 */
function markOfSession(): string | null {
  const { token } = session.read();
  return token && `2 ${token.slice(-8)}`;
}

/** Null where nothing is kept, or not by this session of this version of the app. */
export function readLastKnown(): LastKnown | null {
  try {
    const kept: (LastKnown & { mark: string }) | null = JSON.parse(readStored(lastKnownKey) ?? 'null');
    return kept?.mark === markOfSession() ? kept : null;
  } catch {
    return null;
  }
}

/** Kept in this browser only, and only for as long as the session. */
export function keepLastKnown(known: LastKnown): void {
  const mark = markOfSession();
  if (mark !== null) writePreference(lastKnownKey, JSON.stringify({ ...known, mark }));
}

// Whatever ends the session, here or in another tab, and whoever begins the next: nothing is left of this one.
session.subscribe(() => removeStored(lastKnownKey));

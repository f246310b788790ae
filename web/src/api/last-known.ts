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

/** Another version of the app may have written it, in a shape of its own. */
const version = 1;

function isLastKnown(candidate: unknown): candidate is LastKnown {
  return (
    typeof candidate === 'object' &&
    candidate !== null &&
    'version' in candidate &&
    candidate.version === version
  );
}

export function readLastKnown(): LastKnown | null {
  try {
    const stored: unknown = JSON.parse(readStored(lastKnownKey) ?? 'null');
    return isLastKnown(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Kept in this browser only, and only for as long as the session. */
export function keepLastKnown(known: LastKnown): void {
  if (session.read().token !== null) writePreference(lastKnownKey, JSON.stringify({ version, ...known }));
}

// Whatever ends the session, here or in another tab, and whoever begins the next: nothing is left of this one.
session.subscribe(() => removeStored(lastKnownKey));

import { readStored, removeStored } from '../storage.ts';
import { readStoredToken, session } from './session.ts';

export const lastKnownKey = 'lastKnown';

/**
 * Whose it is, and in which shape: the version of the shape, and the end of the session's token, of which it gives away too
 * little to be of use. Null where nobody is signed in.
 */
export function markOf(token: string | null): string | null {
  return token && `2 ${token.slice(-8)}`;
}

// Whatever ends the session, here or in another tab, and whoever begins the next: nothing is left of this one. What the next
// has kept already, in another tab, is not this one's to remove.
session.subscribe(() => {
  const mark = JSON.stringify(markOf(readStoredToken()));
  if (!readStored(lastKnownKey)?.includes(`"mark":${mark}`)) removeStored(lastKnownKey);
});

import { readStored, writeStored } from './storage.ts';

/** Under this the cookie choice is kept: the names of what is allowed, with spaces between. */
export const choiceKey = 'cookieChoice';

/** What may be remembered for convenience alone. */
export const functionalKeys = ['theme', 'lastKnown'] as const;

/** Remembers a convenience, unless the person refused that; then it lasts as long as the page. */
export function writePreference(key: (typeof functionalKeys)[number], value: string): void {
  // Whoever has chosen nothing has refused nothing (`startingCookieChoice`).
  if (readStored(choiceKey)?.split(' ').includes('functional') ?? true) writeStored(key, value);
}

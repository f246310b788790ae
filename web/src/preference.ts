import { readStored, writeStored } from './storage.ts';

/** The key of the cookie choice: the names of the allowed categories, separated by spaces. */
export const choiceKey = 'cookieChoice';

/** What may be stored only for convenience. */
export const functionalKeys = ['theme', 'lastKnown', 'firstSteps'] as const;

/** Stores a convenience. If the person refused that, it lasts only as long as the page. */
export function writePreference(key: (typeof functionalKeys)[number], value: string): void {
  // A person who has chosen nothing has refused nothing (`startingCookieChoice`).
  if (readStored(choiceKey)?.split(' ').includes('functional') ?? true) writeStored(key, value);
}

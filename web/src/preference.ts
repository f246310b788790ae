import { readStored, writeStored } from './storage.ts';

/** The key of the cookie choice: the names of the allowed categories, separated by spaces. */
export const choiceKey = 'cookieChoice';

/** What may be stored only for convenience, and for how long: in this browser, or as long as the tab. */
export const functionalKeys = {
  theme: 'local',
  lastKnown: 'local',
  recentSearches: 'local',
  firstSteps: 'local',
  drafts: 'session',
} as const;

/** Stores a convenience. If the person refused that, it lasts only as long as the page. */
export function writePreference(key: keyof typeof functionalKeys, value: string): void {
  // A person who has chosen nothing has refused nothing (`startingCookieChoice`).
  if (readStored(choiceKey)?.split(' ').includes('functional') ?? true) {
    writeStored(key, value, functionalKeys[key]);
  }
}

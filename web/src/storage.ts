/** Storage can be forbidden or full. It only holds conveniences, so that is never an error. */

type Kind = 'local' | 'session';

/** Throws where it is forbidden. */
const storageOf = (kind: Kind): Storage => (kind === 'local' ? localStorage : sessionStorage);

export function readStored(key: string, kind: Kind = 'local'): string | null {
  try {
    return storageOf(kind).getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string, kind: Kind = 'local'): void {
  try {
    storageOf(kind).setItem(key, value);
  } catch {
    // See above.
  }
}

export function removeStored(key: string, kind: Kind = 'local'): void {
  try {
    storageOf(kind).removeItem(key);
  } catch {
    // See above.
  }
}

/** The key of the cookie choice: the names of the allowed categories, separated by spaces. */
export const choiceKey = 'cookieChoice';

/** What may be stored only for convenience, and for how long: in this browser, or as long as the tab. */
export const functionalKeys = {
  theme: 'local',
  lastKnown: 'local',
  recentSearches: 'local',
  firstSteps: 'local',
  stars: 'local',
  drafts: 'session',
} as const;

/** Stores a convenience. If the person refused that, it lasts only as long as the page. */
export function writePreference(key: keyof typeof functionalKeys, value: string): void {
  // A person who has chosen nothing has refused nothing (`startingCookieChoice`).
  if (readStored(choiceKey)?.split(' ').includes('functional') ?? true) {
    writeStored(key, value, functionalKeys[key]);
  }
}

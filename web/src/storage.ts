/** Local storage can be forbidden or full. It only holds conveniences, so that is never an error. */

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // See above.
  }
}

/** The key of the cookie choice: the names of the allowed categories, separated by spaces. */
export const choiceKey = 'cookieChoice';

/** What may be stored only for convenience. */
export const functionalKeys = ['theme', 'lastKnown'] as const;

/** Stores a convenience. If the person refused that, it lasts only as long as the page. */
export function writePreference(key: (typeof functionalKeys)[number], value: string): void {
  // A person who has chosen nothing has refused nothing (`startingCookieChoice`).
  if (readStored(choiceKey)?.split(' ').includes('functional') ?? true) writeStored(key, value);
}

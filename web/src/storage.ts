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

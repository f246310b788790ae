import { readStored, removeStored, writeStored } from '../../storage.ts';

/** Hashes that the server may not know yet; separated by spaces. */
const endedKey = 'endedSessions';

export function readEndedHashes(): readonly string[] {
  return readStored(endedKey)?.split(' ').filter(Boolean) ?? [];
}

export function addEndedHash(hash: string): void {
  writeStored(endedKey, [...readEndedHashes(), hash].join(' '));
}

export function replaceEndedHashes(hashes: readonly string[]): void {
  // If the write fails, the old value must not stay.
  removeStored(endedKey);
  if (hashes.length > 0) writeStored(endedKey, hashes.join(' '));
}

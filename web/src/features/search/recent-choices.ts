import * as z from 'zod/mini';
import { readStored, writePreference } from '../../storage.ts';

const key = 'recentSearches';
const keptMax = 5;

const keptSchema = z.object({ owner: z.string(), ids: z.array(z.string()) });

/** The ids of what this person chose last in this browser, the latest first. Another person's are not theirs. */
export function readRecentChoices(owner: string): readonly string[] {
  try {
    const kept = keptSchema.parse(JSON.parse(readStored(key) ?? 'null'));
    return kept.owner === owner ? kept.ids.slice(0, keptMax) : [];
  } catch {
    // Nothing is kept, or somebody else wrote there.
    return [];
  }
}

export function keepRecentChoice(owner: string, id: string): void {
  const others = readRecentChoices(owner).filter((other) => other !== id);
  writePreference(key, JSON.stringify({ owner, ids: [id, ...others].slice(0, keptMax) }));
}

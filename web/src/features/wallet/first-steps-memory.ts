import { create } from 'zustand';
import { readStored, writePreference } from '../../storage.ts';

/** open: something was left to do when it was last shown. over: all was done, or the person has hidden the list. */
type Standing = 'open' | 'over';

const key = 'firstSteps';

/** A browser that more people share forgets the first of them. */
const accountsMax = 8;

/** Enough to tell the accounts of one browser apart, too little to name one. */
const markOf = (userId: string) => userId.slice(-8);

function readKept(): ReadonlyMap<string, Standing> {
  try {
    const kept: unknown = JSON.parse(readStored(key) ?? '[]');
    return new Map(Array.isArray(kept) ? kept.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

function isEntry(entry: unknown): entry is [string, Standing] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && (entry[1] === 'open' || entry[1] === 'over');
}

const useStandings = create<ReadonlyMap<string, Standing>>(readKept);

/** Whether the list of first steps has something to say in this browser; undefined if it was never shown here. */
export function useStanding(userId: string): Standing | undefined {
  return useStandings((standings) => standings.get(markOf(userId)));
}

/** False once the list has nothing to say any more, so that nothing is asked for its sake. */
export function useIsGetStartedListed(userId: string): boolean {
  return useStanding(userId) !== 'over';
}

export function keepStanding(userId: string, standing: Standing): void {
  const standings = useStandings.getState();
  if (standings.get(markOf(userId)) === standing) return;
  const others = [...standings].filter(([mark]) => mark !== markOf(userId));
  const entries = [...others, [markOf(userId), standing] as const].slice(-accountsMax);
  useStandings.setState(new Map(entries), true);
  writePreference(key, JSON.stringify(entries));
}

// Another tab may have hidden the list.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === key) useStandings.setState(readKept(), true);
});

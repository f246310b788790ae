import { join } from 'node:path';
import type { Plugin } from 'vitest/config';
import { plant, type PlantedBug } from './planted-bug.ts';

/** Holds the bug that a process of a run is to have, as JSON. */
export const plantedBugVariable = 'PLANTED_BUG';

/** Changes one module as it is loaded; what is on disk stays as it is. */
export function plantedBugPlugin(bug: Pick<PlantedBug, 'file' | 'find' | 'replace'>): Plugin {
  const file = join(import.meta.dirname, '..', bug.file);
  return {
    name: 'planted-bug',
    enforce: 'pre',
    configureVitest({ defineCacheKeyGenerator }) {
      // What was made of the module with the bug in it must be kept for no other run; all others may share theirs.
      defineCacheKeyGenerator(({ id }) => (id === file ? JSON.stringify(bug) : undefined));
    },
    transform(source, id) {
      if (id !== file) return undefined;
      return { code: plant(bug, source), map: null };
    },
  };
}

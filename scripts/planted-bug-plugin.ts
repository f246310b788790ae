import { join } from 'node:path';
import type { Plugin } from 'vite';
import { plant, readPlantedBug, type PlantedBug } from './planted-bug.ts';

/** Names the bug that a run of tests is to have, by the path of its file from the root of the project. */
export const plantedBugVariable = 'PLANTED_BUG';

/** Changes one module as it is loaded; what is on disk stays as it is. */
export function plantedBugPlugin(): Plugin {
  const bugPath = process.env[plantedBugVariable];
  let bug: PlantedBug | undefined;
  return {
    name: 'planted-bug',
    enforce: 'pre',
    async configResolved() {
      if (bugPath !== undefined) bug = await readPlantedBug(bugPath);
    },
    transform(source, id) {
      if (bug === undefined || id !== join(import.meta.dirname, '..', bug.file)) return undefined;
      return { code: plant(bug, source), map: null };
    },
  };
}

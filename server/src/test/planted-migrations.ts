import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plant, readPlantedBug } from '../../../scripts/planted-bug.ts';
import { plantedBugVariable } from '../../../scripts/planted-bug-plugin.ts';

const migrationsFolder = join(import.meta.dirname, '../db/migrations');

/** Where the bug that this run is to have belongs into a migration: a copy of them all that has it. */
export async function plantInMigrations(): Promise<URL | undefined> {
  const bugPath = process.env[plantedBugVariable];
  if (bugPath === undefined) return undefined;
  const bug = await readPlantedBug(bugPath);
  if (dirname(bug.file) !== 'server/src/db/migrations') return undefined;
  const copy = await mkdtemp(join(tmpdir(), 'mercury-planted-'));
  await cp(migrationsFolder, copy, { recursive: true });
  await writeFile(join(copy, basename(bug.file)), plant(bug));
  return pathToFileURL(`${copy}/`);
}

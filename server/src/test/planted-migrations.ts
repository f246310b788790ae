import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plant, type PlantedBug } from '../../../scripts/planted-bug.ts';
import { makeTemplate, type TestPostgres } from './test-postgres.ts';

const migrationsFolder = join(import.meta.dirname, '../db/migrations');

/** If the bug belongs to a migration, makes a template database with it and returns its name. */
export async function plantInMigrations(
  bug: PlantedBug,
  { postgres, name }: { postgres: TestPostgres; name: string },
): Promise<string | undefined> {
  if (dirname(bug.file) !== 'server/src/db/migrations') return undefined;
  const copy = await mkdtemp(join(tmpdir(), 'mercury-planted-'));
  try {
    await cp(migrationsFolder, copy, { recursive: true });
    await writeFile(join(copy, basename(bug.file)), plant(bug));
    await makeTemplate(postgres.connectionString, { name, folder: pathToFileURL(`${copy}/`) });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  return name;
}

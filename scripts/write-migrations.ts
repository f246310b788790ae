// `npm run migrations`, after a new migration: writes its hash into merged.json and the tables that there are now into
// server/src/db/schema.ts. A merged migration stays as it is; `-- --unreleased` takes a change of one that no database has applied.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'server/src/db/migrations');
const listPath = join(folder, 'merged.json');

const { values } = parseArgs({ options: { unreleased: { type: 'boolean', default: false } } });
const changed = values.unreleased ? [] : changedMigrations();
if (changed.length > 0) {
  console.error(
    `Changed after they were merged: ${changed.join(', ')}. Put the change into a new migration.`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(listPath, `${JSON.stringify(presentHashes(), null, 2)}\n`);
  process.exitCode = writeSchema();
}

function presentHashes(): Readonly<Record<string, string>> {
  const files = globSync(`${folder}/*.sql`).toSorted();
  return Object.fromEntries(
    files.map((path) => [basename(path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

/** Changed, renamed or removed. */
function changedMigrations(): string[] {
  const merged = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(listPath, 'utf8')));
  const present = presentHashes();
  return Object.keys(merged).filter((name) => merged[name] !== present[name]);
}

/** The types come from a migrated database, which the server's tests have. */
function writeSchema(): number {
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'server', 'server/src/db/schema.test.ts', '--update'],
    { cwd: root, stdio: 'inherit' },
  );
  return status ?? 1;
}

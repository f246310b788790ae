import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';

/** The migrations and the database disagree; the message is one line for the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface MigrateOptions {
  connectionString: string;
  folder?: URL;
}

interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;

// Any number that no other program uses on this database; "MRCY" in ASCII.
const ADVISORY_LOCK_KEY = 0x4d524359;

/**
 * Brings the database to the newest schema: each file of `migrations/` once, in order, in a transaction of its own, then
 * the job queue's own tables. Processes that start together wait for one another.
 */
export async function migrate({
  connectionString,
  folder = MIGRATIONS_FOLDER,
}: MigrateOptions): Promise<void> {
  const migrations = await readMigrations(folder);
  // A connection of its own, without the time limit of ordinary statements: a big table may take longer.
  const client = new pg.Client({ connectionString, application_name: 'mercury migrate' });
  // A connection that breaks is told by the query that was running.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK_KEY]);
    const appliedCount = await verifyApplied(client, migrations);
    for (const migration of migrations.slice(appliedCount)) await apply(client, migration);
    await migrateQueue(connectionString);
  } finally {
    // Ending the session gives the lock back, whatever happened before.
    await client.end();
  }
}

/** With a pool of its own: the library's stops listening for errors before its connections are closed. */
async function migrateQueue(connectionString: string): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: 2, application_name: 'mercury migrate' });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, logger: silentLogger });
  } finally {
    await pool.end();
  }
}

/** Files of the folder in order; refuses names that don't fit, gaps and doubles. */
async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(FILE_NAME.exec(name)?.[1]);
      if (number !== index + 1) {
        throw new MigrationError(`Migration ${name} is out of order: number ${index + 1} was expected`);
      }
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function verifyApplied(client: pg.Client, migrations: Migration[]): Promise<number> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_migration (
      number integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    'SELECT number, name, checksum FROM schema_migration ORDER BY number',
  );
  for (const applied of rows) {
    const migration = migrations[applied.number - 1];
    if (migration === undefined) {
      throw new MigrationError(`The database is newer than this program: it has migration ${applied.name}`);
    }
    if (migration.checksum !== applied.checksum) {
      throw new MigrationError(`Migration ${migration.name} was changed after this database applied it`);
    }
  }
  return rows.length;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

// The queue reports each of its steps; at our start only failures matter, and those are thrown.
const silentLogger = new Logger(() => () => undefined);

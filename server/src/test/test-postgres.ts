import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { plantInMigrations } from './planted-migrations.ts';

/** A migrated, empty database that every test database is a copy of. */
export const TEMPLATE_DATABASE = 'mercury_template';

export interface TestPostgres {
  readonly connectionString: string;
  stop(): Promise<void>;
}

/**
 * Starts one PostgreSQL for a whole run of tests, with the template. It does not wait for the disk: nobody reads its data
 * after a crash. Suites about crashes and commits start their own (crash-lab.ts).
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'mercury-test-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  const stop = async () => {
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    await administer(postgres.connectionString, [
      'ALTER SYSTEM SET fsync = off',
      'ALTER SYSTEM SET synchronous_commit = off',
      'ALTER SYSTEM SET full_page_writes = off',
      'SELECT pg_reload_conf()',
      `CREATE DATABASE ${TEMPLATE_DATABASE}`,
    ]);
    const folder = await plantInMigrations();
    await migrate({
      connectionString: onDatabase(postgres.connectionString, TEMPLATE_DATABASE),
      ...(folder && { folder }),
    });
  } catch (error) {
    // Without this a migration that fails would leave its PostgreSQL running.
    await stop();
    throw error;
  }
  return { connectionString: postgres.connectionString, stop };
}

/** The address of another database on the same server. */
export function onDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements that concern the server rather than one database. */
export async function administer(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: onDatabase(connectionString, 'postgres') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

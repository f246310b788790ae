import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { closeDatabase, openDatabase } from '../db/database.ts';
import type { Database } from '../db/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresConnectionString: string;
  }
}

/** A database of its own for a test file: real PostgreSQL, all migrations applied, no rows. */
export interface TestDatabase {
  db: Database;
  connectionString: string;
  drop(): Promise<void>;
}

/** A migrated, empty database that every test database is a copy of (see database-setup.ts). */
export const TEMPLATE_DATABASE = 'mercury_template';

/** Makes one in some 50 ms; call it in `beforeAll` and `drop` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
  const connectionString = connectionStringOf(name);
  const db = openDatabase({ connectionString });
  return {
    db,
    connectionString,
    async drop() {
      await closeDatabase(db);
      // FORCE, because a test may have left a connection of its own open.
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

function connectionStringOf(database: string): string {
  const url = new URL(inject('postgresConnectionString'));
  url.pathname = `/${database}`;
  return url.href;
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionStringOf('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

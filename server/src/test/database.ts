import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { closeDatabase, openDatabase } from '../db/database.ts';
import type { Database } from '../db/database.ts';
import { administer, asOwner, createDatabase, onDatabase } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresConnectionString: string;
    /** Migrated and empty. Every test database is a copy of it. */
    templateDatabase: string;
  }
}

/** A database of its own for a test file: real PostgreSQL, all migrations applied, no rows. */
export interface TestDatabase {
  /** As the serving role. */
  db: Database;
  connectionString: string;
  /** As the role that owns the tables, for actions that the product itself may not do. */
  ownerDb: Database;
  drop(): Promise<void>;
}

/** Makes one in about 50 ms. Call it in `beforeAll` and `drop` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresConnectionString');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server, { name, template: inject('templateDatabase') });
  const connectionString = onDatabase(server, name);
  const db = openDatabase({ connectionString });
  // It connects at first use.
  const ownerDb = openDatabase({ connectionString: asOwner(connectionString), connectionsMax: 4 });
  return {
    db,
    connectionString,
    ownerDb,
    async drop() {
      await closeDatabase(db);
      await closeDatabase(ownerDb);
      // FORCE, because a test may have left a connection open.
      await administer(server, [`DROP DATABASE ${name} WITH (FORCE)`]);
    },
  };
}

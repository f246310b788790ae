import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresRoles, startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';

/** A migrated, empty database that every test database is a copy of. */
export const TEMPLATE_DATABASE = 'mercury_template';

// A test file has three apps at most on one database, each with 20 connections of its pool, 5 of the queue's and a few
// that listen; three files run at once: 3 * 3 * 28 = 252. Those that end just then, and test tools, come on top.
const connectionsMax = 320;

export interface TestPostgres {
  /** Of the application's role. All roles have one password here: `asOwner` makes the owner's of it. */
  readonly connectionString: string;
  stop(): Promise<void>;
}

/**
 * Starts one PostgreSQL for a whole run of tests, with the template. It does not wait for the disk: nobody reads its data
 * after a crash. Suites about crashes and commits start their own (crash-lab.ts).
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'mercury-test-'));
  const password = randomBytes(24).toString('hex');
  const passwords = { superuser: password, owner: password, application: password };
  await writeFile(join(dataFolder, 'postgres-passwords.json'), `${JSON.stringify(passwords)}\n`);
  let postgres = await startEmbeddedPostgres({ dataFolder });
  const stop = async () => {
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    await administer(postgres.connectionString, [
      'ALTER SYSTEM SET fsync = off',
      'ALTER SYSTEM SET synchronous_commit = off',
      'ALTER SYSTEM SET full_page_writes = off',
      `ALTER SYSTEM SET max_connections = ${connectionsMax}`,
      ...connectFast(password),
      // What only tests do: plant mistakes behind the triggers' backs, and look at who waits.
      `GRANT SET ON PARAMETER session_replication_role TO ${postgresRoles.owner}`,
      `GRANT pg_read_all_stats TO ${postgresRoles.owner}, ${postgresRoles.application}`,
    ]);
    // Only a start takes another number of connections.
    await postgres.stop();
    postgres = await startEmbeddedPostgres({ dataFolder });
    await makeTemplate(postgres.connectionString, { name: TEMPLATE_DATABASE });
  } catch (error) {
    // Without this a migration that fails would leave its PostgreSQL running.
    await stop();
    throw error;
  }
  return { connectionString: postgres.connectionString, stop };
}

/** The usual 4096 rounds cost both sides some milliseconds at each of a run's thousands of connections. */
function connectFast(password: string): string[] {
  const roles = Object.values(postgresRoles);
  return ['SET scram_iterations = 1', ...roles.map((role) => `ALTER ROLE ${role} PASSWORD '${password}'`)];
}

/** Makes an empty database with all migrations applied, those of the product unless told. */
export async function makeTemplate(
  connectionString: string,
  { name, folder }: { name: string; folder?: URL },
): Promise<void> {
  await createDatabase(connectionString, { name });
  const connection = onDatabase(connectionString, name);
  await migrate({
    connectionString: connection,
    ownerConnectionString: asOwner(connection),
    ...(folder && { folder }),
  });
}

/** Makes a database that belongs to the owner, as the product's own does. */
export async function createDatabase(
  connectionString: string,
  { name, template }: { name: string; template?: string },
): Promise<void> {
  const source = template === undefined ? '' : ` TEMPLATE ${template}`;
  await administer(connectionString, [`CREATE DATABASE ${name}${source} OWNER ${postgresRoles.owner}`]);
}

/** The same database, as the role that owns the tables. */
export function asOwner(connectionString: string): string {
  return asRole(connectionString, postgresRoles.owner);
}

/** The same database, as whoever may do everything. */
export function asSuperuser(connectionString: string): string {
  return asRole(connectionString, postgresRoles.superuser);
}

function asRole(connectionString: string, role: string): string {
  const url = new URL(connectionString);
  url.username = role;
  return url.href;
}

/** The address of another database on the same server. */
export function onDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements that concern the server rather than one database. */
export async function administer(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: onDatabase(asSuperuser(connectionString), 'postgres') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

import { randomBytes } from 'node:crypto';
import { access, constants, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresRoles, startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';

/** Every test database is a copy of it. */
export const TEMPLATE_DATABASE = 'mercury_template';

// A file has three apps at most, each with 20 connections in its pool, 5 of the queue and a few that listen. Three files at once:
// 3 * 3 * 28 = 252, and test tools.
const connectionsMax = 320;

export interface TestPostgres {
  /** The application's role. All roles share one password: `asOwner` derives the owner's address. */
  readonly connectionString: string;
  stop(): Promise<void>;
}

/**
 * One for a whole run. It does not wait for the disk, because nobody reads its data after a crash. Suites about crashes start
 * their own (crash-lab.ts).
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataFolder = await mkdtemp(join(await findFastFolder(), 'mercury-test-'));
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
      'ALTER SYSTEM SET wal_level = minimal',
      'ALTER SYSTEM SET max_wal_senders = 0',
      // Little is kept of what nobody reads again.
      `ALTER SYSTEM SET max_wal_size = '128MB'`,
      `ALTER SYSTEM SET max_connections = ${connectionsMax}`,
      // For tests that plant errors or watch locks.
      `GRANT SET ON PARAMETER session_replication_role TO ${postgresRoles.owner}`,
      `GRANT pg_read_all_stats TO ${postgresRoles.owner}, ${postgresRoles.application}`,
    ]);
    await postgres.stop();
    // A proof of the password costs milliseconds at each of thousands of connections. Nobody else may open the socket's folder.
    await writeFile(join(dataFolder, 'postgres', 'pg_hba.conf'), 'local all all trust\n');
    postgres = await startEmbeddedPostgres({ dataFolder });
    await makeTemplate(postgres.connectionString, { name: TEMPLATE_DATABASE });
  } catch (error) {
    // Otherwise a failed migration leaves its PostgreSQL running.
    await stop();
    throw error;
  }
  return { connectionString: postgres.connectionString, stop };
}

const memoryFolder = '/dev/shm';
const memoryBytesMin = 2 * 1024 ** 3;

/** In memory, where a system has such a folder: each database is 800 files, which a disk takes longer to make than to fill. */
async function findFastFolder(): Promise<string> {
  try {
    await access(memoryFolder, constants.W_OK);
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= memoryBytesMin ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** With all migrations, by default the product's. */
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

/** The owner owns it, as in production. */
export async function createDatabase(
  connectionString: string,
  { name, template }: { name: string; template?: string },
): Promise<void> {
  // The default writes each page to the log as well, at six times the cost.
  const source = template === undefined ? '' : ` TEMPLATE ${template} STRATEGY FILE_COPY`;
  await administer(connectionString, [`CREATE DATABASE ${name}${source} OWNER ${postgresRoles.owner}`]);
}

export function asOwner(connectionString: string): string {
  return asRole(connectionString, postgresRoles.owner);
}

export function asSuperuser(connectionString: string): string {
  return asRole(connectionString, postgresRoles.superuser);
}

function asRole(connectionString: string, role: string): string {
  const url = new URL(connectionString);
  url.username = role;
  return url.href;
}

export function onDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

export async function administer(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: onDatabase(asSuperuser(connectionString), 'postgres') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

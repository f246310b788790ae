import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { reasonOf } from '../errors.ts';
import { addSeededAssets, refuseAssetClash } from './asset-table.ts';
import { one } from './rows.ts';

/** The message is one line for the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export interface MigrateOptions {
  /** Of the role that serves. */
  connectionString: string;
  /** Of the role that owns the tables; it may be the same. */
  ownerConnectionString: string;
  folder?: URL;
  /** The markets of a new installation trade from the start. */
  opensMarkets?: boolean;
}

interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

const MIGRATIONS_FOLDER = new URL('./migrations/', import.meta.url);
const PRIVILEGES_FILE = new URL('./privileges.sql', import.meta.url);
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;

// "MRCY" in ASCII: a number that no other program uses here.
const ADVISORY_LOCK_KEY = 0x4d524359;

/**
 * Each file once, in order, in its own transaction. Then the assets of the build, the job queue's tables, and the privileges of
 * the role that serves. Processes that start together take turns. If nothing changes, a role that may not change the schema is
 * enough.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const {
    connectionString,
    ownerConnectionString,
    folder = MIGRATIONS_FOLDER,
    opensMarkets = false,
  } = options;
  const migrations = await readMigrations(folder);
  const application = await readRole(connectionString);
  // Without the statement timeout: a big table may take longer.
  const client = await connect(ownerConnectionString);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK_KEY]);
    const appliedCount = await verifyApplied(client, migrations);
    await refuseAssetClash(client);
    for (const migration of migrations.slice(appliedCount)) await applyPatiently(client, migration);
    await addSeededAssets(client);
    await addSeededMarkets(client, opensMarkets ? 'open' : 'halted');
    await migrateQueue(ownerConnectionString);
    if (application !== (await roleOf(client))) {
      await refuseOwner(client, application);
      await grantPrivileges(client, application);
    }
  } catch (error) {
    throw isForbidden(error)
      ? new MigrationError('The database has to be migrated by its owner: set DATABASE_OWNER_URL', {
          cause: error,
        })
      : error;
  } finally {
    // Releases the lock too, also after a failure.
    await client.end();
  }
}

/** Their assets come after the migrations. A role that may not write is enough where none is missing. */
async function addSeededMarkets(client: pg.Client, state: 'open' | 'halted'): Promise<void> {
  const { rows } = await client.query<{ is_known: boolean }>(
    `SELECT to_regproc('add_seeded_markets') IS NOT NULL AND to_regclass('market') IS NOT NULL AS is_known`,
  );
  if (rows[0]?.is_known !== true) return;
  const { rows: markets } = await client.query('SELECT FROM market LIMIT 1');
  if (markets.length > 0) return;
  await client.query('BEGIN');
  await client.query('SELECT add_seeded_markets()');
  await client.query('UPDATE market SET state = $1', [state]);
  await client.query('COMMIT');
}

/** The role owns the ledger's tables or can become their owner. Then only our own code keeps it from forging entries. */
export async function mayWriteLedger(connectionString: string): Promise<boolean> {
  const client = await connect(connectionString);
  try {
    return await isOwner(client, await roleOf(client));
  } finally {
    await client.end();
  }
}

async function isOwner(client: pg.Client, role: string): Promise<boolean> {
  const { is_owner } = one(
    await client.query<{ is_owner: boolean | null }>(
      `SELECT bool_or(pg_has_role($1, relowner, 'MEMBER')) AS is_owner FROM pg_class WHERE oid = to_regclass('account')`,
      [role],
    ),
  );
  return is_owner === true;
}

/** Removing an owner's privileges would break the functions that run with them. */
async function refuseOwner(client: pg.Client, application: string): Promise<void> {
  if (!(await isOwner(client, application))) return;
  throw new MigrationError(
    'The role of DATABASE_URL owns the tables, so it can not be kept from them: name another one, and the owner in DATABASE_OWNER_URL',
  );
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'mercury migrate' });
  // The running query reports it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function readRole(connectionString: string): Promise<string> {
  const client = await connect(connectionString);
  try {
    return await roleOf(client);
  } finally {
    await client.end();
  }
}

async function roleOf(client: pg.Client): Promise<string> {
  return one(await client.query<{ role: string }>('SELECT current_user AS role')).role;
}

/** The library's pool stops listening for errors before its connections are closed. */
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

/** Refuses wrong names, gaps and duplicates. */
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
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE oid = to_regclass('schema_migration') AND relkind = 'r'`,
  );
  if (rowCount === 0) {
    await client.query(`
      CREATE TABLE schema_migration (
        number integer PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`);
  }
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    'SELECT number, name, checksum FROM schema_migration ORDER BY number',
  );
  for (const applied of rows) {
    const migration = migrations[applied.number - 1];
    if (migration === undefined) {
      throw new MigrationError(`The database is newer than this program: it has migration ${applied.name}`);
    }
    if (migration.name !== applied.name) {
      throw new MigrationError(
        "The database was made by an earlier build, which this one can't read: start with an empty one",
      );
    }
    if (migration.checksum !== applied.checksum) {
      throw new MigrationError(`Migration ${migration.name} was changed after this database applied it`);
    }
  }
  return rows.length;
}

const attemptsMax = 60;

/** Old processes go on meanwhile: whoever is in the other's way lets them pass and asks again. */
async function applyPatiently(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await apply(client, migration);
      return;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const isInTheWay = cause instanceof pg.DatabaseError && ['40P01', '55P03'].includes(cause.code ?? '');
      if (!isInTheWay || attempt === attemptsMax) throw error;
      await setTimeout(1000);
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = '2s'`);
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migration (number, name, checksum) VALUES ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (isForbidden(error)) throw error;
    const reason = reasonOf(error);
    throw new MigrationError(`Migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

/** In one transaction, so that requests in progress notice nothing. */
async function grantPrivileges(client: pg.Client, application: string): Promise<void> {
  const privileges = await readFile(PRIVILEGES_FILE, 'utf8');
  const role = pg.escapeIdentifier(application);
  await client.query(`BEGIN; ${privileges.replaceAll(':application', () => role)} COMMIT`);
}

function isForbidden(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501';
}

// At our start only failures matter, and those throw.
const silentLogger = new Logger(() => () => undefined);

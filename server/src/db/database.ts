import { Kysely, PostgresDialect, type PostgresPoolClient, Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

/** `kysely` for typed SQL, `pool` for prepared calls where each microsecond counts. */
export interface Database {
  readonly pool: pg.Pool;
  readonly kysely: Kysely<Schema>;
}

export interface DatabaseOptions {
  connectionString: string;
  connectionsMax?: number;
  /** The pool has already dropped the connection. */
  onConnectionError?: (error: Error) => void;
}

// More commit no faster on two cores. PostgreSQL's limit of 100 leaves room for several processes.
const CONNECTIONS_MAX = 20;

// Then the caller is told "busy".
const CONNECTION_WAIT_TIMEOUT_MS = 5_000;

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...connectionSettings(options.connectionString),
    max: options.connectionsMax ?? CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECTION_WAIT_TIMEOUT_MS,
  });
  const onConnectionError = options.onConnectionError ?? (() => undefined);
  pool.on('error', onConnectionError);
  // The pool listens to idle connections only, and an 'error' event without a listener ends the process. The next query on a
  // broken connection tells its caller.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }) };
}

/** Waits for lent connections, then closes all. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.pool.end();
}

/** Both fields use the same connection. */
export interface Transaction {
  readonly client: pg.PoolClient;
  readonly kysely: KyselyTransaction<Schema>;
}

export interface TransactionOptions {
  isolation?: 'read committed' | 'repeatable read' | 'serializable';
  attemptsMax?: number;
}

// PostgreSQL picks a victim at once. A third time means a storm that retries would feed.
const ATTEMPTS_MAX = 3;
const RETRY_DELAY_MS = 10;

/** A statement had failed and its error was swallowed, so COMMIT was answered with ROLLBACK. Nothing was written. */
export class TransactionRolledBackError extends Error {
  override readonly name = 'TransactionRolledBackError';
}

/** The connection broke during COMMIT: the effect may be there. Never retry blindly. */
export class CommitUnknownError extends Error {
  override readonly name = 'CommitUnknownError';
}

/** Retries serialization failures and deadlocks, so `work` must have no effect outside the database. */
export async function inTransaction<Result>(
  db: Database,
  work: (trx: Transaction) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  const attemptsMax = options.attemptsMax ?? ATTEMPTS_MAX;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptTransaction(db, work, options);
    } catch (error) {
      if (attempt >= attemptsMax || !isConflict(error)) throw error;
      // Jitter: victims that come back in step would collide again.
      await delay(RETRY_DELAY_MS * attempt * (0.5 + Math.random()));
    }
  }
}

async function attemptTransaction<Result>(
  db: Database,
  work: (trx: Transaction) => Promise<Result>,
  options: TransactionOptions,
): Promise<Result> {
  const client = await db.pool.connect();
  // Only a connection that is surely outside a transaction may go to the next caller.
  let isClean = false;
  try {
    await client.query(
      options.isolation === undefined ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${options.isolation}`,
    );
    const result = await work(transactionOn(client));
    await commit(client);
    isClean = true;
    return result;
  } catch (error) {
    isClean = error instanceof TransactionRolledBackError || (await rollBack(client));
    throw error;
  } finally {
    client.release(!isClean);
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  let command: string;
  try {
    ({ command } = await client.query('COMMIT'));
  } catch (error) {
    // An error that the database itself sent means: not committed.
    if (error instanceof pg.DatabaseError && !isConnectionLoss(error)) throw error;
    throw new CommitUnknownError('The connection was lost while committing', { cause: error });
  }
  if (command !== 'COMMIT') {
    throw new TransactionRolledBackError('COMMIT was answered with ROLLBACK: an earlier statement failed');
  }
}

async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

function transactionOn(client: pg.PoolClient): Transaction {
  let kysely: KyselyTransaction<Schema> | undefined;
  return {
    client,
    // On first use, because the hot path needs only `client`.
    get kysely() {
      kysely ??= kyselyOn(client);
      return kysely;
    },
  };
}

function kyselyOn(client: pg.PoolClient): KyselyTransaction<Schema> {
  const lentClient: PostgresPoolClient = { query: client.query.bind(client), release: () => undefined };
  const dialect = new PostgresDialect({
    pool: { connect: async () => lentClient, end: async () => undefined, options: {} },
  });
  return new KyselyTransaction<Schema>({
    config: { dialect },
    dialect,
    driver: dialect.createDriver(),
    executor: new Kysely<Schema>({ dialect }).getExecutor(),
  });
}

/** SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown), timeouts, and the same from sockets and the pool. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // 55P03 and 57014: a lock or a statement took too long.
  if (/^(08|53|57P|55P03|57014)/.test(code)) return true;
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)) return true;
  return /^(timeout exceeded when trying to connect|Connection terminated)/.test(error.message);
}

/** Another transaction came first, and a retry would see its result; also with the same idempotency key. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  const { code, constraint } = error;
  return code === '40001' || code === '40P01' || (code === '23505' && constraint === 'idempotency_pkey');
}

export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

// Class 57P: the server ends the session. The outcome of the COMMIT is unknown.
function isConnectionLoss(error: pg.DatabaseError): boolean {
  return error.code?.startsWith('57P') === true || error.code?.startsWith('08') === true;
}

function delay(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

// A longer one has a bad plan or waits for a lock that nobody releases.
const STATEMENT_TIMEOUT_MS = 30_000;

// Transactions make no network calls, so an idle one is forgotten. Its locks must not stay.
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;

function connectionSettings(connectionString: string): pg.ClientConfig {
  return {
    connectionString,
    application_name: 'mercury',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser },
  };
}

type TypeParser = typeof pg.types.getTypeParser;
type TypeId = Parameters<TypeParser>[0];

// Ids of pg_type, which never change. The driver has no names for the arrays.
const WHOLE_NUMBER_IDS: ReadonlySet<number> = new Set([20, 1700]); // int8, numeric
const WHOLE_NUMBER_ARRAY_IDS: ReadonlySet<number> = new Set([1016, 1231]); // int8[], numeric[]
const TEXT_ARRAY_ID = 1009;

const defaultParser: (typeId: number, format?: 'text' | 'binary') => unknown = pg.types.getTypeParser;

// The driver types this as overloads over its own names, but passes any id.
const getTypeParser = ((typeId: TypeId, format?: 'text' | 'binary') => {
  if (format !== 'binary' && WHOLE_NUMBER_IDS.has(typeId)) return parseInteger;
  if (format !== 'binary' && WHOLE_NUMBER_ARRAY_IDS.has(typeId)) return parseIntegerArray;
  return defaultParser(typeId, format);
}) as TypeParser;

/** Money is numeric(38,0). A fraction is a bug of the query, which must cast to text. */
function parseInteger(text: string): bigint {
  return BigInt(text);
}

// The driver's own parser of text[].
const parseTextArray = defaultParser(TEXT_ARRAY_ID) as (text: string) => (string | null)[];

function parseIntegerArray(text: string): (bigint | null)[] {
  return parseTextArray(text).map((item) => (item === null ? null : BigInt(item)));
}

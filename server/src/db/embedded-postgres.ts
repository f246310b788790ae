import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import * as z from 'zod/mini';
import { EmbeddedPostgresError, locatePostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresUser, giveToPostgres, makePrivateFolder, unlessAbsent } from './postgres-user.ts';
import type { PostgresUser } from './postgres-user.ts';
import { endProcess, readLock, stopOrphan } from './postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** Owned by this process (see data-folder.ts). */
  dataFolder: string;
  onUnexpectedEnd?: (message: string) => void;
}

/** The application's role serves, the owner's role migrates. */
export interface EmbeddedDatabase {
  readonly connectionString: string;
  readonly ownerConnectionString: string;
}

export interface EmbeddedPostgres extends EmbeddedDatabase {
  /** For work on the server rather than on one database. */
  readonly superuserConnectionString: string;
  /** In order, or at once after `timeoutMs`. */
  stop(timeoutMs?: number): Promise<void>;
}

const run = promisify(execFile);

/** Each has its own password. Only the superuser may do everything. */
export const postgresRoles = {
  superuser: 'postgres',
  owner: 'mercury_owner',
  application: 'mercury_app',
} as const;
type PostgresRole = keyof typeof postgresRoles;

const DATABASE = 'mercury';
// Only a part of the socket's name: nothing listens on the network.
const PORT = 5432;

// Crash recovery reads everything since the last checkpoint.
const START_TIMEOUT_MS = 300_000;
// A fast shutdown writes a checkpoint. If it is cut short, the next start recovers.
const STOP_TIMEOUT_MS = 2_000;
const POLL_INTERVAL_MS = 20;
// The children of a killed postmaster notice within seconds. Until then a new one refuses to start.
const LEFTOVERS_TIMEOUT_MS = 20_000;
const LOG_SIZE_MAX = 10 * 1024 * 1024;

/** The first start makes the cluster. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataFolder } = options;
  const binariesFolder = await locatePostgresBinaries();
  const user = await choosePostgresUser({ binariesFolder, dataFolder });
  await refuseEarlierBuild(dataFolder, user);
  const passwords = await keepPasswords(dataFolder);
  await stopOrphan(user.clusterFolder);
  await makeCluster(user, passwords.superuser);
  const socketFolder = await makeSocketFolder(user);
  const postmaster = await launchUntilReady({ user, dataFolder, socketFolder, passwords });
  let isStopping = false;
  postmaster.once('exit', (code, signal) => {
    if (isStopping) return;
    options.onUnexpectedEnd?.(
      `PostgreSQL ended unexpectedly (${signal ?? `code ${code}`}): see ${logPath(dataFolder)}`,
    );
  });
  return {
    ...connectionsTo({ socketFolder, passwords }),
    superuserConnectionString: connectionString({
      socketFolder,
      passwords,
      role: 'superuser',
      database: 'postgres',
    }),
    async stop(timeoutMs = STOP_TIMEOUT_MS) {
      isStopping = true;
      if (postmaster.pid !== undefined) await endProcess(postmaster.pid, timeoutMs);
      await rm(socketFolder, { recursive: true, force: true });
    },
  };
}

/** For another process of the same user. */
export async function findEmbeddedPostgres(dataFolder: string): Promise<EmbeddedDatabase> {
  const passwords = await readPasswords(dataFolder);
  const lock = await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const { socketFolder } = readLock(lock);
  if (passwords === undefined || socketFolder === '')
    throw new EmbeddedPostgresError('PostgreSQL is not ready yet: try again in a moment');
  return connectionsTo({ socketFolder, passwords });
}

interface Place {
  socketFolder: string;
  passwords: Passwords;
}

function connectionsTo(place: Place): EmbeddedDatabase {
  return {
    connectionString: connectionString({ ...place, role: 'application', database: DATABASE }),
    ownerConnectionString: connectionString({ ...place, role: 'owner', database: DATABASE }),
  };
}

function connectionString(to: Place & { role: PostgresRole; database: string }): string {
  const { socketFolder, passwords, role, database } = to;
  const user = `${postgresRoles[role]}:${passwords[role]}`;
  return `postgres://${user}@localhost:${PORT}/${database}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`;
}

const passwordsSchema = z.object({
  superuser: z.string(),
  owner: z.string(),
  application: z.string(),
} satisfies Record<PostgresRole, unknown>);
type Passwords = z.output<typeof passwordsSchema>;

async function keepPasswords(dataFolder: string): Promise<Passwords> {
  const kept = await readPasswords(dataFolder);
  if (kept !== undefined) return kept;
  const password = () => randomBytes(24).toString('hex');
  const passwords: Passwords = { superuser: password(), owner: password(), application: password() };
  // Complete and on the disk before a cluster uses them.
  const path = passwordsPath(dataFolder);
  await writeFile(`${path}.partial`, `${JSON.stringify(passwords)}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.partial`, path);
  return passwords;
}

/** Undefined before the first start, or if that was interrupted. */
async function readPasswords(dataFolder: string): Promise<Passwords | undefined> {
  const text = await unlessAbsent(passwordsPath(dataFolder), (path) => readFile(path, 'utf8'));
  return text?.endsWith('\n') ? passwordsSchema.parse(JSON.parse(text)) : undefined;
}

/** An earlier build had one password for all. */
async function refuseEarlierBuild(dataFolder: string, { clusterFolder }: PostgresUser): Promise<void> {
  const isCluster = await isFile(join(clusterFolder, 'PG_VERSION'));
  if (!isCluster || (await readPasswords(dataFolder)) !== undefined) return;
  throw new EmbeddedPostgresError(
    `The data folder ${dataFolder} was made by an earlier build, which this one can't read: set DATA_DIR to another one`,
  );
}

async function makeCluster(user: PostgresUser, password: string): Promise<void> {
  if (await isFile(join(user.clusterFolder, 'PG_VERSION'))) return;
  // Renamed when complete, so that an interrupted start leaves nothing half made.
  const partialFolder = `${user.clusterFolder}.partial`;
  await rm(partialFolder, { recursive: true, force: true });
  await makePrivateFolder(partialFolder, user);
  const passwordFolder = await makeSocketFolder(user);
  const passwordFile = join(passwordFolder, 'password');
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    await giveToPostgres(passwordFile, user);
    await runInitdb(user, { clusterFolder: partialFolder, passwordFile });
  } finally {
    await rm(passwordFolder, { recursive: true, force: true });
  }
  await rm(user.clusterFolder, { recursive: true, force: true });
  await rename(partialFolder, user.clusterFolder);
}

async function runInitdb(
  user: PostgresUser,
  places: { clusterFolder: string; passwordFile: string },
): Promise<void> {
  const options = {
    pgdata: places.clusterFolder,
    pwfile: places.passwordFile,
    username: postgresRoles.superuser,
    auth: 'scram-sha-256',
    // The same sort order and letter case on every machine.
    encoding: 'UTF8',
    locale: 'C',
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
  };
  const [program, ...words] = command(user, 'initdb', [
    '--data-checksums',
    ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
  ]);
  try {
    await run(program, words, { cwd: '/', env: cleanEnvironment(), ...user.switchTo });
  } catch (error) {
    throw new EmbeddedPostgresError(`PostgreSQL's initdb failed: ${lastLine(stderrOf(error))}`, {
      cause: error,
    });
  }
}

interface Launch extends Place {
  user: PostgresUser;
  dataFolder: string;
}

async function launchUntilReady(launch: Launch): Promise<ChildProcess> {
  const leftoversDeadline = Date.now() + LEFTOVERS_TIMEOUT_MS;
  for (;;) {
    const postmaster = await launchPostmaster(launch);
    try {
      await waitUntilReady(postmaster, launch);
      return postmaster;
    } catch (error) {
      const isLeftover = /lock file "postmaster.pid"|shared memory block/.test(String(error));
      if (isLeftover && Date.now() < leftoversDeadline) {
        await delay(POLL_INTERVAL_MS * 10);
        continue;
      }
      if (postmaster.pid !== undefined) await endProcess(postmaster.pid, 0);
      await rm(launch.socketFolder, { recursive: true, force: true });
      throw error;
    }
  }
}

async function launchPostmaster({ user, dataFolder, socketFolder }: Launch): Promise<ChildProcess> {
  const path = logPath(dataFolder);
  if ((await sizeOf(path)) > LOG_SIZE_MAX) await rename(path, `${path}.1`);
  const log = await open(path, 'a', 0o600);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: String(PORT),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // It pays off for reports, not for short statements.
    jit: 'off',
  };
  const [program, ...words] = command(user, 'postgres', [
    '-D',
    user.clusterFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  try {
    return spawn(program, words, {
      cwd: '/',
      env: cleanEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      // Its own process group: Ctrl-C must reach only us, because requests still need the database.
      detached: true,
      ...user.switchTo,
    });
  } finally {
    await log.close();
  }
}

async function waitUntilReady(postmaster: ChildProcess, launch: Launch): Promise<void> {
  const logStart = await sizeOf(logPath(launch.dataFolder));
  const deadline = Date.now() + START_TIMEOUT_MS;
  let end: string | undefined;
  postmaster.once('error', (error) => (end = error.message));
  postmaster.once('exit', () => (end ??= 'it ended'));
  while (Date.now() < deadline) {
    if (end !== undefined) {
      const told = (await readFile(logPath(launch.dataFolder))).subarray(logStart).toString('utf8');
      throw new EmbeddedPostgresError(`PostgreSQL didn't start: ${reasonIn(told) ?? end}`);
    }
    if (await makeDatabase(launch)) return;
    await delay(POLL_INTERVAL_MS);
  }
  throw new EmbeddedPostgresError(`PostgreSQL wasn't ready in time: see ${logPath(launch.dataFolder)}`);
}

/** False while PostgreSQL takes no connections. */
async function makeDatabase(place: Place): Promise<boolean> {
  const client = new pg.Client({
    connectionString: connectionString({ ...place, role: 'superuser', database: 'postgres' }),
  });
  // For later errors: connect() reports its own.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    if (isNotYetReady(error)) return false;
    throw new EmbeddedPostgresError(`PostgreSQL refuses us: ${String(error)}`, { cause: error });
  }
  try {
    const { owner, application } = postgresRoles;
    await makeRole(client, owner, place.passwords.owner);
    await makeRole(client, application, place.passwords.application);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${owner}`);
    await client.query(`REVOKE ALL ON DATABASE ${DATABASE} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${DATABASE} TO ${application}`);
    return true;
  } finally {
    await client.end();
  }
}

async function makeRole(client: pg.Client, name: string, password: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (rowCount !== 0) return;
  // Otherwise a failed statement would be logged with its password.
  await client.query('SET log_min_error_statement = panic');
  // CREATE ROLE takes no parameters. The password has hexadecimal digits only.
  await client.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
}

function isNotYetReady(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  // No socket yet, no listener yet, or "the database system is starting up".
  return error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === '57P03';
}

function command(user: PostgresUser, program: 'initdb' | 'postgres', words: string[]): [string, ...string[]] {
  const path = join(user.binariesFolder, 'bin', program);
  const [first, ...rest] = user.commandPrefix;
  return first === undefined ? [path, ...words] : [first, ...rest, path, ...words];
}

/** The path of a socket may have about 100 bytes, so it can't live in the data folder. */
async function makeSocketFolder(user: PostgresUser): Promise<string> {
  const parent = tmpdir().length > 60 ? '/tmp' : tmpdir();
  const folder = await mkdtemp(join(parent, 'mercury-'));
  await giveToPostgres(folder, user);
  return folder;
}

/** The operator's own PG* variables are for other servers. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' };
}

function passwordsPath(dataFolder: string): string {
  return join(dataFolder, 'postgres-passwords.json');
}

function logPath(dataFolder: string): string {
  return join(dataFolder, 'postgres.log');
}

function reasonIn(log: string): string | undefined {
  return /FATAL:\s*(.+)/.exec(log)?.[1] ?? (lastLine(log) || undefined);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

function stderrOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
}

async function isFile(path: string): Promise<boolean> {
  return (await unlessAbsent(path, stat))?.isFile() ?? false;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

function delay(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

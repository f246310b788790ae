import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { closeDatabase, openDatabase, type Database } from '../db/database.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedDatabase,
  type EmbeddedPostgres,
} from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { readLock } from '../db/postmaster.ts';
import { bundleServer } from './bundled-server.ts';
import { findFreePort, spawnServer, type ServerProcess } from './process.ts';
import { administer } from './test-postgres.ts';

/** As in production: several processes of the program on one PostgreSQL with fsync on. */
export interface CrashLab {
  readonly origins: readonly string[];
  /** The test's own pool, which survives every crash. */
  readonly db: Database;
  readonly connectionString: string;
  readonly ownerConnectionString: string;
  /** A spare replaces a killed process without delay. */
  prepareSpares(count: number): Promise<void>;
  /** Signal 9. Resolves when another process serves in its place. */
  killServer(index: number): Promise<void>;
  /** Signal 9 to each process. Resolves after the recovery. */
  killDatabase(): Promise<void>;
  killServerAndDatabase(index: number): Promise<void>;
  /** Output, and any process that ended without being killed. */
  complaints(): string[];
  close(): Promise<void>;
}

const run = promisify(execFile);

const READY = 'Mercury is ready at ';

interface CrashLabOptions {
  readonly serverCount: number;
  /** Each commit takes so much longer: a kill meets the moment before its answer more often. At most 100. */
  readonly commitDelayMs?: number;
}

export async function openCrashLab({ serverCount, commitDelayMs = 0 }: CrashLabOptions): Promise<CrashLab> {
  const bundled = await bundleServer();
  const folder = await mkdtemp(join(tmpdir(), 'mercury-crash-'));
  const database = await openKillableDatabase(folder);
  await database.delayCommits(commitDelayMs);
  await migrate(database);
  const db = openDatabase({ connectionString: database.connectionString });
  const spares: ServerProcess[] = [];
  const complaints: string[] = [];
  const expectedEnds = new Set<ServerProcess>();

  async function launch(): Promise<ServerProcess> {
    const server = spawnServer({
      dataDir: join(folder, 'shared'),
      port: await findFreePort(),
      bundled,
      env: {
        DATABASE_URL: database.connectionString,
        DATABASE_OWNER_URL: database.ownerConnectionString,
        RATE_LIMIT_FACTOR: '1000000',
        // The codes of thousands of withdrawals would be as many mails.
        WITHDRAWAL_CODE: 'never',
        // Lost connections are the point of this test. Unexpected errors still appear on stderr.
        LOG_LEVEL: 'silent',
      },
    });
    const noteItsEnd = async () => {
      const code = await server.exitCode;
      if (!expectedEnds.has(server)) complaints.push(`a server ended with ${code}: ${server.output()}`);
    };
    void noteItsEnd();
    await server.untilOutput(READY);
    return server;
  }
  const servers = await Promise.all(Array.from({ length: serverCount }, launch)).catch(
    async (error: unknown) => {
      // A test that failed to start must not leave it running.
      await closeDatabase(db);
      await database.close();
      await rm(folder, { recursive: true, force: true });
      throw error;
    },
  );

  async function killOnly(index: number): Promise<void> {
    const server = servers[index];
    if (server === undefined) throw new Error(`there is no server ${index}`);
    expectedEnds.add(server);
    server.kill('SIGKILL');
    await server.exitCode;
  }
  async function replace(index: number): Promise<void> {
    // Each death loses its lease: this many would use up a person's budget.
    await db.pool.query('delete from rate_limit');
    servers[index] = spares.pop() ?? (await launch());
  }

  return {
    get origins() {
      return servers.map(({ origin }) => origin);
    },
    db,
    connectionString: database.connectionString,
    ownerConnectionString: database.ownerConnectionString,
    async prepareSpares(count) {
      spares.push(...(await Promise.all(Array.from({ length: count - spares.length }, launch))));
    },
    async killServer(index) {
      await killOnly(index);
      await replace(index);
    },
    killDatabase: () => database.kill(),
    async killServerAndDatabase(index) {
      await Promise.all([killOnly(index), database.kill()]);
      await replace(index);
    },
    complaints: () => [...complaints],
    async close() {
      const alive = [...servers, ...spares];
      for (const server of alive) {
        expectedEnds.add(server);
        server.kill('SIGTERM');
      }
      await Promise.all(alive.map(({ exitCode }) => exitCode));
      await closeDatabase(db);
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface KillableDatabase extends EmbeddedDatabase {
  delayCommits(ms: number): Promise<void>;
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Its socket moves with every start, so connections use a link. */
async function openKillableDatabase(folder: string): Promise<KillableDatabase> {
  const link = join(folder, 'socket');
  async function start(): Promise<EmbeddedPostgres> {
    const started = await startEmbeddedPostgres({ dataFolder: folder });
    const socketFolder = new URL(started.connectionString).searchParams.get('host') ?? '';
    await symlink(socketFolder, `${link}.new`);
    await rename(`${link}.new`, link);
    return started;
  }
  let postgres = await start();
  const byLink = (connectionString: string) => {
    const url = new URL(connectionString);
    url.searchParams.set('host', link);
    return url.href;
  };
  return {
    connectionString: byLink(postgres.connectionString),
    ownerConnectionString: byLink(postgres.ownerConnectionString),
    delayCommits: (ms) =>
      administer(postgres.superuserConnectionString, [
        `ALTER SYSTEM SET commit_delay = ${ms * 1000}`,
        'ALTER SYSTEM SET commit_siblings = 0',
        'SELECT pg_reload_conf()',
      ]),
    async kill() {
      const { pid } = readLock(await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8'));
      // The parent first, so that it neither starts another child nor cleans up.
      process.kill(pid, 'SIGSTOP');
      for (const each of [...(await childrenOf(pid)), pid]) killAtOnce(each);
      postgres = await start();
    },
    close: () => postgres.stop(),
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const listed =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
      : (await run('pgrep', ['-P', String(pid)])).stdout;
  return listed.split(/\s+/).filter(Boolean).map(Number);
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself since it was listed.
  }
}

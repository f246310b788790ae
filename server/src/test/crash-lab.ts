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
import { findFreePort, spawnServer, type ServerProcess } from './process.ts';

/**
 * The product as it stands in production, to be killed: several processes of the real program on one PostgreSQL, which
 * has a data folder of its own and fsync on.
 */
export interface CrashLab {
  /** Where each process listens at this moment. */
  readonly origins: readonly string[];
  /** The test's own way into the database, which goes on after each of its deaths. */
  readonly db: Database;
  readonly connectionString: string;
  /** Starts so many more, which wait until one that serves is killed, and then serve in its place without delay. */
  prepareSpares(count: number): Promise<void>;
  /** With signal 9. Resolves when another one serves in its place. */
  killServer(index: number): Promise<void>;
  /** Each of its processes, with signal 9. Resolves when it has recovered. */
  killDatabase(): Promise<void>;
  /** Both at the same moment. */
  killServerAndDatabase(index: number): Promise<void>;
  /** Whatever a process has written, or that it ended without being killed. */
  complaints(): string[];
  close(): Promise<void>;
}

const run = promisify(execFile);

const READY = 'Mercury is ready at ';

export async function openCrashLab({ serverCount }: { serverCount: number }): Promise<CrashLab> {
  const folder = await mkdtemp(join(tmpdir(), 'mercury-crash-'));
  const database = await openKillableDatabase(folder);
  await migrate(database);
  const db = openDatabase({ connectionString: database.connectionString });
  const spares: ServerProcess[] = [];
  const complaints: string[] = [];
  const expectedEnds = new Set<ServerProcess>();

  async function launch(): Promise<ServerProcess> {
    const server = spawnServer({
      dataDir: join(folder, 'shared'),
      port: await findFreePort(),
      env: {
        DATABASE_URL: database.connectionString,
        DATABASE_OWNER_URL: database.ownerConnectionString,
        RATE_LIMIT_FACTOR: '1000000',
        // Lost connections are what this is about, and are logged; what is not foreseen comes on stderr all the same.
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
      // A database that nobody will end must not outlive a test that never began.
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
    // A process takes a part of a person's budget of calls at once: so many deaths a minute would leave none.
    await db.pool.query('delete from rate_limit');
    servers[index] = spares.pop() ?? (await launch());
  }

  return {
    get origins() {
      return servers.map(({ origin }) => origin);
    },
    db,
    connectionString: database.connectionString,
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
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Its socket moves with every start, so whoever connects goes by a link that follows it. */
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
    async kill() {
      const { pid } = readLock(await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8'));
      // Held still first, so that it neither starts another child nor puts things in order after the ends of those it has.
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

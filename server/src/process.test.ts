import { mkdir, mkdtemp, readFile, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findEmbeddedPostgres } from './db/embedded-postgres.ts';
import { readLock } from './db/postmaster.ts';
import { commandOf, isAlive, ownIdentity } from './db/process-identity.ts';
import { bundleServer, type BundledServer } from './test/bundled-server.ts';
import { findFreePort, spawnServer } from './test/process.ts';
import type { ServerProcess, ServerProcessOptions } from './test/process.ts';

const READY = 'Mercury is ready at ';

let dataDir: string;
let port: number;
/** Where most starts end at once. */
let bundled: BundledServer | undefined;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mercury-process-'));
  port = await findFreePort();
});
afterEach(async () => {
  // What a failed test has left running must not disturb the next.
  for (const server of servers) server.kill('SIGTERM');
  await Promise.all(servers.splice(0).map((server) => server.exitCode));
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

function launch(options: Partial<ServerProcessOptions> = {}): ServerProcess {
  const server = spawnServer({ dataDir, port, bundled, ...options });
  servers.push(server);
  return server;
}

async function launchUntilReady(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = launch({ env });
  await server.untilOutput(READY);
  return server;
}

async function connect({ asOwner = false } = {}): Promise<pg.Client> {
  const { connectionString, ownerConnectionString } = await findEmbeddedPostgres(dataDir);
  const client = new pg.Client({ connectionString: asOwner ? ownerConnectionString : connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function ownerFile(): Promise<string> {
  const name = (await readdir(dataDir)).find((each) => each.startsWith('owner-'));
  return join(dataDir, name ?? 'no owner file');
}

/** `{}` once the owner has given the folder back. */
async function ownerText(): Promise<string> {
  return readFile(await ownerFile(), 'utf8');
}

async function postmasterPid(): Promise<number> {
  return readLock(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).pid;
}

/** Asks the database until the answer is yes: the moment is the server's to choose. */
async function untilTrue(client: pg.Client, question: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ answer: boolean }>(`SELECT (${question}) AS answer`);
    if (rows[0]?.answer === true) return;
  }
}

describe('the process', () => {
  test('tells its address when it serves, and answers /healthz and /readyz', async () => {
    const server = await launchUntilReady({ PUBLIC_URL: 'https://wallet.example' });
    expect(server.output()).toBe(
      'Market prices are pretended: MARKET_DATA_URL is none\nMercury is ready at https://wallet.example\n',
    );
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await server.exitCode).toBe(0);
  });

  test('answers a request in flight before SIGTERM ends it, whatever signals follow', async () => {
    const server = await launchUntilReady();
    const lock = await connect();
    const watch = await connect();
    await lock.query('BEGIN; LOCK TABLE session IN ACCESS EXCLUSIVE MODE');
    const answer = fetch(`${server.origin}/v1/users/profile`, {
      headers: { authorization: 'Bearer nobody' },
    });
    await untilTrue(
      watch,
      `EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'session'::regclass)`,
    );
    const postgresPid = await postmasterPid();
    const startedAt = Date.now();
    server.kill('SIGTERM');
    server.kill('SIGINT');
    // It no longer listens, so whoever comes now is refused instead of cut off later.
    await expect
      .poll(() =>
        fetch(`${server.origin}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    await lock.query('COMMIT');
    expect((await answer).status).toBe(401);
    expect(await server.exitCode).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    expect(commandOf(postgresPid)).toBeUndefined();
    expect(await ownerText()).toBe('{}\n');
    await Promise.allSettled([lock.end(), watch.end()]);
  });

  test('ends within 5 s even if a request never would', async () => {
    const server = await launchUntilReady();
    const lock = await connect();
    await lock.query('BEGIN; LOCK TABLE session IN ACCESS EXCLUSIVE MODE');
    const answer = fetch(`${server.origin}/v1/users/profile`, {
      headers: { authorization: 'Bearer nobody' },
    });
    const settled = answer.then(
      () => 'answered',
      () => 'cut off',
    );
    const watch = await connect();
    await untilTrue(
      watch,
      `EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'session'::regclass)`,
    );
    const startedAt = Date.now();
    server.kill('SIGTERM');
    expect(await server.exitCode).toBe(1);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    await settled;
    await Promise.allSettled([lock.end(), watch.end()]);
  });

  test('serves as a role that can not write the ledger, and says so only where one role does all', async () => {
    const server = await launchUntilReady();
    expect(server.output()).not.toContain('DATABASE_OWNER_URL');
    const client = await connect();
    await expect(client.query('update account set balance = 1')).rejects.toThrow('permission denied');
    const { rows } = await client.query(
      'select current_user as role, rolsuper from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([{ role: 'mercury_app', rolsuper: false }]);
    await client.end();
    const { ownerConnectionString } = await findEmbeddedPostgres(dataDir);
    const ENCRYPTION_KEY = (await readFile(join(dataDir, 'encryption-key'), 'utf8')).trim();
    const beside = launch({
      dataDir: join(dataDir, 'beside'),
      port: await findFreePort(),
      env: { ENCRYPTION_KEY, DATABASE_URL: ownerConnectionString },
    });
    await beside.untilOutput(READY);
    expect(beside.output()).toContain('Set DATABASE_OWNER_URL to migrate as another role');
    beside.kill('SIGTERM');
    await beside.exitCode;
    server.kill('SIGTERM');
    expect(await server.exitCode).toBe(0);
  });

  test('killed with -9 and started again it takes over its database, with nothing lost', async () => {
    const killed = await launchUntilReady();
    const client = await connect({ asOwner: true });
    await client.query('CREATE TABLE kept (note text); INSERT INTO kept VALUES ($$committed$$)');
    const orphanPid = await postmasterPid();
    killed.kill('SIGKILL');
    await killed.exitCode;
    const server = await launchUntilReady();
    expect(await postmasterPid()).not.toBe(orphanPid);
    expect(commandOf(orphanPid)).toBeUndefined();
    const again = await connect({ asOwner: true });
    expect((await again.query('SELECT note FROM kept')).rows).toEqual([{ note: 'committed' }]);
    await again.end();
    server.kill('SIGTERM');
    expect(await server.exitCode).toBe(0);
  });

  test('ends with a line and a failure when its database dies', async () => {
    const server = await launchUntilReady();
    process.kill(await postmasterPid(), 'SIGKILL');
    expect(await server.exitCode).toBe(1);
    expect(server.output()).toContain('PostgreSQL ended unexpectedly (SIGKILL)');
  });

  test('ends in order when the npm that started it is killed', async () => {
    const npm = launch({ isBehindNpm: true });
    await npm.untilOutput(READY);
    const client = await connect();
    npm.kill('SIGKILL');
    await npm.exitCode;
    expect(await ownerText()).toBe('{}\n');
    await expect(client.query('SELECT 1')).rejects.toThrow(/terminat|closed|not queryable/i);
  });
});

describe('a start that cannot succeed ends with one line', () => {
  beforeAll(async () => {
    bundled = await bundleServer();
  });

  async function expectRefusal(server: ServerProcess, line: RegExp): Promise<void> {
    // One that starts after all would never end.
    const hasStarted = await server.untilOutput(READY).then(
      () => true,
      () => false,
    );
    expect({ hasStarted, output: server.output() }).toMatchObject({ hasStarted: false });
    expect(await server.exitCode).toBe(1);
    expect(server.output()).toMatch(new RegExp(`^Mercury can't start: ${line.source}[^\\n]*\\n$`));
  }

  test('when another process uses the data folder, which goes on undisturbed', async () => {
    const owner = await launchUntilReady();
    await expectRefusal(
      launch({ port: await findFreePort() }),
      new RegExp(`.*in use by another Mercury \\(process ${owner.pid}\\)`),
    );
    expect((await fetch(`${owner.origin}/readyz`)).status).toBe(200);
    owner.kill('SIGTERM');
    await owner.exitCode;
  });

  test('but not when the owner is dead and another program has got its number', async () => {
    const reused = { pid: process.pid, startedAt: 'long ago' };
    expect(isAlive(ownIdentity())).toBe(true);
    await writeFile(await ownerFile(), JSON.stringify(reused));
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${dataDir}/postgres\n0\n5432\n/nowhere\n`,
    );
    const server = await launchUntilReady();
    server.kill('SIGTERM');
    expect(await server.exitCode).toBe(0);
  });

  test('when its database has a coin of this build under another code', async () => {
    const server = await launchUntilReady();
    const client = await connect({ asOwner: true });
    // As if the build before had not known this coin.
    await client.query(`
      alter table asset disable trigger asset_is_never_removed;
      delete from asset where code = 'TON';
      insert into asset (code, name, decimals, shown_decimals, market_id, withdrawal_min)
      values ('GRAM', 'Gram', 9, 9, 'the-open-network', 1)`);
    await client.end();
    server.kill('SIGTERM');
    await server.exitCode;
    await expectRefusal(launch(), /This build brings TON, which is GRAM here/);
  });

  test('when the port is in use', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    await expectRefusal(launch(), new RegExp(`Port ${port} on 127.0.0.1 is in use`));
    other.close();
  });

  test('when the data folder cannot be written', async () => {
    const file = join(dataDir, 'a-file');
    await writeFile(file, '');
    await expectRefusal(
      launch({ dataDir: join(file, 'data') }),
      /The data folder .* can't be written \(ENOTDIR\)/,
    );
    await expectRefusal(
      launch({ dataDir: '/proc/mercury' }),
      /The data folder .* can't be written \(ENOENT\)/,
    );
  });

  test('when the data folder was made by an earlier build', async () => {
    const earlier = join(dataDir, 'earlier');
    await mkdir(join(earlier, 'postgres'), { recursive: true });
    await writeFile(join(earlier, 'postgres', 'PG_VERSION'), '18\n');
    // It had one password for all.
    await writeFile(join(earlier, 'postgres-password'), 'secret\n');
    await expectRefusal(
      launch({ dataDir: earlier }),
      /The data folder .* was made by an earlier build, which this one can't read: set DATA_DIR to another one/,
    );
  });

  test.each([
    ['its folder', 'postgres'],
    ['what is in its folder', join('postgres', 'PG_VERSION')],
    ['its passwords', 'postgres-passwords.json'],
  ])('when %s may be there but cannot be read, and leaves it as it is', async (_what, name) => {
    const folder = await mkdtemp(join(dataDir, 'unreadable-'));
    if (name !== 'postgres') await mkdir(join(folder, 'postgres'));
    // A link to itself, which not even root can read.
    await symlink(basename(name), join(folder, name));
    await expectRefusal(launch({ dataDir: folder }), /.*postgres.* can't be read \(ELOOP\)/);
    expect(await readlink(join(folder, name))).toBe(basename(name));
  });

  test('when a setting has a bad value', async () => {
    await expectRefusal(launch({ env: { PORT: 'many' } }), /PORT .*/);
    await expectRefusal(launch({ env: { LOG_LEVEL: 'loud' } }), /LOG_LEVEL .*/);
  });

  test('when the database of DATABASE_URL cannot be reached, without repeating its password', async () => {
    const server = launch({
      env: { DATABASE_URL: `postgres://me:secret@127.0.0.1:${await findFreePort()}/x` },
    });
    await expectRefusal(server, /The database of DATABASE_URL can't be reached: .*ECONNREFUSED/);
    expect(server.output()).not.toContain('secret');
    const url = `postgres://me:secret@127.0.0.1:${await findFreePort()}/x`;
    await expectRefusal(
      launch({ env: { DATABASE_OWNER_URL: url } }),
      /DATABASE_OWNER_URL needs DATABASE_URL .*/,
    );
  });
});

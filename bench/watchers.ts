/**
 * What those who watch a market's book cost whoever places orders there: the same maker's mix without and with WATCHERS of them,
 * in turn. Watchers take their share of the same processor, so the time that the program and PostgreSQL spend on a command says
 * more than the commands per second. BENCH_SECONDS sets the length of a run, BENCH_ROUNDS how many there are of each. Ten thousand
 * watchers need as many open files in each of two processes, and a minute or two to connect.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../server/src/app.ts';
import { readConfig } from '../server/src/config.ts';
import { endProcess, startProcess } from './http-world.ts';
import { type Books, withBooks } from './ledger-books.ts';
import { compare, durationMs, measure, median, type Run } from './measure.ts';
import { cancelAll, makersMix, market, openTrading, type Trading } from './orders-world.ts';

const callerCount = 512;
// Of /proc/<pid>/stat.
const ticksPerSecond = 100;
const watcherCount = Number(process.env['WATCHERS'] ?? 1000);
const connectMsMax = 300_000;
// For what is open besides.
const otherFiles = 500;
await refuseTooFewFiles();

/** Of the processor, in microseconds a command. */
interface Cost {
  readonly program: number;
  readonly database: number;
}

await withBooks(async (books) => {
  const trading = await openTrading(books);
  const app = await serve(books, trading);
  await compareAll(books, trading, app);
  await app.close();
  await trading.close();
});

/** Without room for all connections, the last ones would wait for ever. Only Linux tells. */
async function refuseTooFewFiles(): Promise<void> {
  if (process.platform !== 'linux') return;
  const limits = await readFile('/proc/self/limits', 'utf8');
  const filesMax = Number(/^Max open files +([0-9]+)/m.exec(limits)?.[1] ?? Infinity);
  if (filesMax < watcherCount + otherFiles)
    throw new Error(`${watcherCount} watchers need ${watcherCount + otherFiles} open files (ulimit -n)`);
}

/** The product as it is, in this process, which places the orders too. */
async function serve({ connectionString, db }: Books, { dataDir }: Trading): Promise<FastifyInstance> {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMIT_FACTOR: '100000',
    MARKET_DATA_URL: 'none',
    HOUSE_QUOTES: 'off',
    LOG_LEVEL: 'silent',
  });
  const app = await buildApp({ config, db, connectionString, log: pino({ level: 'silent' }) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

async function compareAll(books: Books, trading: Trading, app: FastifyInstance): Promise<void> {
  const names = ['nobody watches', `${watcherCount} watch`] as const;
  const costs = new Map<string, Cost[]>(names.map((name) => [name, []]));
  const prepare = async (): Promise<void> => {
    await cancelAll(trading);
    // Plans that were made while the tables were empty would read them from end to end.
    await books.maintenanceDb.pool.query('analyze');
  };
  const run = async (name: string): Promise<Run> => {
    const { cost, ...result } = await measureCost(books, makersMix(trading));
    costs.get(name)?.push(cost);
    return result;
  };
  // Something in every table, so that there is something to analyze.
  await measure({ callerCount: 64, durationMs: 1000, call: makersMix(trading) });
  await compare(`a maker’s mix, ${callerCount} callers`, [
    { name: names[0], run: () => prepare().then(() => run(names[0])) },
    { name: names[1], run: () => prepare().then(() => whileWatched(app, () => run(names[1]))) },
  ]);
  const [alone, watched] = names.map((name) => costs.get(name) ?? []).map(medianOf);
  if (alone === undefined || watched === undefined) throw new Error('nothing was measured');
  const share = (watched.program + watched.database) / (alone.program + alone.database);
  console.log('\nof the processor, a command');
  for (const [index, { program, database }] of [alone, watched].entries()) {
    console.log(
      `  ${names[index]?.padEnd(22)}  program ${Math.round(program)} µs, PostgreSQL ${Math.round(database)} µs`,
    );
  }
  console.log(`  with watchers ${share.toFixed(2)}x`);
}

function medianOf(costs: readonly Cost[]): Cost {
  return {
    program: median(costs.map(({ program }) => program)),
    database: median(costs.map(({ database }) => database)),
  };
}

async function whileWatched(app: FastifyInstance, run: () => Promise<Run>): Promise<Run> {
  // It listens on an address and a port, so this has that shape.
  const { port } = app.server.address() as AddressInfo;
  const { child } = await startProcess('./watchers-clients.ts', {
    port,
    market,
    watcherCount,
    connectMsMax,
  });
  // Each answers with what all of them together were told so far.
  const toldCount = async (): Promise<number> => {
    child.send('count');
    const [count] = await once(child, 'message');
    return Number(count);
  };
  const before = await toldCount();
  const beganMs = performance.now();
  const result = await run();
  const seconds = (performance.now() - beganMs) / 1000;
  const perSecond = ((await toldCount()) - before) / watcherCount / seconds;
  console.log(`  each watcher was told ${perSecond.toFixed(2)} times a second`);
  await endProcess(child);
  while (await hasConnections(app)) await wait(100);
  return result;
}

function hasConnections({ server }: FastifyInstance): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count > 0)));
  });
}

async function measureCost(books: Books, call: () => Promise<unknown>): Promise<Run & { cost: Cost }> {
  let commandCount = 0;
  const databaseBefore = await databaseTicks(books);
  const programBefore = process.cpuUsage();
  const result = await measure({
    callerCount,
    durationMs,
    call: async () => {
      await call();
      commandCount += 1;
    },
  });
  const { user, system } = process.cpuUsage(programBefore);
  const ticks = [...(await databaseTicks(books))].map(
    ([pid, count]) => count - (databaseBefore.get(pid) ?? 0),
  );
  const databaseUs = (ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond) * 1e6;
  return {
    ...result,
    cost: { program: (user + system) / commandCount, database: databaseUs / commandCount },
  };
}

/** Of the processor, by each of PostgreSQL's processes. Only Linux tells. */
async function databaseTicks({ maintenanceDb }: Books): Promise<ReadonlyMap<number, number>> {
  if (process.platform !== 'linux') return new Map();
  const { rows } = await maintenanceDb.pool.query<{ pid: number }>('select pid from pg_stat_activity');
  return new Map(
    await Promise.all(
      rows.map(async ({ pid }): Promise<[number, number]> => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
        // proc(5): utime and stime are the 12th and 13th after the name, which is in brackets.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [pid, Number(fields[11]) + Number(fields[12])];
      }),
    ),
  );
}

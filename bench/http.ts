/**
 * How fast the whole path of a call is, over HTTP, against a bare handler of the same framework on the same PostgreSQL
 * (fsync on), run in turn. The load comes from a process of its own. BENCH_SECONDS sets the length of a run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDatabase } from '../server/src/db/database.ts';
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { checkLedger } from '../server/src/ledger/ledger.ts';
import { compare, durationMs, type Run } from './measure.ts';
import type { LoadKind, LoadOrder } from './http-load.ts';
import { endProcess, fillWorld, offerQuotes, startProcess, type World } from './http-world.ts';

const connectionCount = 64;
// More than are accepted.
const quotesPerSecond = 4_000;

const dataFolder = await mkdtemp(join(tmpdir(), 'mercury-bench-'));
const postgres = await startEmbeddedPostgres({ dataFolder });
try {
  await migrate(postgres);
  const world = await fillWorld(postgres);
  const { db, maintenanceDb } = world;
  await compareWith(world, postgres.connectionString);
  const { findings, transferCount } = await checkLedger(db);
  console.log(`\nThe books after ${transferCount} transfers: ${findings.length} findings`);
  if (findings.length > 0) process.exitCode = 1;
  await closeDatabase(db);
  await closeDatabase(maintenanceDb);
} finally {
  await postgres.stop();
  await rm(dataFolder, { recursive: true, force: true });
}

async function compareWith({ db, maintenanceDb, people }: World, connectionString: string): Promise<void> {
  const peer = await startProcess('./http-peer.ts', { connectionString });
  const ours = await startProcess('./http-server.ts', { connectionString });
  // Each answers with the port that it listens on.
  const load = (process: { answer: unknown }, kind: LoadKind) => async () => {
    // Plans that were made while the tables were empty would read them from end to end: the peer's as little as ours.
    await maintenanceDb.pool.query('analyze');
    return runLoad({ port: process.answer as number, kind, people, connectionCount, durationMs });
  };
  await compare(`POST /v1/wallets/transfer, ${connectionCount} connections`, [
    { name: 'one function a request', run: load(peer, 'peer-transfer') },
    { name: 'ours', run: load(ours, 'transfer') },
  ]);
  await compare(`GET /v1/wallets/balance, ${connectionCount} connections`, [
    { name: 'bare handler', run: load(peer, 'peer-balance') },
    { name: 'ours', run: load(ours, 'balance') },
  ]);
  // Beside a transfer: what a quote, its trade and the house's position add, and that all trades of a currency take turns.
  await compare(
    `POST /v1/quotes/:id/accept, ${connectionCount} connections, beside POST /v1/wallets/transfer`,
    [
      { name: 'our transfer', run: load(ours, 'transfer') },
      {
        name: 'our acceptance',
        run: async () => {
          const quotes = await offerQuotes(db, people, quotesPerSecond * Math.ceil(durationMs / 1000));
          await maintenanceDb.pool.query('analyze');
          return runLoad({
            port: ours.answer as number,
            kind: 'accept',
            people,
            connectionCount,
            durationMs,
            quotes,
          });
        },
      },
    ],
  );
  await endProcess(peer.child);
  await endProcess(ours.child);
}

async function runLoad(order: LoadOrder): Promise<Run> {
  // It sends one message, and it is a Run.
  return (await startProcess('./http-load.ts', order)).answer as Run;
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { closeDatabase, openDatabase, type Database } from '../server/src/db/database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { createPreparedStatements } from '../server/src/db/prepared.ts';
import { checkLedger, createLedger, type Posting } from '../server/src/ledger/ledger.ts';
import { callPost } from '../server/src/ledger/post-call.ts';
import { available, house, insertPeople, payment } from '../server/src/ledger/testing/postings.ts';
import { makePeerBooks, type PeerTransfer } from './ledger-peers.ts';

/** So many that 512 transfers at once, as they are chosen here, rarely concern the same people. */
export const ACCOUNT_COUNT = 40_000;

const prepared = createPreparedStatements();

export interface Books {
  readonly connectionString: string;
  readonly db: Database;
  /** As the superuser: the product's own role makes no schema and analyzes no table. */
  readonly maintenanceDb: Database;
  readonly userIds: readonly string[];
}

export function openForMaintenance({
  connectionString,
  superuserConnectionString,
}: EmbeddedPostgres): Database {
  const url = new URL(superuserConnectionString);
  url.pathname = new URL(connectionString).pathname;
  return openDatabase({ connectionString: url.href, connectionsMax: 1 });
}

/** Books in a PostgreSQL of their own, as long as the work takes. Then ours are proved, and both are gone. */
export async function withBooks(work: (books: Books) => Promise<void>): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'mercury-bench-'));
  const postgres = await startEmbeddedPostgres({ dataFolder });
  try {
    await migrate(postgres);
    const books = await fillBooks(postgres);
    await work(books);
    const { findings, transferCount } = await checkLedger(books.db);
    console.log(`\nThe books after ${transferCount} transfers: ${findings.length} findings`);
    if (findings.length > 0) process.exitCode = 1;
    await closeDatabase(books.db);
    await closeDatabase(books.maintenanceDb);
  } finally {
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Two sets of books, ours and the peers', with the same number of accounts and plenty of money in each. */
async function fillBooks(postgres: EmbeddedPostgres): Promise<Books> {
  const db = openDatabase({ connectionString: postgres.connectionString });
  const maintenanceDb = openForMaintenance(postgres);
  const userIds = await insertPeople(db, ACCOUNT_COUNT);
  await makePeerBooks(db, maintenanceDb, ACCOUNT_COUNT);
  const ledger = createLedger(db, { waitingMax: ACCOUNT_COUNT });
  await Promise.all(
    userIds.map((userId) => ledger.postTogether(payment(house(), available(userId), 10n ** 15n))),
  );
  await ledger.close();
  await maintenanceDb.pool.query('analyze');
  return { connectionString: postgres.connectionString, db, maintenanceDb, userIds };
}

/** Two different accounts by chance, or everybody paying the first one. */
export function choosePair(isHot: boolean): [from: number, to: number] {
  const to = isHot ? 0 : Math.floor(Math.random() * ACCOUNT_COUNT);
  const from = (to + 1 + Math.floor(Math.random() * (ACCOUNT_COUNT - 1))) % ACCOUNT_COUNT;
  return [from, to];
}

export function peerTransfer([from, to]: [number, number]): PeerTransfer {
  return { transferId: uuidv7(), fromId: from + 1, toId: to + 1, amount: 7n, key: randomUUID() };
}

/** Our database function for one transfer, called by itself. */
export async function postByOurFunction({ db, userIds }: Books, pair: [number, number]): Promise<void> {
  const client = await db.pool.connect();
  try {
    const [outcome] = await callPost(prepared(client), [ourPosting(userIds, pair)], { isBatch: true });
    if (outcome === undefined || outcome === 'locked' || !outcome.isPosted) {
      throw new Error('a transfer of a lone caller was not posted');
    }
  } finally {
    client.release();
  }
}

/** `refusedShare` of them ask for more than anybody has. */
export function ourPosting(
  userIds: readonly string[],
  [from, to]: [number, number],
  refusedShare = 0,
): Posting {
  const ownerId = userIds[from] ?? '';
  const amount = Math.random() < refusedShare ? 10n ** 30n : 7n;
  return {
    ...payment(available(ownerId), available(userIds[to] ?? ''), amount),
    idempotency: { ownerId, key: randomUUID(), fingerprint: 'f'.repeat(32) },
  };
}

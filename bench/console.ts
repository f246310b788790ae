/**
 * Whether the operator's console stays fast, and slows no customer, with a million people and ten million rows of history: every
 * call that only reads, with searches and filters, its first page and a deep one. `npm run bench:console -- --scale 0.1` takes a
 * tenth of it. Filling the books takes some minutes and ten gigabytes, removed afterwards.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { v7 as uuidv7 } from 'uuid';
import { addressByteCount, encodeAddress } from '../contract/src/money/address.ts';
import { readAccounts } from '../server/src/console/books/read-accounts.ts';
import { countDays } from '../server/src/console/reports/count-days.ts';
import { startStaffSession } from '../server/src/console/staff/sessions.ts';
import { sumHours } from '../server/src/console/today/sum-hours.ts';
import { closeDatabase, inTransaction, openDatabase, type Database } from '../server/src/db/database.ts';
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { one } from '../server/src/db/rows.ts';
import { closeDays } from '../server/src/ledger/ledger.ts';
import { fillConsoleBooks } from './console-books.ts';
import { consoleCalls, type ConsoleCall, type Shown } from './console-calls.ts';
import { signInSome } from './growth-books.ts';
import type { LoadKind, LoadOrder } from './http-load.ts';
import { endProcess, startProcess } from './http-world.ts';
import { durationMs, median, quantile, type Run } from './measure.ts';

const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const scale = Number(values.scale);
const callsCount = Number(process.env['BENCH_CALLS'] ?? 100);
const limitMs = 300;
const slowerMax = 1.2;
const deepPagesCount = 20;
/** As if ten people of staff worked at once, each with a call a second. */
const staffCallsPerSecond = 10;
const customersDo: readonly LoadKind[] = ['balance', 'history', 'transfer'];
const roundsCount = Number(process.env['BENCH_ROUNDS'] ?? 3);

const dataFolder = await mkdtemp(join(tmpdir(), 'mercury-bench-'));
const postgres = await startEmbeddedPostgres({ dataFolder });
try {
  await migrate(postgres);
  const startedAt = performance.now();
  await fillConsoleBooks(asSuperuser(), {
    peopleCount: Math.ceil(1_000_000 * scale),
    historyCount: Math.ceil(10_000_000 * scale),
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${1_000_000 * scale} people, ${10_000_000 * scale} rows of history, filled in ${seconds} s`);
  const server = await startProcess('./http-server.ts', { connectionString: postgres.connectionString });
  const db = openDatabase({ connectionString: postgres.connectionString });
  await closeDays(db);
  await sumHours({ db });
  await countDays(db);
  await readAccounts(db);
  // It answers with its port.
  await measureAll(db, server.answer as number);
  await closeDatabase(db);
  await endProcess(server.child);
} finally {
  await postgres.stop();
  await rm(dataFolder, { recursive: true, force: true });
}

async function measureAll(db: Database, port: number): Promise<void> {
  const staff = new Pool(`http://127.0.0.1:${port}`, { connections: 2, pipelining: 1 });
  const cookie = await signInOwner(db);
  const ask = async (path: string): Promise<unknown> => {
    const { statusCode, headers, body } = await staff.request({
      method: 'GET',
      path: `/console/api${path}`,
      headers: { cookie },
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}: ${text}`);
    return String(headers['content-type']).startsWith('application/json') ? JSON.parse(text) : text;
  };
  const shown = await findShown(db);
  const { calls, unasked } = consoleCalls(shown, await findAccounts(db, shown));
  console.log(`\n${calls.length} calls of the console, ${callsCount} times each, two at a time`);
  for (const path of unasked) console.log(`  not asked: ${path}`);
  const before = await countReadRows(db);
  for (const call of calls) await measureCall(ask, call);
  await tellWholeReads(db, before);
  await measureCustomers({ db, port, ask, calls: calls.filter(({ isDownload }) => !isDownload) });
  await staff.close();
}

/** In the product's database. */
function asSuperuser(): string {
  const address = new URL(postgres.superuserConnectionString);
  address.pathname = new URL(postgres.connectionString).pathname;
  return address.href;
}

type Ask = (path: string) => Promise<unknown>;

async function measureCall(ask: Ask, { path, isDownload }: ConsoleCall): Promise<void> {
  const first = await timesOf(ask, path, isDownload ? 3 : callsCount);
  tell(path, first, { isJudged: !isDownload });
  const deep = isDownload ? undefined : await findDeepPage(ask, path);
  if (deep !== undefined) tell(`${path} … deep`, await timesOf(ask, deep, callsCount), { isJudged: true });
}

/** How many rows of each big table were read without an index, as far as PostgreSQL has counted. */
async function countReadRows({ pool }: Database): Promise<ReadonlyMap<string, number>> {
  // What a connection did is counted a second after it rests.
  await setTimeout(2000);
  const { rows } = await pool.query<{ relname: string; times: number }>(
    `select relname, seq_tup_read::float / greatest(n_live_tup, 1) as times from pg_stat_user_tables where n_live_tup > 20000`,
  );
  return new Map(rows.map(({ relname, times }) => [relname, times]));
}

/** A page that reads a big table from end to end gets slower as the table grows, however fast it is here. Jobs may, now and then. */
async function tellWholeReads(db: Database, before: ReadonlyMap<string, number>): Promise<void> {
  const whole = [...(await countReadRows(db))].filter(
    ([table, times]) => times - (before.get(table) ?? 0) > callsCount / 2,
  );
  if (whole.length > 0) process.exitCode = 1;
  for (const [table, times] of whole)
    console.log(
      `  SLOW  ${table} was read from end to end ${(times - (before.get(table) ?? 0)).toFixed(0)} times`,
    );
}

async function timesOf(ask: Ask, path: string, count: number): Promise<readonly number[]> {
  await ask(path);
  const timesMs: number[] = [];
  let left = count;
  const caller = async (): Promise<void> => {
    while (left-- > 0) {
      const calledAt = performance.now();
      await ask(path);
      timesMs.push(performance.now() - calledAt);
    }
  };
  await Promise.all([caller(), caller()]);
  return timesMs.toSorted((one_, other) => one_ - other);
}

function tell(path: string, sortedMs: readonly number[], { isJudged }: { isJudged: boolean }): void {
  const [p50, p99] = [quantile(sortedMs, 0.5), quantile(sortedMs, 0.99)];
  const isSlow = isJudged && p99 > limitMs;
  if (isSlow) process.exitCode = 1;
  const verdict = isSlow ? 'SLOW' : isJudged ? 'ok  ' : 'file';
  console.log(
    `  ${verdict}  p50 ${p50.toFixed(1).padStart(7)} ms  p99 ${p99.toFixed(1).padStart(7)} ms  ${path}`,
  );
}

/** The page after so many others, or the last; undefined for what has one page only. */
async function findDeepPage(ask: Ask, path: string): Promise<string | undefined> {
  let deep: string | undefined;
  for (let page = 0; page < deepPagesCount; page += 1) {
    // What a list answers: the place of the next page under one of two names.
    const answer = (await ask(deep ?? path)) as { nextCursor?: string | null; next?: string | null };
    const cursor = answer.nextCursor ?? answer.next ?? null;
    if (cursor === null) break;
    const name = answer.next === undefined ? 'cursor' : 'before';
    deep = `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(cursor)}`;
  }
  return deep;
}

async function signInOwner(db: Database): Promise<string> {
  const staffId = uuidv7();
  await db.pool.query(
    `insert into staff_member (id, email, name, role, locale, password_hash, secret_sealed)
     values ($1, 'bench@staff.example', 'The bench', 'owner', 'en', '$argon2id$none', '\\x00')`,
    [staffId],
  );
  const { token } = await inTransaction(db, async (trx) => {
    const session = await startStaffSession(trx, {
      staffId,
      origin: { networkAddress: '127.0.0.1', userAgent: '' },
    });
    const { personId } = await findShown(db);
    // As if the file of the person had been opened with a reason.
    await trx.client.query(
      `insert into person_look (session_id, user_id, until)
       select id, $2, now() + interval '2 hours' from staff_session where staff_id = $1`,
      [staffId, personId],
    );
    return session;
  });
  return `mercury-console=${token}`;
}

async function findShown({ pool }: Database): Promise<Shown> {
  const { rows } = await pool.query<{ id: string }>(`select id from app_user where username = 'user0'`);
  const withdrawal = one(
    await pool.query(
      `select id, external_reference from withdrawal where state = 'completed' order by id desc limit 1`,
    ),
  );
  const deposit = one(
    await pool.query(`select id from deposit where state = 'completed' order by id desc limit 1`),
  );
  const transfer = one(await pool.query('select transfer_id from fill order by market, seq desc limit 1'));
  return {
    personId: rows[0]?.id ?? '',
    withdrawalId: withdrawal.id,
    depositId: deposit.id,
    transferId: transfer.transfer_id,
    paymentReference: withdrawal.external_reference,
    proposalId: undefined,
  };
}

/** A person's with much in it, and the house's. */
async function findAccounts({ pool }: Database, { personId }: Shown): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: bigint }>(
    `select id from account where owner_id = $1 and asset = 'MRCY'
     union all select id from account where owner_id is null and asset in ('USD', 'BTC') and kind in ('fees', 'rail_clearing')`,
    [personId],
  );
  return rows.map(({ id }) => String(id));
}

interface Beside {
  readonly db: Database;
  readonly port: number;
  readonly ask: Ask;
  readonly calls: readonly ConsoleCall[];
}

/** The same load of customers alone and while staff work, in turn. */
async function measureCustomers({ db, port, ask, calls }: Beside): Promise<void> {
  // Those of the books are no addresses: nobody could be paid at one.
  const people = (await signInSome(postgres.connectionString, 1000)).map(({ id, token }) => ({
    id,
    token,
    address: encodeAddress(randomBytes(addressByteCount)),
  }));
  await db.pool.query(
    `update app_user set address = person.address
       from unnest($1::uuid[], $2::text[]) as person (id, address) where app_user.id = person.id`,
    [people.map(({ id }) => id), people.map(({ address }) => address)],
  );
  await db.pool.query(
    `insert into paid_recipient (user_id, address, first_paid_at, is_proved)
     select payer.id, paid.address, now() - interval '2 days', true
       from unnest($1::uuid[]) with ordinality payer (id, place)
       join unnest($2::text[]) with ordinality paid (address, place) on (paid.place - payer.place + $3) % $3 between 1 and 20`,
    [people.map(({ id }) => id), people.map(({ address }) => address), people.length],
  );
  console.log(
    `\nCustomers on 8 connections, alone and beside ${staffCallsPerSecond} calls a second of the console`,
  );
  for (const kind of customersDo) {
    const order: LoadOrder = { port, kind, people, connectionCount: 8, durationMs };
    // It sends one message, and it is a Run.
    const load = async (): Promise<Run> => (await startProcess('./http-load.ts', order)).answer as Run;
    const [alone, beside]: [Run[], Run[]] = [[], []];
    for (let round = 0; round < roundsCount; round += 1) {
      alone.push(await load());
      beside.push(await whileStaffWorks({ ask, calls }, load));
    }
    const p99Of = (runs: readonly Run[]): number => median(runs.map(({ p99Ms }) => p99Ms));
    const times = p99Of(beside) / p99Of(alone);
    if (times > slowerMax) process.exitCode = 1;
    console.log(
      `  ${times > slowerMax ? 'SLOW' : 'ok  '}  ${kind.padEnd(9)} p99 ${p99Of(alone).toFixed(1)} ms alone, ${p99Of(beside).toFixed(1)} ms beside: ${times.toFixed(2)}x`,
    );
  }
}

async function whileStaffWorks(
  { ask, calls }: Pick<Beside, 'ask' | 'calls'>,
  work: () => Promise<Run>,
): Promise<Run> {
  const over = new AbortController();
  let place = randomBytes(1).readUInt8();
  const staffWork = async (): Promise<void> => {
    while (!over.signal.aborted) {
      place += 1;
      const call = calls[place % calls.length];
      if (call !== undefined) await ask(call.path);
      await setTimeout(1000 / staffCallsPerSecond);
    }
  };
  const staff = staffWork();
  const run = await work();
  over.abort();
  await staff;
  return run;
}

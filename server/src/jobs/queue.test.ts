import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { addJob, startJobs, type JobHandlers, type JobRunner } from './queue.ts';

let database: TestDatabase;
let runner: JobRunner | undefined;
let sentIds: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await runner?.stop();
  await database.db.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(() => database.drop());

const nothing = async () => undefined;
const handlers: JobHandlers = {
  'send-mail': async ({ mailId }) => {
    sentIds.push(mailId);
  },
  'advance-sandbox-payment': nothing,
  'advance-withdrawal': nothing,
  'watch-rail': nothing,
  'expire-top-up': nothing,
  'settle-prices': nothing,
  'run-recurring-buy': nothing,
  'watch-recurring-buys': nothing,
  'watch-prices': nothing,
  'record-prices': nothing,
  'check-ledger': nothing,
  sweep: nothing,
};

/** A job that a process took some time ago, and did not live to finish. */
async function leaveTakenJob(mailId: string, takenAgo: string): Promise<void> {
  await inTransaction(database.db, (trx) => addJob(trx, 'send-mail', { mailId }));
  await database.db.pool.query(
    `update graphile_worker._private_jobs
     set locked_by = 'worker-of-the-dead-' || $1, locked_at = now() - $2::interval, attempts = 1
     where payload ->> 'mailId' = $1`,
    [mailId, takenAgo],
  );
}

async function start(
  isOnlyProcess: boolean,
  onLine: (line: string) => void = () => undefined,
): Promise<void> {
  sentIds = [];
  runner = await startJobs({
    connectionString: database.connectionString,
    handlers,
    log: pino({ level: 'warn' }, { write: onLine }),
    isOnlyProcess,
  });
}

/** Jobs are taken in the order of their adding, so that whatever stood before this one has had its turn. */
async function untilLastJobRan(): Promise<void> {
  await inTransaction(database.db, (trx) => addJob(trx, 'send-mail', { mailId: 'last' }));
  await vi.waitFor(() => expect(sentIds).toContain('last'), { timeout: 10_000 });
}

test('what a process had taken that died runs at the next start, where there is no other process', async () => {
  await leaveTakenJob('just taken', '1 second');
  await start(true);
  await vi.waitFor(() => expect(sentIds).toEqual(['just taken']), { timeout: 10_000 });
});

test('beside other processes it waits for ten minutes, since one of them may be at it', async () => {
  await leaveTakenJob('taken long ago', '10 minutes');
  await leaveTakenJob('being done', '9 minutes');
  await start(false);
  await untilLastJobRan();
  expect(sentIds.toSorted()).toEqual(['last', 'taken long ago']);
});

test('every five minutes, what is stuck is freed without a start', async () => {
  await start(false);
  await leaveTakenJob('taken long ago', '10 minutes');
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query("select graphile_worker.add_job('free-jobs')");
  await client.end();
  await vi.waitFor(() => expect(sentIds).toContain('taken long ago'), { timeout: 10_000 });
});

test('jobs are taken again after the queue gave up, as it does when it can not write that one is done', async () => {
  const refusal = `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before delete on graphile_worker._private_jobs for each row execute function refuse()`;
  const complaints: string[] = [];
  await database.db.pool.query(refusal);
  await start(false, (line) => complaints.push(line));
  await inTransaction(database.db, (trx) => addJob(trx, 'send-mail', { mailId: 'first' }));
  await vi.waitFor(() => expect(complaints.join()).toContain('the queue gave up'), { timeout: 10_000 });
  await database.db.pool.query('drop function refuse cascade');
  await untilLastJobRan();
});

import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { asOwner } from '../test/test-postgres.ts';
import { addJob, startJobs, type JobHandlers, type JobRunner } from './queue.ts';

let database: TestDatabase;
let runner: JobRunner | undefined;
let sentIds: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await stop();
  await database.db.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(() => database.drop());

const handlers: Partial<JobHandlers> = {
  'send-mail': async ({ mailId }) => {
    sentIds.push(mailId);
  },
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

// Long enough for whatever a test begins and ends, short enough to be waited out.
const begunMsMax = 1500;

async function start(
  isOnlyProcess: boolean,
  onLine: (line: string) => void = () => undefined,
  others: Partial<JobHandlers> = {},
): Promise<void> {
  sentIds = [];
  runner = await startJobs({
    connectionString: database.connectionString,
    handlers: { ...handlers, ...others },
    log: pino({ level: 'warn' }, { write: onLine }),
    isOnlyProcess,
    begunMsMax,
  });
}

async function stop(): Promise<void> {
  const stopping = runner;
  runner = undefined;
  await stopping?.stop();
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

/** Nothing that is done can be written down, until this is called: the library's runner gives up over it. */
async function refuseWhatIsDone(): Promise<() => Promise<void>> {
  await database.ownerDb.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before delete on graphile_worker._private_jobs for each row execute function refuse()`,
  );
  return async () => {
    await database.ownerDb.pool.query('drop function refuse cascade');
  };
}

async function startAndGiveUp(jobCount = 1, others: Partial<JobHandlers> = {}): Promise<void> {
  const complaints: string[] = [];
  const allow = await refuseWhatIsDone();
  await start(false, (line) => complaints.push(line), others);
  await inTransaction(database.db, async (trx) => {
    if (others['advance-withdrawal']) await addJob(trx, 'advance-withdrawal', { withdrawalId: 'slow' });
    for (let job = 0; job < jobCount; job += 1) await addJob(trx, 'send-mail', { mailId: `first ${job}` });
  });
  await vi.waitFor(() => expect(complaints.join()).toContain('the queue gave up'), { timeout: 10_000 });
  await allow();
}

test.each([1, 4])(
  'jobs are taken again after the queue gave up, as it does when it can not write that %i at once are done',
  async (jobCount) => {
    await startAndGiveUp(jobCount);
    await untilLastJobRan();
    expect(sentIds).toContain('last');
  },
);

test('what the queue had taken when it gave up runs again at once, not when it counts as stuck', async () => {
  await startAndGiveUp(2);
  await vi.waitFor(() => expect(sentIds.toSorted()).toEqual(['first 0', 'first 0', 'first 1', 'first 1']), {
    timeout: 10_000,
  });
});

test('a job that hangs keeps no other from being run, and is not run a second time beside itself', async () => {
  const job = Promise.withResolvers<void>();
  const begun = vi.fn<() => Promise<void>>(() => job.promise);
  try {
    await startAndGiveUp(2, { 'advance-withdrawal': begun });
    await untilLastJobRan();
    expect(begun).toHaveBeenCalledOnce();
  } finally {
    job.resolve();
  }
});

/** What each of them waits for. */
async function connectionsOfJobs(): Promise<(string | null)[]> {
  const { rows } = await database.db.pool.query<{ wait_event_type: string | null }>(
    `select wait_event_type from pg_stat_activity
     where datname = current_database() and application_name = 'mercury jobs'`,
  );
  return rows.map(({ wait_event_type }) => wait_event_type);
}

describe('nothing runs once the queue has stopped', () => {
  /** A job that is due now is left to whoever comes next. */
  async function expectNothingRuns(): Promise<void> {
    const sentBefore = [...sentIds];
    // The database has still to notice that a connection was closed.
    await vi.waitFor(async () => expect(await connectionsOfJobs()).toHaveLength(0), { timeout: 10_000 });
    await inTransaction(database.db, (trx) => addJob(trx, 'send-mail', { mailId: 'too late' }));
    const { rows } = await database.db.pool.query(
      `select locked_by, attempts from graphile_worker._private_jobs where payload ->> 'mailId' = 'too late'`,
    );
    expect(rows).toEqual([{ locked_by: null, attempts: 0 }]);
    expect(sentIds).toEqual(sentBefore);
  }

  test('as it always does', async () => {
    await start(false);
    await untilLastJobRan();
    await stop();
    await expectNothingRuns();
  });

  test.each([1, 4])('while it rests before it is taken up again, after %i lost writes', async (jobCount) => {
    await startAndGiveUp(jobCount);
    await stop();
    await expectNothingRuns();
  });

  test('before what had begun has ended, be it of a runner that gave up', async () => {
    const job = Promise.withResolvers<void>();
    const begun = vi.fn<() => Promise<void>>(() => job.promise);
    await startAndGiveUp(2, { 'advance-withdrawal': begun });
    expect(begun).toHaveBeenCalledOnce();
    const stopped = vi.fn<() => void>();
    const stopping = stop().then(stopped);
    // Far more than it takes to stop where nothing is under way.
    await database.db.pool.query('select pg_sleep(0.5)');
    expect(stopped).not.toHaveBeenCalled();
    job.resolve();
    await stopping;
    await expectNothingRuns();
  });

  test('while it is being taken up again: whoever takes it stops too', async () => {
    await startAndGiveUp();
    const keeper = new pg.Client({ connectionString: asOwner(database.connectionString) });
    await keeper.connect();
    // Whoever takes the queue looks first whether its tables are up to date, and so waits.
    await keeper.query('begin; lock table graphile_worker.migrations in access exclusive mode');
    await vi.waitFor(async () => expect(await connectionsOfJobs()).toContain('Lock'), { timeout: 10_000 });
    const stopping = stop();
    await keeper.query('rollback');
    await keeper.end();
    await stopping;
    await expectNothingRuns();
  });
});

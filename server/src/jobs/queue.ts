import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Logger, run, type Task } from 'graphile-worker';
import pg from 'pg';
import type { Logger as Log } from 'pino';
import type { Transaction } from '../db/database.ts';

/**
 * Each job's name with what it needs to know: ids, never money or secrets, since the queue keeps it as plain JSON. A feature
 * adds its own beside the handlers in its feature.ts (`declare module`); here stand those that are made of all features.
 */
export interface JobPayloads {
  /** Every minute, by the clock: asks the rail about what is unfinished, in case its callbacks were lost. */
  'watch-rail': object;
  /** Hourly, by the clock: removes what is kept for a time only. */
  sweep: object;
}
export type JobName = keyof JobPayloads;

/** What runs each job. A job may run twice (a process can die after its effect), so each finds out what is left to do. */
export type JobHandlers = { readonly [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> };

/** When the clock adds which jobs, as a crontab says it. Only those that need to know nothing. */
export type JobSchedules = {
  readonly [Name in JobName as object extends JobPayloads[Name] ? Name : never]?: string;
};
export const everyMinute = '* * * * *';

// With the queue's exponential back-off these tries spread over about two days.
const attemptsMax = 20;

/**
 * Adds a job in the caller's transaction: it exists exactly if the effect that needs it does. One with a key takes the place
 * of the waiting one with the same key.
 */
export async function addJob<Name extends JobName>(
  trx: Transaction,
  name: Name,
  payload: JobPayloads[Name],
  options: { runAt?: Date; key?: string } = {},
): Promise<void> {
  await trx.client.query(
    'SELECT graphile_worker.add_job($1, payload := $2::json, run_at := $3, max_attempts := $4, job_key := $5)',
    [name, JSON.stringify(payload), options.runAt ?? null, attemptsMax, options.key ?? null],
  );
}

/** Takes back the job of a key, in the caller's transaction, unless it is running. */
export async function removeJob(trx: Transaction, key: string): Promise<void> {
  await trx.client.query('SELECT graphile_worker.remove_job($1)', [key]);
}

export interface JobRunner {
  /** Lets running jobs end, takes no new ones. */
  stop(): Promise<void>;
}

// Jobs that are due now are told of at once; this is how late those are that were put off to a later time.
const pollIntervalMs = 500;

// Jobs are short and mostly wait for the network; two cores have requests to serve.
const concurrentJobs = 4;
const jobConnectionsMax = 5;
const restartDelayMs = 1000;
const restartDelayMsMax = 30_000;

// A runner that gives up has this long to end in order.
const endMsMax = 2000;

// And the jobs that it had begun have this long. One that hangs must not keep all others from being run.
const begunMsMaxDefault = 30_000;

/** What has begun and who may hold jobs, over all runners of a process. */
interface Work {
  /** Each run that has begun, with who took its job. */
  readonly underWay: Map<Promise<unknown>, string | null>;
  readonly takerIds: Set<string>;
}

export interface JobOptions {
  connectionString: string;
  handlers: Partial<JobHandlers>;
  schedules?: JobSchedules;
  log: Log;
  /** No other process runs jobs of this database: whatever is taken was taken by one that died. */
  isOnlyProcess?: boolean;
  begunMsMax?: number;
}

/** Starts taking jobs from the queue. The queue has its own connections, because it parses numbers its own way. */
export async function startJobs(options: JobOptions): Promise<JobRunner> {
  const pool = openPool(options.connectionString, options.log);
  await freeJobs(pool, { takenMinutesMin: options.isOnlyProcess === true ? 0 : takenMinutesMax });
  const work: Work = { underWay: new Map(), takerIds: new Set() };
  const take = () => takeJobs(pool, { ...options, work });
  const stopping = new AbortController();
  let taking = await take();
  const ended = keepTaking();
  return {
    async stop() {
      stopping.abort();
      await taking.stop();
      await ended;
      // Of a runner that gave up, too: they have begun, and need what the process ends next.
      await Promise.allSettled(work.underWay.keys());
      await pool.end();
    },
  };

  /** The library's runner ends for good where it can't write what became of a job: another one takes its place. */
  async function keepTaking(): Promise<void> {
    for (;;) {
      const reason = await taking.end;
      if (stopping.signal.aborted) return;
      options.log.error({ part: 'jobs', reason: String(reason) }, 'the queue gave up, and is taken up again');
      // One that hangs keeps its clock and its connections until it is told to stop, too.
      await taking.stop();
      await Promise.race([
        Promise.allSettled(work.underWay.keys()),
        setTimeout(options.begunMsMax ?? begunMsMaxDefault, undefined, { ref: false }),
      ]);
      const next = await takeAgain();
      if (next === undefined) return;
      taking = next;
      // Whoever stops meanwhile has stopped the one before.
      if (stopping.signal.aborted) await taking.stop();
    }
  }

  /** Tries ever less often until it succeeds; undefined once the process stops. */
  async function takeAgain(): Promise<Taking | undefined> {
    for (let pauseMs = restartDelayMs; ; pauseMs = Math.min(2 * pauseMs, restartDelayMsMax)) {
      await setTimeout(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return undefined;
      try {
        await freeJobsOfIdle(pool, work);
        return await take();
      } catch (error) {
        options.log.error({ part: 'jobs', reason: String(error) }, 'the queue can’t be taken up yet');
      }
    }
  }
}

/** The same tasks, with their runs kept for as long as they take. */
function noting(tasks: Record<string, Task>, { underWay }: Work): Record<string, Task> {
  const noted = Object.entries(tasks).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      const running = Promise.resolve(task(payload, helpers));
      underWay.set(running, helpers.job.locked_by);
      await running.finally(() => underWay.delete(running));
    },
  ]);
  return Object.fromEntries(noted);
}

interface Taking {
  /** Resolves once it takes no jobs any more, with the reason where there is one. */
  readonly end: Promise<unknown>;
  stop(): Promise<void>;
}

async function takeJobs(
  pool: pg.Pool,
  { handlers, schedules = {}, log, work }: JobOptions & { work: Work },
): Promise<Taking> {
  const events = new EventEmitter();
  // The library writes its pool of workers into each job that it takes.
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) =>
    work.takerIds.add(workerPool.id),
  );
  const runner = await run({
    pgPool: pool,
    events,
    concurrency: concurrentJobs,
    pollInterval: pollIntervalMs,
    // The process ends its parts in order itself.
    noHandleSignals: true,
    // By default, -1, the library doesn't wait for its own write, whose failure then ends the process; from 0 on it does.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // What was missed while nothing ran is not made up for: the next one finds all.
    crontab: [...Object.entries(schedules), freeJobsSchedule]
      .map(([job, time]) => `${time} ${job}`)
      .join('\n'),
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ part: 'jobs' }, message);
    }),
    // The handlers' names and payloads are tied to each other by JobHandlers; the library types payloads as unknown.
    taskList: noting(
      {
        ...(handlers as Record<string, Task>),
        'free-jobs': () => freeJobs(pool, { takenMinutesMin: takenMinutesMax }),
      },
      work,
    ),
  });
  const end = Promise.race([runner.promise.catch((error: unknown) => error), endAfterLostWrite(events)]);
  return {
    end,
    async stop() {
      // Refused by one that has given up already.
      await Promise.race([runner.stop().catch(() => undefined), end]);
    },
  };
}

/** The library ends itself after a failed write. After two at once it waits for ever (graphile-worker 0.18): it is left to that. */
async function endAfterLostWrite(events: EventEmitter): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<{ readonly error: unknown }>();
  events.once('pool:fatalError', resolve);
  const { error } = await promise;
  return setTimeout(endMsMax, error, { ref: false });
}

// Well above what any job takes: a mail server that is silent is given up after seconds.
const takenMinutesMax = 10;
const freeJobsSchedule = ['free-jobs', '*/5 * * * *'] as const;

/** Gives back what a process had taken that died over it. The library itself would wait for four hours. */
async function freeJobs(pool: pg.Pool, { takenMinutesMin }: { takenMinutesMin: number }): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs
     where locked_at <= now() - make_interval(mins => $1)
     having count(*) > 0`,
    [takenMinutesMin],
  );
}

/**
 * Gives back what runners that gave up had taken: done, but never written down as such. One whose job hangs keeps its jobs
 * until they count as stuck, since that one would else run twice at once.
 */
async function freeJobsOfIdle(pool: pg.Pool, { underWay, takerIds }: Work): Promise<void> {
  const idle = [...takerIds].filter((id) => ![...underWay.values()].includes(id));
  await pool.query('select graphile_worker.force_unlock_workers($1)', [idle]);
  for (const id of idle) takerIds.delete(id);
}

/**
 * A pool that the library makes itself stops listening for errors before its connections are closed; a database that
 * ends them first would then end the process.
 */
function openPool(connectionString: string, log: Log): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: jobConnectionsMax, application_name: 'mercury jobs' });
  pool.on('error', (error) =>
    log.warn({ part: 'jobs', reason: error.message }, 'an idle connection was lost'),
  );
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

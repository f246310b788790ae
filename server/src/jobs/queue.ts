import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Logger, run, type Task } from 'graphile-worker';
import pg from 'pg';
import type { Logger as Log } from 'pino';
import type { Transaction } from '../db/database.ts';

/**
 * Ids, never money or secrets, since the queue stores them as plain JSON. A feature declares its jobs in its feature.ts (`declare
 * module`); here are those of all features together.
 */
export interface JobPayloads {
  /** Every minute: any webhook can be lost. */
  'watch-rail': object;
  /** Runs hourly: removes expired rows. */
  sweep: object;
}
export type JobName = keyof JobPayloads;

/** A job may run twice (a process can die after its effect), so each handler checks what is left to do. */
export type JobHandlers = { readonly [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> };

/** Only for jobs without a payload. */
export type JobSchedules = {
  readonly [Name in JobName as object extends JobPayloads[Name] ? Name : never]?: string;
};
export const everyMinute = '* * * * *';

// The backoff spreads these over about two days.
const attemptsMax = 20;

/** In the caller's transaction: the job exists if and only if its effect does. It replaces a waiting job with the same key. */
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

interface ManyJobs<Name extends JobName> {
  readonly jobs: readonly {
    readonly payload: JobPayloads[Name];
    readonly key: string;
    /** One at a time of a lane, in all processes, and only where no job without a lane waits. */
    readonly lane?: string;
  }[];
  readonly runAt: Date;
}

// Smaller numbers run first; 0 is that of all others.
const lanePriority = 10;

/** The same for many, by one statement: each replaces a waiting job with its key. */
export async function addJobs<Name extends JobName>(
  trx: Transaction,
  name: Name,
  { jobs, runAt }: ManyJobs<Name>,
): Promise<void> {
  await trx.client.query(
    `SELECT graphile_worker.add_job(
              $1, payload := payload, run_at := $2, max_attempts := $3, job_key := key, queue_name := lane,
              priority := CASE WHEN lane IS NULL THEN 0 ELSE $7::int END
            )
       FROM unnest($4::json[], $5::text[], $6::text[]) AS job (payload, key, lane) ORDER BY key`,
    [
      name,
      runAt,
      attemptsMax,
      jobs.map(({ payload }) => JSON.stringify(payload)),
      jobs.map(({ key }) => key),
      jobs.map(({ lane }) => lane ?? null),
      lanePriority,
    ],
  );
}

/** A job that runs and finds that it is too early runs once more then, unless it was replaced or removed in the meantime. */
export async function putOffJob<Name extends JobName>(
  trx: Transaction,
  name: Name,
  payload: JobPayloads[Name],
  { runAt, key }: { runAt: Date; key: string },
): Promise<void> {
  // Who is replaced or removed while it runs loses its key. Whoever replaces it right now keeps the time.
  await trx.client.query(
    `SELECT graphile_worker.add_job(
       $1, payload := $2::json, run_at := $3, max_attempts := $4, job_key := key, job_key_mode := 'preserve_run_at'
     ) FROM graphile_worker.jobs WHERE key = $5 AND locked_at IS NOT NULL`,
    [name, JSON.stringify(payload), runAt, attemptsMax, key],
  );
}

/** In the caller's transaction. A running job goes on. */
export async function removeJob(trx: Transaction, key: string): Promise<void> {
  await trx.client.query('SELECT graphile_worker.remove_job($1)', [key]);
}

export interface JobRunner {
  /** Lets running jobs end and takes no new ones. */
  stop(): Promise<void>;
}

// The most that a job which was put off comes late.
const pollIntervalMs = 500;

// Jobs are short and wait for the network; the two cores also serve requests.
const concurrentJobs = 4;
const jobConnectionsMax = 5;
const restartDelayMs = 1000;
const restartDelayMsMax = 30_000;

// For a runner that gives up, to end in order.
const endMsMax = 2000;

// For its started jobs. One that hangs must not block the others.
const begunMsMaxDefault = 30_000;

/** Over all runners of the process. */
interface Work {
  /** Each run, with the worker that took its job. */
  readonly underWay: Map<Promise<unknown>, string | null>;
  readonly takerIds: Set<string>;
}

export interface JobOptions {
  connectionString: string;
  handlers: Partial<JobHandlers>;
  schedules?: JobSchedules;
  log: Log;
  /** Then jobs that are taken at the start belong to a dead process. */
  isOnlyProcess?: boolean;
  begunMsMax?: number;
}

/** The queue has its own connections, because it parses numbers its own way. */
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
      // Jobs of a runner that gave up still need what the process closes next.
      await Promise.allSettled(work.underWay.keys());
      await pool.end();
    },
  };

  /** The library's runner ends for good if it can't write the outcome of a job. Another one replaces it. */
  async function keepTaking(): Promise<void> {
    for (;;) {
      const reason = await taking.end;
      if (stopping.signal.aborted) return;
      options.log.error({ part: 'jobs', reason: String(reason) }, 'the queue gave up, and is taken up again');
      // Even a runner that hangs keeps schedules and connections until it is stopped.
      await taking.stop();
      await Promise.race([
        Promise.allSettled(work.underWay.keys()),
        setTimeout(options.begunMsMax ?? begunMsMaxDefault, undefined, { ref: false }),
      ]);
      const next = await takeAgain();
      if (next === undefined) return;
      taking = next;
      // A stop() meanwhile stopped only the previous runner.
      if (stopping.signal.aborted) await taking.stop();
    }
  }

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
  /** With the reason, if there is one. */
  readonly end: Promise<unknown>;
  stop(): Promise<void>;
}

async function takeJobs(
  pool: pg.Pool,
  { handlers, schedules = {}, log, work }: JobOptions & { work: Work },
): Promise<Taking> {
  const events = new EventEmitter();
  // The library writes this id into each job that it takes.
  events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) =>
    work.takerIds.add(workerPool.id),
  );
  const runner = await run({
    pgPool: pool,
    events,
    concurrency: concurrentJobs,
    pollInterval: pollIntervalMs,
    // The process closes its parts in order itself.
    noHandleSignals: true,
    // By default (-1) the library does not wait for its write, and a failed one ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // The next run finds everything, so missed schedules are not made up for.
    crontab: [...Object.entries(schedules), freeJobsSchedule]
      .map(([job, time]) => `${time} ${job}`)
      .join('\n'),
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.warn({ part: 'jobs' }, message);
    }),
    // The library types payloads as unknown; JobHandlers ties them to the names.
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
      // A runner that has already given up refuses this.
      await Promise.race([runner.stop().catch(() => undefined), end]);
    },
  };
}

/** After two failed writes at once the library waits for ever (graphile-worker 0.18), so we wait `endMsMax` at most. */
async function endAfterLostWrite(events: EventEmitter): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<{ readonly error: unknown }>();
  events.once('pool:fatalError', resolve);
  const { error } = await promise;
  return setTimeout(endMsMax, error, { ref: false });
}

// Far longer than any job takes.
const takenMinutesMax = 10;
const freeJobsSchedule = ['free-jobs', '*/5 * * * *'] as const;

/** The library itself would wait for four hours. */
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
 * Their jobs are done, but not recorded as done. A runner with a hanging job keeps its jobs until they count as stuck: otherwise
 * that job would run twice at once.
 */
async function freeJobsOfIdle(pool: pg.Pool, { underWay, takerIds }: Work): Promise<void> {
  const idle = [...takerIds].filter((id) => ![...underWay.values()].includes(id));
  await pool.query('select graphile_worker.force_unlock_workers($1)', [idle]);
  for (const id of idle) takerIds.delete(id);
}

/**
 * The library's own pool stops listening for errors before it closes its connections. A database that ends them first would end
 * the process.
 */
function openPool(connectionString: string, log: Log): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: jobConnectionsMax, application_name: 'mercury jobs' });
  pool.on('error', (error) =>
    log.warn({ part: 'jobs', reason: error.message }, 'an idle connection was lost'),
  );
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

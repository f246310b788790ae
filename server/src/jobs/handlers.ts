import type { Database } from '../db/database.ts';
import { reasonOf } from '../errors.ts';
import type { ExpiringRows, Feature, SweepServices } from '../feature.ts';
import type { Services } from '../services.ts';
import { everyMinute, type JobHandlers, type JobOptions } from './queue.ts';

export function createJobs(
  features: readonly Feature[],
  services: Services,
): Required<Pick<JobOptions, 'handlers' | 'schedules'>> {
  return {
    handlers: {
      ...handlersOf(features, services),
      'watch-rail': () => watchRail(features, services),
      sweep: () => sweep(features, services),
    },
    schedules: {
      'watch-rail': everyMinute,
      // After the rush at the full hour.
      sweep: '17 * * * *',
      ...Object.fromEntries(features.flatMap(({ schedules = {} }) => Object.entries(schedules))),
    },
  };
}

function handlersOf(features: readonly Feature[], services: Services): Partial<JobHandlers> {
  const jobs = features.flatMap((feature) => Object.entries(feature.jobs ?? {}));
  // Feature ties each name to its payload; the compiler cannot follow that through entries.
  return Object.fromEntries(jobs.map(([name, run]) => [name, (payload: never) => run(services, payload)]));
}

async function watchRail(features: readonly Feature[], services: Services): Promise<void> {
  for (const { name, watchRail: watch } of features) {
    try {
      await watch?.(services);
    } catch (error) {
      // The other features go on. The next minute retries this one.
      services.log.error({ err: error, feature: name }, 'the watch of the rail failed');
    }
  }
}

/** Removes expired rows. One failure does not stop the rest; the job fails at the end, so that the queue retries. */
export async function sweep(features: readonly Feature[], services: SweepServices): Promise<void> {
  const failures: unknown[] = [];
  for (const { name, expiring = [], sweep: sweepRest } of features) {
    const steps = [
      ...expiring.map((rows) => () => removeExpired(services.db, rows)),
      () => sweepRest?.(services),
    ];
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        const reason = reasonOf(error);
        services.log.error({ feature: name, reason }, 'the sweep failed');
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be swept');
}

/** Table, column and condition come from feature.ts files, never from a caller. */
async function removeExpired(
  { pool }: Database,
  { table, since, keptFor: { days = 0, hours = 0 } = {}, where = 'true' }: ExpiringRows,
): Promise<void> {
  await pool.query(
    `delete from ${table} where ${where} and ${since} < now() - make_interval(days => $1, hours => $2)`,
    [days, hours],
  );
}

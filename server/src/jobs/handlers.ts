import type { Feature } from '../feature.ts';
import type { Services } from '../services.ts';
import { everyMinute, type JobHandlers, type JobOptions } from './queue.ts';
import { sweep } from './sweep.ts';

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

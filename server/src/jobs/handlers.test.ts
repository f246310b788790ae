import { pino } from 'pino';
import { expect, expectTypeOf, test, vi } from 'vitest';
import type { Feature } from '../feature.ts';
import { features } from '../features/features.ts';
import type { Services } from '../services.ts';
import { createJobs } from './handlers.ts';
import type { addJob, JobName } from './queue.ts';

const lines: string[] = [];
// The watch and the handlers below use the log alone.
const services = { log: pino({}, { write: (line: string) => void lines.push(line) }) } as Services;

test('a job is run by its feature, with the services and what the job was given', async () => {
  const advance = vi.fn<NonNullable<NonNullable<Feature['jobs']>['advance-withdrawal']>>(
    async () => undefined,
  );
  const { handlers } = createJobs(
    [{ name: 'withdrawals', jobs: { 'advance-withdrawal': advance } }],
    services,
  );
  await handlers['advance-withdrawal']?.({ withdrawalId: 'an id' });
  expect(advance).toHaveBeenCalledExactlyOnceWith(services, { withdrawalId: 'an id' });
});

test('the clock adds what the features say, beside the watch of the rail and the sweep', () => {
  const { schedules } = createJobs(
    [{ name: 'trade', schedules: { 'settle-prices': '* * * * *' } }, { name: 'market' }],
    services,
  );
  expect(schedules).toEqual({
    'watch-rail': '* * * * *',
    sweep: '17 * * * *',
    'settle-prices': '* * * * *',
  });
});

test('the clock begins each job but those that something else adds', () => {
  const { handlers, schedules } = createJobs(features, services);
  const added = Object.keys(handlers).filter((name) => !Object.hasOwn(schedules, name));
  expect(added.toSorted()).toEqual([
    'advance-sandbox-payment',
    'advance-withdrawal',
    'cancel-disconnected',
    'cancel-orders',
    'carry-out-proposal',
    'check-books',
    'expire-top-up',
    'run-recurring-buy',
    'send-mail',
  ]);
});

test('a feature that can’t watch the rail keeps no other from it, and is told of', async () => {
  const watched: string[] = [];
  const { handlers } = createJobs(
    [
      { name: 'first', watchRail: async () => void watched.push('first') },
      { name: 'broken', watchRail: () => Promise.reject(new Error('no')) },
      { name: 'last', watchRail: async () => void watched.push('last') },
    ],
    services,
  );
  await handlers['watch-rail']?.({});
  expect(watched).toEqual(['first', 'last']);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, feature: 'broken' }]);
});

test('a name that no feature has, or another payload, does not compile', () => {
  expectTypeOf<'send-letter'>().not.toExtend<JobName>();
  expectTypeOf<typeof addJob<'advance-withdrawal'>>()
    .parameter(2)
    .toEqualTypeOf<{ readonly withdrawalId: string }>();
});

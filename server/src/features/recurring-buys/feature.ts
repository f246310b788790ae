import type { Feature } from '../../feature.ts';
import { everyMinute } from '../../jobs/queue.ts';
import { bindRecurringBuyRoutes } from './routes.ts';
import { runRecurringBuy, watchRecurringBuys } from './run-recurring-buy.ts';

declare module '../../jobs/queue.ts' {
  interface JobPayloads {
    /** Buys for the named time; does nothing for any other time. */
    'run-recurring-buy': { readonly recurringBuyId: string; readonly dueAt: string };
    /** Runs every minute: runs overdue buys. */
    'watch-recurring-buys': object;
  }
}

export const recurringBuys = {
  name: 'recurring-buys',
  bindRoutes: bindRecurringBuyRoutes,
  jobs: { 'run-recurring-buy': runRecurringBuy, 'watch-recurring-buys': watchRecurringBuys },
  schedules: { 'watch-recurring-buys': everyMinute },
  personalTables: ['recurring_buy'],
} satisfies Feature;

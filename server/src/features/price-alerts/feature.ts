import type { Feature } from '../../feature.ts';
import { everyMinute } from '../../jobs/queue.ts';
import { bindPriceAlertRoutes } from './routes.ts';
import { watchPrices } from './watch-prices.ts';

declare module '../../jobs/queue.ts' {
  interface JobPayloads {
    /** Every minute, by the clock: holds what assets cost against the lines that people wait for. */
    'watch-prices': object;
  }
}

export const priceAlerts = {
  name: 'price-alerts',
  bindRoutes: bindPriceAlertRoutes,
  jobs: { 'watch-prices': watchPrices },
  schedules: { 'watch-prices': everyMinute },
  personalTables: ['price_alert'],
} satisfies Feature;

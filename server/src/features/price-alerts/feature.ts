import type { Feature } from '../../feature.ts';
import { everyMinute } from '../../jobs/queue.ts';
import { bindPriceAlertRoutes } from './routes.ts';
import { watchPrices } from './watch-prices.ts';

declare module '../../jobs/queue.ts' {
  interface JobPayloads {
    /** Runs every minute: compares prices with the lines that people wait for. */
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

import type { Feature } from '../../feature.ts';
import { everyMinute } from '../../jobs/queue.ts';
import { settlePrices } from './firm-price.ts';
import { bindTradeRoutes } from './routes.ts';

declare module '../../jobs/queue.ts' {
  interface JobPayloads {
    /** Runs every minute: reads the prices, so that a price that jumped can settle. */
    'settle-prices': object;
  }
}

export const trade = {
  name: 'trade',
  bindRoutes: bindTradeRoutes,
  jobs: { 'settle-prices': settlePrices },
  schedules: { 'settle-prices': everyMinute },
  moneyTables: { trade: 'user_id' },
  expiring: [
    // An accepted quote leaves a trade, which stays.
    { table: 'quote', since: 'expires_at', keptFor: { hours: 24 } },
    { table: 'trade_origin', since: 'created_at', keptFor: { hours: 24 } },
  ],
} satisfies Feature;

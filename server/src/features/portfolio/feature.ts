import { getPortfolio } from '@mercury/contract/api/portfolio.ts';
import type { Feature } from '../../feature.ts';
import { everyMinute } from '../../jobs/queue.ts';
import { recordPrices } from './record-prices.ts';
import { showPortfolio } from './show-portfolio.ts';

declare module '../../jobs/queue.ts' {
  interface JobPayloads {
    /** Runs every minute: stores each asset's price once per full hour. */
    'record-prices': object;
  }
}

export const portfolio = {
  name: 'portfolio',
  bindRoutes(bind, services) {
    bind(getPortfolio, { rateLimit: 'portfolio' }, ({ session: { userId }, query: { range } }) =>
      showPortfolio(services, { userId, range }),
    );
  },
  jobs: { 'record-prices': recordPrices },
  schedules: { 'record-prices': everyMinute },
} satisfies Feature;

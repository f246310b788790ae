import type { Feature } from '../../feature.ts';
import { addJob, everyMinute } from '../../jobs/queue.ts';
import { cancelOrdersOf } from './cancel-after.ts';
import { bindOrderRoutes } from './routes.ts';
import { cancelDisconnected } from './stream/disconnects.ts';
import { installMarketStream } from './stream/install.ts';
import { sweepBooks } from './sweep-books.ts';
import { sweepOrders } from './archive.ts';

declare module '../../jobs/queue.ts' {
  interface JobPayloads {
    /** Of a person whose account was frozen, or whose countdown of so many seconds ended. Without a market: in all. */
    'cancel-orders': { readonly userId: string; readonly market?: string; readonly seconds?: number };
    /** Runs every minute: orders whose time has come expire, and stops have their turn, also where nobody trades. */
    'sweep-books': object;
    /** All connections of a session or key were lost that asked for it. */
    'cancel-disconnected': { readonly userId: string; readonly callerId: string };
  }
}

export const orders = {
  name: 'orders',
  bindRoutes: bindOrderRoutes,
  installRoutes: installMarketStream,
  jobs: {
    'cancel-orders': cancelOrdersOf,
    'sweep-books': sweepBooks,
    'cancel-disconnected': cancelDisconnected,
  },
  schedules: { 'sweep-books': everyMinute },
  moneyTables: { book_order: 'user_id' },
  personalTables: ['archived_order', 'traded_volume'],
  sweep: sweepOrders,
  unfinished: `exists (select from book_order where user_id = $1 and status in ('OPEN', 'WAITING'))`,
  // By then every copy of a book has caught up, or reads it anew.
  expiring: [{ table: 'book_event', since: 'created_at', keptFor: { hours: 24 } }],
  // The books are locked before accounts, which a freeze holds: the orders go right after it.
  onFreeze: (trx, userId) => addJob(trx, 'cancel-orders', { userId }),
} satisfies Feature;

import type { Feature } from '../../feature.ts';
import { bindWatchlistRoutes } from './routes.ts';

export const watchlist = {
  name: 'watchlist',
  bindRoutes: bindWatchlistRoutes,
  personalTables: ['watched_coin'],
} satisfies Feature;

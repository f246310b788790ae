import {
  listWatchedCoins,
  unwatchCoin as unwatchCoinEndpoint,
  watchCoin as watchCoinEndpoint,
} from '@mercury/contract/api/watchlist.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import { unwatchCoin, watchCoin } from './change-watchlist.ts';
import { findWatchedCoins } from './queries.ts';

export function bindWatchlistRoutes(bind: Bind, services: Services): void {
  const options = { rateLimit: 'watchlist' } as const;

  bind(listWatchedCoins, {}, async ({ session }) => ({
    success: true,
    coins: await findWatchedCoins(services.db, session.userId),
  }));

  bind(watchCoinEndpoint, options, async ({ session, params: { coin } }) => {
    await watchCoin(services, { session, coin });
    return undefined;
  });

  bind(unwatchCoinEndpoint, options, async ({ session, params: { coin } }) => {
    await unwatchCoin(services, { session, coin });
    return undefined;
  });
}

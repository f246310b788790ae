import {
  getMarketCoin,
  getMarketHistory,
  listAssetPrices,
  listMarketCoins,
} from '@mercury/contract/api/market.ts';
import { limits } from '@mercury/contract/limits.ts';
import { DomainError } from '../../errors.ts';
import type { Bind } from '../../http/bind.ts';
import type { Services } from '../../services.ts';
import type { Origin } from './answers.ts';

export function bindMarketRoutes(bind: Bind, { market }: Pick<Services, 'market'>): void {
  const options = { rateLimit: 'market', publicSeconds: secondsUntilOld } as const;

  bind(listMarketCoins, options, async () => ({ success: true, ...(await market.listCoins()) }));

  bind(listAssetPrices, options, async () => ({ success: true, ...(await market.listAssetPrices()) }));

  bind(getMarketCoin, options, async ({ params: { id } }) => ({
    success: true,
    ...found(await market.findCoin(id)),
  }));

  bind(getMarketHistory, options, async ({ params: { id }, query: { range } }) => ({
    success: true,
    ...found(await market.findHistory(id, range)),
  }));
}

function found<Said>(said: Said | undefined): Said {
  if (said === undefined) throw new DomainError('NotFound');
  return said;
}

/** A cache may keep a reply only until the prices expire, so that nobody sees them for longer. */
function secondsUntilOld({ asOf }: Origin): number {
  const ageMs = Date.now() - Date.parse(asOf);
  return Math.max(0, Math.floor((limits.marketKeptMs - ageMs) / 1000));
}

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

export function bindMarketRoutes(bind: Bind, { config, market }: Pick<Services, 'config' | 'market'>): void {
  const providedBy = config.marketData?.name;
  /** Its terms ask for that. */
  const naming = <Said extends Origin>(said: Said) =>
    providedBy === undefined || said.source === 'pretend' ? said : { ...said, providedBy };
  const options = { rateLimit: 'market', publicSeconds: secondsUntilOld } as const;

  bind(listMarketCoins, options, async () => ({ success: true, ...naming(await market.listCoins()) }));

  bind(listAssetPrices, options, async () => ({ success: true, ...naming(await market.listAssetPrices()) }));

  bind(getMarketCoin, options, async ({ params: { id } }) => ({
    success: true,
    ...naming(found(await market.findCoin(id))),
  }));

  bind(getMarketHistory, options, async ({ params: { id }, query: { range } }) => ({
    success: true,
    ...naming(found(await market.findHistory(id, range))),
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

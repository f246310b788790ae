import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Services } from '../../services.ts';
import type { Origin } from '../market/answers.ts';
import { priceOf } from '../market/price-of.ts';

/**
 * Who says what these are worth now, and since when: of the oldest price among them. The operator's own price and a
 * dollar's are of this moment. Where the market is away and something is valued at a pretend price or a placeholder, that
 * is what they all are said to be, and stale.
 */
export async function originOfPrices(services: Services, assets: readonly AssetCode[]): Promise<Origin> {
  const { market } = services;
  const coins = assets.filter((asset) => assetOf(asset).marketId !== null);
  const marketIds = coins.flatMap((coin) => assetOf(coin).marketId ?? []);
  const said = await Promise.all(marketIds.map((id) => market.findCoin(id)));
  const origins = said.flatMap((each) => each ?? []);
  const [first = new Date().toISOString(), ...others] = origins.map(({ asOf }) => asOf);
  const { source: ofMarket } = origins[0] ?? (await market.listCoins());
  const isPretend = coins.some((coin) => priceOf(services, coin)?.isIndicative === true);
  return {
    source: isPretend ? 'pretend' : ofMarket,
    // ISO 8601 in one time zone: the order of the texts is that of the times.
    asOf: others.reduce((oldest, asOf) => (asOf < oldest ? asOf : oldest), first),
    isStale: origins.some(({ isStale }) => isStale),
  };
}

import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Services } from '../../services.ts';
import type { Origin } from '../market/answers.ts';
import { priceOf } from '../market/price-of.ts';

/**
 * The source and time of these prices: those of the oldest price. The operator's own price and a dollar's are always current. If
 * any asset has a pretend price or a placeholder, that source counts for all.
 */
export async function originOfPrices(services: Services, assets: readonly AssetCode[]): Promise<Origin> {
  const { market } = services;
  const coins = assets.filter((asset) => assetOf(asset).marketId !== null);
  const marketIds = coins.flatMap((coin) => assetOf(coin).marketId ?? []);
  const said = await Promise.all(marketIds.map((id) => market.findCoin(id)));
  const origins = said.flatMap((each) => each ?? []);
  const [first = new Date().toISOString(), ...others] = origins.map(({ asOf }) => asOf);
  const { source: ofMarket } = origins[0] ?? (await market.listCoins());
  const isPretend = coins.some(
    (coin) => market.shownLivePriceOf(coin) === undefined && priceOf(services, coin)?.isIndicative === true,
  );
  return {
    source: isPretend ? 'pretend' : ofMarket,
    // ISO 8601 in one time zone: texts sort like times.
    asOf: others.reduce((oldest, asOf) => (asOf < oldest ? asOf : oldest), first),
    isStale: origins.some(({ isStale }) => isStale),
  };
}

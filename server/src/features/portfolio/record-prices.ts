import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Price } from '@mercury/contract/money/price.ts';
import type { Services } from '../../services.ts';
import { operatorPriceOf } from '../market/price-of.ts';

interface HourPrice {
  readonly price: Price;
  readonly source: 'operator' | 'live' | 'pretend';
}

/**
 * Stores each price at the full hour, for past values: the first price known within the hour, once, from whichever process finds
 * it. It runs every minute, so an hour still gets a price if the product starts in it or the market is silent at first. An
 * unknown price stays out.
 */
export async function recordPrices(services: Services): Promise<void> {
  const known = assetCodes().map((asset) => hourPriceOf(services, asset));
  const prices = known.filter((each) => each !== undefined);
  await services.db.pool.query(
    `insert into asset_price (asset, at, scaled_usd, source)
     select asset, date_trunc('hour', now(), 'UTC'), scaled_usd, source
       from unnest($1::text[], $2::numeric[], $3::text[]) as known (asset, scaled_usd, source)
     on conflict do nothing`,
    [
      prices.map(({ price }) => price.asset),
      prices.map(({ price }) => price.scaledUsd),
      prices.map(({ source }) => source),
    ],
  );
}

/**
 * The operator's price, else the market's. Once the service has answered, only its prices count: pretend prices in between would
 * make up a course that never was.
 */
function hourPriceOf({ settings, rail, market }: Services, asset: AssetCode): HourPrice | undefined {
  const own = operatorPriceOf(settings.current, asset);
  if (own !== undefined) return { price: own, source: 'operator' };
  const isPretended = market.isPretended() && rail.isSandbox;
  const price = isPretended ? market.pretendedPriceOf(asset) : market.livePriceOf(asset);
  return price && { price, source: isPretended ? 'pretend' : 'live' };
}

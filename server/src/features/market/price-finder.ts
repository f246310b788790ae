import type { MarketCoin } from '@mercury/contract/api/market.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { parsePrice, type Price } from '@mercury/contract/money/price.ts';
import { assetOf } from './coins.ts';

export type PriceFinder = (coins: readonly MarketCoin[], asset: AssetCode) => Price | undefined;

/** Every view of a wallet asks, so it reads each list once. A list never changes; the next one replaces it. */
export function createPriceFinder(): PriceFinder {
  let readList: readonly MarketCoin[] | undefined;
  let prices: ReadonlyMap<AssetCode, Price> = new Map();

  return (coins, asset) => {
    if (coins !== readList) {
      readList = coins;
      prices = readPrices(coins);
    }
    return prices.get(asset);
  };
}

function readPrices(coins: readonly MarketCoin[]): ReadonlyMap<AssetCode, Price> {
  const prices = new Map<AssetCode, Price>();
  for (const { id, currentPrice } of coins) {
    const asset = assetOf(id);
    const price = asset && parsePrice(asset, currentPrice);
    if (price !== undefined) prices.set(price.asset, price);
  }
  return prices;
}

import type { MarketCoin } from '@mercury/contract/api/market.ts';
import { assetOfMarket, listAssets, type AssetCode } from '@mercury/contract/money/asset.ts';
import { parsePrice, type Price } from '@mercury/contract/money/price.ts';

export type PriceFinder = (coins: readonly MarketCoin[], asset: AssetCode) => Price | undefined;

/** Reads each list only once, because every view of a wallet asks. A list never changes; a new one replaces it. */
export function createPriceFinder(): PriceFinder {
  let readList: readonly MarketCoin[] | undefined;
  let readFor = listAssets();
  let prices: ReadonlyMap<AssetCode, Price> = new Map();

  return (coins, asset) => {
    if (coins !== readList || readFor !== listAssets()) {
      [readList, readFor] = [coins, listAssets()];
      prices = readPrices(coins);
    }
    return prices.get(asset);
  };
}

function readPrices(coins: readonly MarketCoin[]): ReadonlyMap<AssetCode, Price> {
  const prices = new Map<AssetCode, Price>();
  for (const { id, currentPrice } of coins) {
    const asset = assetOfMarket(id);
    const price = asset && parsePrice(asset.code, currentPrice);
    if (price !== undefined) prices.set(price.asset, price);
  }
  return prices;
}

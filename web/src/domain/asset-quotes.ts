import { type AssetCode, assetOfMarket } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from './config-query.ts';
import { assetPricesQuery } from './market-query.ts';

export interface AssetQuote {
  price: string;
  /** In percent; null if nobody says it. */
  change24h: string | null;
  /** The operator sets the price, so it has no changes. */
  isFixedPrice: boolean;
  /** Its source is away. */
  isStale: boolean;
}

/** What assets cost, as far as it is known. A dollar has no price in dollars. */
export function useAssetQuotes(): (asset: AssetCode) => AssetQuote | undefined {
  const { data: market } = useQuery(assetPricesQuery);
  const { data: config } = useQuery(configQuery);
  return (asset) => {
    const coin = market?.coins.find(({ id }) => assetOfMarket(id)?.code === asset);
    if (market && coin) {
      const { currentPrice: price, change24h } = coin;
      return { price, change24h, isFixedPrice: false, isStale: market.isStale };
    }
    const fixed =
      asset === coinCode ? config?.coinPriceUsd : config?.assets.find(({ code }) => code === asset)?.priceUsd;
    return typeof fixed === 'string'
      ? { price: fixed, change24h: null, isFixedPrice: true, isStale: false }
      : undefined;
  };
}

import { type AssetCode, assetOfMarket } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../domain/config-query.ts';
import { assetPricesQuery } from '../../domain/market-query.ts';

export interface AssetQuote {
  price: string;
  /** In percent; null if nobody says it. */
  change24h: string | null;
  /** The operator sets the price, so it has no changes. */
  isFixedPrice: boolean;
}

/** What assets cost, as far as it is known. A dollar has no price in dollars. */
export function useAssetQuotes(): (asset: AssetCode) => AssetQuote | undefined {
  const { data: market } = useQuery(assetPricesQuery);
  const { data: config } = useQuery(configQuery);
  return (asset) => {
    const coin = market?.coins.find(({ id }) => assetOfMarket(id)?.code === asset);
    if (coin) return { price: coin.currentPrice, change24h: coin.change24h, isFixedPrice: false };
    const fixed =
      asset === coinCode ? config?.coinPriceUsd : config?.assets.find(({ code }) => code === asset)?.priceUsd;
    return typeof fixed === 'string' ? { price: fixed, change24h: null, isFixedPrice: true } : undefined;
  };
}

import type { MarketCoin } from '@mercury/contract/api/market.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../api/config-query.ts';
import { marketQuery } from '../../api/market-query.ts';

interface KnownPrices {
  coins: readonly Pick<MarketCoin, 'symbol' | 'currentPrice'>[];
  /** The product's own coin, and what its operator asks for it. */
  coin: AssetCode | undefined;
  coinPriceUsd: string | undefined;
}

/** What a currency costs at present, as a plain decimal of US dollars; undefined where that is not known here. */
export function presentPriceOf(
  asset: AssetCode,
  { coins, coin, coinPriceUsd }: KnownPrices,
): string | undefined {
  if (asset === coin) return coinPriceUsd;
  return coins.find(({ symbol }) => symbol === asset)?.currentPrice;
}

export function usePresentPrice(asset: AssetCode): string | undefined {
  const { data: market } = useQuery(marketQuery);
  const { data: config } = useQuery(configQuery);
  return presentPriceOf(asset, {
    coins: market?.coins ?? [],
    coin: config?.coin,
    coinPriceUsd: config?.coinPriceUsd,
  });
}

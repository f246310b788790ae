import { topUpCoinCodes, type AssetCode, type TopUpCoinCode } from '@mercury/contract/money/asset.ts';

/** CoinGecko's ids of the coins that a wallet can hold. Several coins share a symbol there, but never an id. */
export const marketIds: Readonly<Record<TopUpCoinCode, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  TRX: 'tron',
  USDT: 'tether',
  BNB: 'binancecoin',
  DOGE: 'dogecoin',
  TON: 'the-open-network',
  USDC: 'usd-coin',
  SOL: 'solana',
  XRP: 'ripple',
  LTC: 'litecoin',
};

const assetsById: ReadonlyMap<string, TopUpCoinCode> = new Map(
  topUpCoinCodes.map((code) => [marketIds[code], code]),
);

const idsByAsset: ReadonlyMap<AssetCode, string> = new Map(
  topUpCoinCodes.map((code) => [code, marketIds[code]]),
);

export function marketIdOf(asset: AssetCode): string | undefined {
  return idsByAsset.get(asset);
}

/** Undefined if the coin is none of our currencies. */
export function assetOf(marketId: string): AssetCode | undefined {
  return assetsById.get(marketId);
}

/** We draw and serve the icons ourselves. */
export function markOf(marketId: string): string {
  return `/coins/${assetOf(marketId)?.toLowerCase() ?? 'unknown'}.svg`;
}

import { topUpCoinCodes, type AssetCode, type TopUpCoinCode } from '@mercury/contract/money/asset.ts';

/** The market's own names (CoinGecko's ids) of what a wallet can hold. Several coins share a symbol there, none an id. */
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

/** What the market calls one of our currencies; undefined where it knows none such. */
export function marketIdOf(asset: AssetCode): string | undefined {
  return idsByAsset.get(asset);
}

/** Which of our currencies the market means; undefined where it is none. */
export function assetOf(marketId: string): AssetCode | undefined {
  return assetsById.get(marketId);
}

/** The coin's mark, drawn by us and served by us. */
export function markOf(marketId: string): string {
  return `/coins/${assetOf(marketId)?.toLowerCase() ?? 'unknown'}.svg`;
}

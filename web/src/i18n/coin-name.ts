import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { isLocale } from '@mercury/contract/locales.ts';
import i18next, { type TFunction } from 'i18next';

/**
 * The currencies that have a name of their own in some language: what wallets hold, and what the market lists beside it.
 * The house's own coin is not among them: its name is a name, as the product's is.
 */
export const namedCoins = [
  'USD',
  'BTC',
  'ETH',
  'TRX',
  'USDT',
  'USDC',
  'BNB',
  'SOL',
  'XRP',
  'DOGE',
  'LTC',
  'TON',
  'ADA',
  'AVAX',
  'BCH',
  'DOT',
  'LINK',
  'SHIB',
  'XLM',
] as const;
type NamedCoin = (typeof namedCoins)[number];

function isNamedCoin(code: string): code is NamedCoin {
  return namedCoins.some((named) => named === code);
}

/** What readers of the language call a coin, by its ticker; `fallback` is what the market calls one that we don't know. */
export function coinName(t: TFunction, code: string, fallback: string): string {
  return isNamedCoin(code) ? t(`coins.${code}`) : fallback;
}

/** The same of what wallets hold. What the operator added has its names from them. */
export function assetName(t: TFunction, asset: AssetCode): string {
  const { name, names } = assetOf(asset);
  const { language } = i18next;
  return coinName(t, asset, (isLocale(language) ? names[language] : undefined) ?? name);
}

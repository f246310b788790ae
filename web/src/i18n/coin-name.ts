import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { isLocale } from '@mercury/contract/locales.ts';
import i18next, { type TFunction } from 'i18next';

/**
 * The currencies with a name of their own in some language: those in wallets, and others that the market lists. The own coin is
 * not one of them: its name is never translated, like the product's.
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

/** The readers' name of a coin, by its ticker. `fallback` is the market's name, for a coin that we don't know. */
export function coinName(t: TFunction, code: string, fallback: string): string {
  return isNamedCoin(code) ? t(`coins.${code}`) : fallback;
}

/** The same for assets in wallets. The operator names the assets that they add. */
export function assetName(t: TFunction, asset: AssetCode): string {
  const { name, names } = assetOf(asset);
  const { language } = i18next;
  return coinName(t, asset, (isLocale(language) ? names[language] : undefined) ?? name);
}

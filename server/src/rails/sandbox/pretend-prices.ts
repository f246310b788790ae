import { assetTraits, type TopUpCoinCode } from '@mercury/contract/money/asset.ts';
import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import { amountForUsd, parsePrice, valueInUsd } from '@mercury/contract/money/price.ts';

/** Pretend prices in US dollars, for the pretend chain only: nobody is ever credited at them. */
const pretendPricesUsd: Readonly<Record<TopUpCoinCode, string>> = {
  BTC: '45382.51',
  ETH: '2941.37',
  USDT: '1',
  USDC: '1',
  TRX: '0.1184',
  BNB: '312.4',
  DOGE: '0.0832',
  TON: '2.37',
  SOL: '101.6',
  XRP: '0.5521',
  LTC: '70.15',
};

export function pretendPriceOf(coin: TopUpCoinCode): string {
  return pretendPricesUsd[coin];
}

// Readable and easy to copy. For chains with 18 decimals, the payer is asked for slightly more rather than for 18 digits.
const offeredDecimalsMax = 8;

/** The amount of coin for that many US dollars, rounded up so that it never falls short. */
export function pretendOffer(coin: TopUpCoinCode, usd: Amount): Amount {
  const price = parsePrice(coin, pretendPricesUsd[coin]);
  if (price === undefined) throw new Error(`${coin} has no pretend price`);
  const exact = amountForUsd(usd, price, 'up').minorUnits;
  const step = 10n ** BigInt(Math.max(0, assetTraits[coin].decimals - offeredDecimalsMax));
  return amountOf(coin, divide(exact, step, 'up') * step);
}

/** The worth of a payment at the pretend price, rounded down: nobody is credited more than was offered for it. */
export function pretendValueInUsd(coin: TopUpCoinCode, amount: Amount): Amount {
  const price = parsePrice(coin, pretendPricesUsd[coin]);
  if (price === undefined) throw new Error(`${coin} has no pretend price`);
  return valueInUsd(amount, price, 'down');
}

import type { TradeType } from '@mercury/contract/api/trade.ts';
import { limits } from '@mercury/contract/limits.ts';
import { parseAmount, type Amount } from '@mercury/contract/money/amount.ts';
import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { valueInUsd } from '@mercury/contract/money/price.ts';
import { rateOf, tradeOf, type TradeTerms } from '@mercury/contract/money/trade.ts';
import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { atOneVersion } from '../../settings/settings.ts';
import { firmPriceOf, type PriceServices } from './firm-price.ts';
import type { Offer } from './offer.ts';
import { spreadBpsOf } from './spread.ts';
import { isTradingHalted } from './trading-halt.ts';

export interface OfferRequest {
  readonly type: TradeType;
  readonly fromAsset: AssetCode;
  readonly toAsset: AssetCode;
  /** Of either side: the amount to give including the fee, or the amount to receive. */
  readonly amount: Amount;
}

/**
 * Computes what the house offers at present prices. It stores nothing and moves no money. It may call the market: never use it in
 * a transaction.
 * @throws DomainError AmountNotPositive, AmountOutOfRange, AssetNotTraded, TradingHalted, PriceMissing, PriceStale, PriceJumped
 */
export async function makeOffer(present: PriceServices, request: OfferRequest): Promise<Offer> {
  const services = atOneVersion(present);
  const { type, fromAsset, toAsset, amount } = request;
  if (amount.minorUnits <= 0n) throw new DomainError('AmountNotPositive');
  refuseSwitchedOff([fromAsset, toAsset]);
  if (await isTradingHalted(services.db, [fromAsset, toAsset])) throw new DomainError('TradingHalted');
  const [fromPrice, toPrice] = await Promise.all([
    firmPriceOf(services, fromAsset),
    firmPriceOf(services, toAsset),
  ]);
  const { feeBps, spreadBps: operatorBps } = services.settings.current.trade;
  const spreadBps = spreadBpsOf(operatorBps, [fromPrice, toPrice], new Date());
  const terms: TradeTerms = { fromPrice, toPrice, feeBps, spreadBps };
  // People read a purchase by the price of the bought asset, and a sale or exchange by the price of the given one.
  const base = type === 'BUY' ? toAsset : fromAsset;
  const trade = tradeOf(terms, amount);
  const rate = rateOf(terms, base);
  if (trade === undefined || rate === undefined) throw new DomainError('AmountOutOfRange');
  const usdValue = valueInUsd(trade.from, fromPrice, 'half-even');
  refuseOutOfRange(services, usdValue);
  return { type, ...trade, rate: { base, scaled: rate }, spreadBps, fromPrice, toPrice, usdValue };
}

/** @throws DomainError AssetNotTraded */
export function refuseSwitchedOff(assets: readonly AssetCode[]): void {
  if (assets.some((asset) => !assetOf(asset).isActive)) throw new DomainError('AssetNotTraded');
}

function refuseOutOfRange({ settings }: Pick<Services, 'settings'>, { minorUnits }: Amount): void {
  if (minorUnits < leastUsd().minorUnits || minorUnits > settings.current.trade.orderUsdMax.minorUnits) {
    throw new DomainError('AmountOutOfRange');
  }
}

function leastUsd(): Amount {
  const least = parseAmount('USD', limits.tradeUsdMin);
  if (least === undefined) throw new Error(`${limits.tradeUsdMin} is no amount in US dollars`);
  return least;
}

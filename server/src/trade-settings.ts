import { limits } from '@mercury/contract/limits.ts';
import { parseAmount, parseAmountOutside, type Amount } from '@mercury/contract/money/amount.ts';
import * as z from 'zod';

/** The house's terms for buys, sells and exchanges. Rates are in hundredths of a percent, amounts in US dollars. */
export interface TradeSettings {
  /** Deducted from what a person gives away. */
  readonly feeBps: number;
  /** How far an offer is from the market's price, in the house's favour. */
  readonly spreadBps: number;
  readonly orderUsdMax: Amount;
  /** Of one person within 24 hours. */
  readonly dayUsdMax: Amount;
  /** How much of a currency the house may hold, or owe, through its exchanges. */
  readonly exposureUsdMax: Amount;
  /** The house does not trade at a price that jumps by more than this until the price has settled. */
  readonly priceJumpBps: number;
}

/** A share in hundredths of a percent. */
export const bps = (max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,5}$/, 'is no whole number')
    .transform(Number)
    .refine((value) => value <= max, `must be from 0 to ${max}`);

const usd = z.string().transform((text, context): Amount => {
  const amount = parseAmountOutside('USD', text);
  const min = parseAmount('USD', limits.tradeUsdMin);
  if (amount !== undefined && min !== undefined && amount.minorUnits >= min.minorUnits) return amount;
  context.addIssue(`is no amount of US dollars from ${limits.tradeUsdMin} up, such as 10000`);
  return z.NEVER;
});

export const tradeSettings = {
  TRADE_FEE_BPS: bps(1_000).prefault('25'),
  TRADE_SPREAD_BPS: bps(1_000).prefault('50'),
  TRADE_ORDER_USD_MAX: usd.prefault('10000'),
  TRADE_DAY_USD_MAX: usd.prefault('50000'),
  TRADE_EXPOSURE_USD_MAX: usd.prefault('250000'),
  TRADE_PRICE_JUMP_BPS: bps(10_000).prefault('1000'),
};

type Settings = z.output<z.ZodObject<typeof tradeSettings>>;

export function readTrade(settings: Settings): TradeSettings {
  return {
    feeBps: settings.TRADE_FEE_BPS,
    spreadBps: settings.TRADE_SPREAD_BPS,
    orderUsdMax: settings.TRADE_ORDER_USD_MAX,
    dayUsdMax: settings.TRADE_DAY_USD_MAX,
    exposureUsdMax: settings.TRADE_EXPOSURE_USD_MAX,
    priceJumpBps: settings.TRADE_PRICE_JUMP_BPS,
  };
}

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { assetCodeSchema, decimalSchema, idSchema, key, timeSchema } from './shapes.ts';
import { moneyReply } from './wallets.ts';

/**
 * The person's intent; history uses the same word. BUY: get a coin for US dollars or another coin. SELL: give a coin for US
 * dollars or another coin. EXCHANGE: one coin for another.
 */
export const tradeTypes = ['BUY', 'SELL', 'EXCHANGE'] as const;
export type TradeType = (typeof tradeTypes)[number];

/**
 * The source of a price. operator: the product's own coin. par: a US dollar is a US dollar. live and pretend: the same as in the
 * market.
 */
export const tradePriceSources = ['operator', 'par', 'live', 'pretend'] as const;
export type TradePriceSource = (typeof tradePriceSources)[number];

/** One whole unit of `base` costs `value` of `quote`. Includes the spread, not the fee. */
export const rateShape = z.strictObject({
  base: assetCodeSchema,
  quote: assetCodeSchema,
  value: decimalSchema,
});
export type Rate = z.output<typeof rateShape>;

/** A firm offer: if the person accepts it before it expires, exactly this happens. */
export const quoteShape = z.strictObject({
  id: idSchema,
  type: z.enum(tradeTypes),
  fromCurrency: assetCodeSchema,
  /** Leaves the person's balance, fee included. */
  fromAmount: decimalSchema,
  /** In fromCurrency, part of fromAmount. */
  fee: decimalSchema,
  toCurrency: assetCodeSchema,
  /** The amount that arrives. */
  toAmount: decimalSchema,
  rate: rateShape,
  /** The spread in hundredths of a percent. The rate includes it. */
  spreadBps: z.int(),
  /** Worth of fromAmount in US dollars. */
  usdValue: decimalSchema,
  /** Prices of both currencies before the spread. */
  prices: z.array(
    z.strictObject({
      currency: assetCodeSchema,
      usd: decimalSchema,
      source: z.enum(tradePriceSources),
      /** When the source published it. */
      asOf: timeSchema,
    }),
  ),
  createdAt: timeSchema,
  expiresAt: timeSchema,
});
export type Quote = z.output<typeof quoteShape>;

/** Exactly one of the two amounts: the amount to give, fee included, or the amount to receive. */
export const quoteBody = z
  .strictObject({
    type: z.enum(tradeTypes, key('invalid')),
    fromCurrency: assetCodeSchema,
    toCurrency: assetCodeSchema,
    fromAmount: z.optional(decimalSchema),
    toAmount: z.optional(decimalSchema),
  })
  .check(
    z.refine(({ fromAmount, toAmount }) => (fromAmount === undefined) !== (toAmount === undefined), {
      error: key('required'),
      path: ['fromAmount'],
    }),
    z.refine(({ fromCurrency, toCurrency }) => fromCurrency !== toCurrency, {
      error: key('invalid'),
      path: ['toCurrency'],
    }),
    // People pay with dollars or receive them. Nobody buys, sells or exchanges dollars.
    z.refine(({ type, toCurrency }) => type === 'SELL' || toCurrency !== 'USD', {
      error: key('invalid'),
      path: ['toCurrency'],
    }),
    z.refine(({ type, fromCurrency }) => type === 'BUY' || fromCurrency !== 'USD', {
      error: key('invalid'),
      path: ['fromCurrency'],
    }),
  );

/** Reasons why there is no offer now. */
const priceErrors = ['PriceMissing', 'PriceStale', 'PriceJumped'] as const;

export const createQuote = endpoint({
  method: 'POST',
  path: '/quotes',
  tag: 'trade',
  summary: 'A firm offer to exchange one currency for another, good for some seconds',
  caller: 'verified',
  body: quoteBody,
  status: 201,
  reply: z.strictObject({ success: z.literal(true), quote: quoteShape }),
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'AmountNotPositive',
    'AmountOutOfRange',
    'AssetNotTraded',
    'TradeLimitReached',
    'ExposureLimitReached',
    ...priceErrors,
  ],
});

export const acceptQuote = endpoint({
  method: 'POST',
  path: '/quotes/:id/accept',
  tag: 'trade',
  summary: 'Takes a firm offer: both balances move at once, at exactly what it said',
  caller: 'verified',
  isIdempotent: true,
  params: z.strictObject({ id: idSchema }),
  /** The offer as the person saw and confirmed it. The server refuses an offer that differs. */
  body: z.strictObject({ fromAmount: decimalSchema, toAmount: decimalSchema }),
  status: 200,
  /** The wallet of the currency that arrived. */
  reply: moneyReply,
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'QuoteNotFound',
    'QuoteExpired',
    'QuoteUsed',
    'QuoteChanged',
    'QuoteMoved',
    'InsufficientBalance',
    'TradeLimitReached',
    'ExposureLimitReached',
    'IdempotencyKeyReused',
  ],
});

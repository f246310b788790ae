import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { decimalSchema, key, signedDecimalSchema, timeSchema } from './shapes.ts';

/** `all` begins where the source's history does: a source may tell no more than a year. */
export const marketRanges = ['day', 'week', 'month', 'year', 'all'] as const;
export type MarketRange = (typeof marketRanges)[number];

/** The source of prices: a market-data service, or pretend prices if no service is set or reachable. */
export const marketSources = ['live', 'pretend'] as const;
export type MarketSource = (typeof marketSources)[number];

/** The source and age of a price, and whether it is too old to trust. */
const origin = {
  source: z.enum(marketSources),
  /** Of the service, where it is to be named beside its prices. */
  providedBy: z.optional(z.string()),
  /** When the source published it. */
  asOf: timeSchema,
  /** The source has been unreachable for longer than prices stay valid (limits.marketStaleAfterMs). */
  isStale: z.boolean(),
};

/** Each is left out if the source does not say it. Amounts are in US dollars. */
const statisticsSchema = z.strictObject({
  /** Its place by market value: 1 is the largest. */
  rank: z.optional(z.int().check(z.positive())),
  marketValue: z.optional(decimalSchema),
  volume24h: z.optional(decimalSchema),
  high24h: z.optional(decimalSchema),
  low24h: z.optional(decimalSchema),
  allTimeHigh: z.optional(z.strictObject({ price: decimalSchema, at: timeSchema })),
  /** In whole coins. */
  circulatingSupply: z.optional(decimalSchema),
});
export type CoinStatistics = z.output<typeof statisticsSchema>;

const coinSchema = z.strictObject({
  /** The market's own id for it, as in `bitcoin`. */
  id: z.string(),
  name: z.string(),
  /** Upper case, as in `BTC`. */
  symbol: z.string(),
  /** In US dollars. */
  currentPrice: decimalSchema,
  /** In percent of the price 24 hours ago; null if the source does not say. */
  change24h: z.nullable(signedDecimalSchema),
  /** Path of the coin's icon on this site. */
  image: z.string(),
  /** Prices of the last 7 days in US dollars, oldest first, evenly spaced; empty if unknown. */
  week: z.array(decimalSchema),
  statistics: z.optional(statisticsSchema),
});
export type MarketCoin = z.output<typeof coinSchema>;

export const marketCoinIdSchema = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/, key('invalid')));

export const listMarketCoins = endpoint({
  method: 'GET',
  path: '/market/coins',
  tag: 'market',
  summary: 'The largest coins by market value, with their prices',
  caller: 'anyone',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), ...origin, coins: z.array(coinSchema) }),
  errors: [],
});

export const listAssetPrices = endpoint({
  method: 'GET',
  path: '/market/assets',
  tag: 'market',
  summary: 'The coins that can be held here and that the market prices, be they among the largest or not',
  caller: 'anyone',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), ...origin, coins: z.array(coinSchema) }),
  errors: [],
});

export const getMarketCoin = endpoint({
  method: 'GET',
  path: '/market/coins/:id',
  tag: 'market',
  summary: 'One coin with its price',
  caller: 'anyone',
  params: z.strictObject({ id: marketCoinIdSchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), ...origin, coin: coinSchema }),
  errors: ['NotFound'],
});

export const getMarketHistory = endpoint({
  method: 'GET',
  path: '/market/coins/:id/history',
  tag: 'market',
  summary: 'How the price of a coin went',
  caller: 'anyone',
  params: z.strictObject({ id: marketCoinIdSchema }),
  query: z.strictObject({ range: z.enum(marketRanges, key('invalid')) }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    ...origin,
    /** Oldest first. */
    points: z.array(z.strictObject({ at: timeSchema, price: decimalSchema })),
  }),
  errors: ['NotFound'],
});

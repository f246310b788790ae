import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { marketSources } from './market.ts';
import { assetCodeSchema, decimalSchema, key, signedDecimalSchema, timeSchema } from './shapes.ts';

export const portfolioRanges = ['day', 'week', 'month', 'year'] as const;
export type PortfolioRange = (typeof portfolioRanges)[number];

/** One currency that the person has or had. Costs follow the average-cost method. A currency without a price has no value. */
export const holdingShape = z.strictObject({
  currency: assetCodeSchema,
  amount: decimalSchema,
  price: z.nullable(decimalSchema),
  isPriceIndicative: z.boolean(),
  valueUsd: z.nullable(decimalSchema),
  /** Share of the total value, in percent with two decimals; null if there is no price. */
  sharePercent: z.nullable(decimalSchema),
  /** Average cost of one whole unit of the remaining amount; null if the cost of any part is unknown. */
  averageCostUsd: z.nullable(decimalSchema),
  /** Cost of the remaining amount. */
  costUsd: z.nullable(decimalSchema),
  /** valueUsd minus costUsd. */
  profitUsd: z.nullable(signedDecimalSchema),
  /** Of the cost, in percent with two decimals; null also if the cost is zero. */
  profitPercent: z.nullable(signedDecimalSchema),
  /** Gain or loss on amounts that were sold, exchanged, sent or withdrawn. */
  realizedUsd: z.nullable(signedDecimalSchema),
});
export type Holding = z.output<typeof holdingShape>;

export const getPortfolio = endpoint({
  method: 'GET',
  path: '/portfolio',
  tag: 'trade',
  summary: 'What the person has: its value over time, how it is spread, what it cost and gained',
  caller: 'verified',
  keyScope: 'read',
  keyWeight: 10,
  query: z.strictObject({ range: z.enum(portfolioRanges, key('invalid')) }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    source: z.enum(marketSources),
    /** Time of the oldest price used. */
    asOf: timeSchema,
    isStale: z.boolean(),
    totalUsd: decimalSchema,
    /** False for whoever only received, sent, deposited or withdrew: what they see as profit would be mere rounding. */
    hasTraded: z.boolean(),
    /** Of all holdings whose cost is known. */
    profitUsd: signedDecimalSchema,
    realizedUsd: signedDecimalSchema,
    /**
     * What prices and trades changed within the range: money that came in or went out is neither gain nor loss. Null if there was
     * nothing, or if a price or a balance of the range is unknown.
     */
    change: z.nullable(
      z.strictObject({
        usd: signedDecimalSchema,
        /** Of the value at the beginning plus what came in since, with two decimals. */
        percent: signedDecimalSchema,
        /** The change up to each point, in US dollars: from zero to `usd`. */
        course: z.array(signedDecimalSchema),
      }),
    ),
    /** Oldest first, evenly spaced; the last is the present. Excludes a currency that had no price at the time. */
    points: z.array(z.strictObject({ at: timeSchema, usd: decimalSchema })),
    /** Most valuable first. */
    holdings: z.array(holdingShape),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

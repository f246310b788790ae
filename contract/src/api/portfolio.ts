import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { marketSources } from './market.ts';
import { assetCodeSchema, decimalSchema, key, signedDecimalSchema, timeSchema } from './shapes.ts';

export const portfolioRanges = ['day', 'week', 'month', 'year'] as const;
export type PortfolioRange = (typeof portfolioRanges)[number];

/** One currency that the person has, or had. Costs follow the average-cost method; what has no price has no value. */
export const holdingShape = z.strictObject({
  currency: assetCodeSchema,
  amount: decimalSchema,
  price: z.nullable(decimalSchema),
  isPriceIndicative: z.boolean(),
  valueUsd: z.nullable(decimalSchema),
  /** Of the value of all, in percent with two decimals; null where there is no price. */
  sharePercent: z.nullable(decimalSchema),
  /** What one whole unit of what is still there cost on average; null where that is not known of all of it. */
  averageCostUsd: z.nullable(decimalSchema),
  /** What is still there cost so much. */
  costUsd: z.nullable(decimalSchema),
  /** valueUsd minus costUsd. */
  profitUsd: z.nullable(signedDecimalSchema),
  /** Of the cost, in percent with two decimals; null also where it cost nothing. */
  profitPercent: z.nullable(signedDecimalSchema),
  /** What was gained or lost on what was sold, exchanged, sent or withdrawn. */
  realizedUsd: z.nullable(signedDecimalSchema),
});
export type Holding = z.output<typeof holdingShape>;

export const getPortfolio = endpoint({
  method: 'GET',
  path: '/portfolio',
  tag: 'trade',
  summary: 'What the person has: its value over time, how it is spread, what it cost and gained',
  caller: 'verified',
  query: z.strictObject({ range: z.enum(portfolioRanges, key('invalid')) }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    source: z.enum(marketSources),
    /** Of the oldest price that is in it. */
    asOf: timeSchema,
    isStale: z.boolean(),
    totalUsd: decimalSchema,
    /** Of all holdings whose cost is known. */
    profitUsd: signedDecimalSchema,
    realizedUsd: signedDecimalSchema,
    /** The oldest first, evenly spaced; the last is the present. What had no price then is not in it. */
    points: z.array(z.strictObject({ at: timeSchema, usd: decimalSchema })),
    /** The most valuable first. */
    holdings: z.array(holdingShape),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

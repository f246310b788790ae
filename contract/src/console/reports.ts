import * as z from 'zod/mini';
import { anyAssetCodeSchema, assetCodeSchema, key, signedDecimalSchema, timeSchema } from '../api/shapes.ts';
import { consoleEndpoint, csvReply } from './endpoint.ts';

const readingErrors = ['Unauthenticated', 'PermissionMissing'] as const;

/** A UTC day of this millennium, such as "2026-11-27". */
const daySchema = z.iso.date(key('invalid')).check(z.regex(/^2/, key('invalid')));

/** A longer period is asked for in parts. */
export const reportDaysMax = 366;
/** In a longer period a page would be endless: its days are in the CSV. */
export const reportDaysShownMax = 92;

/** Both included; of this period is what was posted in it. */
const periodQuery = { from: daySchema, until: daySchema };
const periodReply = {
  success: z.literal(true),
  from: daySchema,
  until: daySchema,
  madeAt: timeSchema,
};

/** What the house took; what came in and went out through the rail. */
export const movementReports = ['fees', 'payments'] as const;
export type MovementReport = (typeof movementReports)[number];

/** Why something moved: `trade` with the house, `order_book` between people. */
export const movementCauses = [
  'trade',
  'order_book',
  'deposit',
  'topup',
  'withdrawal',
  'reversal',
  'adjustment',
  'other',
] as const;

const movedShape = {
  cause: z.enum(movementCauses),
  count: z.int().check(z.positive()),
  /** What came is above zero, what went is below. */
  amount: signedDecimalSchema,
};

export const getMovementReport = consoleEndpoint({
  method: 'GET',
  path: '/reports/movements',
  summary: 'What the house earned, or what came in and went out, in a period of UTC days, by cause',
  caller: 'reports.read',
  query: z.strictObject({ of: z.enum(movementReports, key('invalid')), ...periodQuery }),
  status: 200,
  reply: z.strictObject({
    ...periodReply,
    of: z.enum(movementReports),
    assets: z.array(
      z.strictObject({
        currency: assetCodeSchema,
        /** Of the house's account, before the first day and after the last: the lines make the difference. */
        opening: signedDecimalSchema,
        lines: z.array(z.strictObject(movedShape)),
        closing: signedDecimalSchema,
      }),
    ),
    /** Newest first, days with movements only; null where the period is too long to show each. */
    days: z.nullable(
      z.array(z.strictObject({ day: daySchema, currency: assetCodeSchema, amount: signedDecimalSchema })),
    ),
  }),
  errors: readingErrors,
});

export const exportMovementReport = consoleEndpoint({
  method: 'GET',
  path: '/reports/movements.csv',
  summary: 'The same as CSV: a line for each day, currency and cause',
  caller: 'reports.read',
  query: getMovementReport.query,
  status: 200,
  ...csvReply,
  errors: readingErrors,
});

/** With the house at its prices, and what corrections undid of that; between people in an order book. */
export const tradeVenues = ['house', 'house_reversed', 'order_book'] as const;

const tradedShape = z.strictObject({
  venue: z.enum(tradeVenues),
  base: anyAssetCodeSchema,
  quote: anyAssetCodeSchema,
  count: z.int().check(z.positive()),
  /** Below zero where it was undone: the sums of a pair with the house are what stayed. */
  baseAmount: signedDecimalSchema,
  quoteAmount: signedDecimalSchema,
});

export const getTradeReport = consoleEndpoint({
  method: 'GET',
  path: '/reports/trades',
  summary: 'What was traded in a period of UTC days, by pair: with the house and in order books',
  caller: 'reports.read',
  query: z.strictObject(periodQuery),
  status: 200,
  reply: z.strictObject({ ...periodReply, pairs: z.array(tradedShape) }),
  errors: readingErrors,
});

export const exportTradeReport = consoleEndpoint({
  method: 'GET',
  path: '/reports/trades.csv',
  summary: 'The same as CSV: a line for each day and pair',
  caller: 'reports.read',
  query: getTradeReport.query,
  status: 200,
  ...csvReply,
  errors: readingErrors,
});

/** The house's accounts, as in the trial balance. */
export const houseLineKinds = ['house_trading', 'rail_clearing', 'fees', 'exposure', 'corrections'] as const;

/** Without a moment: now. Of a past one is every transfer that was made before it. */
const momentQuery = z.strictObject({ at: z.optional(timeSchema) });

export const getLiabilityReport = consoleEndpoint({
  method: 'GET',
  path: '/reports/liabilities',
  summary: 'What customers were owed at a moment, from the ledger',
  caller: 'reports.read',
  query: momentQuery,
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    at: timeSchema,
    assets: z.array(
      z.strictObject({
        currency: assetCodeSchema,
        /** The house's accounts with the sign turned: the books sum to zero. */
        liabilities: signedDecimalSchema,
        house: z.array(z.strictObject({ kind: z.enum(houseLineKinds), amount: signedDecimalSchema })),
      }),
    ),
  }),
  errors: readingErrors,
});

export const exportLiabilityReport = consoleEndpoint({
  method: 'GET',
  path: '/reports/liabilities.csv',
  summary: 'The same as CSV',
  caller: 'reports.read',
  query: momentQuery,
  status: 200,
  ...csvReply,
  errors: readingErrors,
});

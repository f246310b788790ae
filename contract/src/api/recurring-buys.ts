import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { assetCodeSchema, decimalSchema, idSchema, key, timeSchema } from './shapes.ts';
import { errorCodes } from '../errors.ts';

export const recurringPeriods = ['day', 'week', 'month'] as const;
export type RecurringPeriod = (typeof recurringPeriods)[number];

/** A purchase that repeats, each time at the price of that moment. */
export const recurringBuyShape = z.strictObject({
  id: idSchema,
  fromCurrency: assetCodeSchema,
  /** In fromCurrency, fee included. */
  amount: decimalSchema,
  toCurrency: assetCodeSchema,
  every: z.enum(recurringPeriods),
  state: z.enum(['active', 'paused']),
  /** Null while it is paused. */
  nextAt: z.nullable(timeSchema),
  /** The last due time: the transaction that bought, or the reason why it did not. */
  lastRun: z.nullable(
    z.strictObject({
      at: timeSchema,
      transactionId: z.nullable(idSchema),
      refusal: z.nullable(z.enum(errorCodes)),
    }),
  ),
  createdAt: timeSchema,
});
export type RecurringBuy = z.output<typeof recurringBuyShape>;

const one = z.strictObject({ success: z.literal(true), recurringBuy: recurringBuyShape });
const params = z.strictObject({ id: idSchema });

export const listRecurringBuys = endpoint({
  method: 'GET',
  path: '/recurring-buys',
  tag: 'trade',
  summary: "The person's recurring buys, newest first",
  caller: 'verified',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), recurringBuys: z.array(recurringBuyShape) }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const createRecurringBuy = endpoint({
  method: 'POST',
  path: '/recurring-buys',
  tag: 'trade',
  summary: 'Buys a set amount every day, week or month from a time on',
  caller: 'verified',
  isIdempotent: true,
  body: z
    .strictObject({
      fromCurrency: assetCodeSchema,
      amount: decimalSchema,
      toCurrency: assetCodeSchema,
      every: z.enum(recurringPeriods, key('invalid')),
      /** Of the first purchase: at once by default; at most a year ahead. */
      firstAt: z.optional(timeSchema),
      /** The IANA time zone that defines the days; UTC if it is missing or unknown. */
      timeZone: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_+/-]{1,64}$/, key('invalid')))),
    })
    .check(
      z.refine(({ fromCurrency, toCurrency }) => fromCurrency !== toCurrency && toCurrency !== 'USD', {
        error: key('invalid'),
        path: ['toCurrency'],
      }),
    ),
  status: 201,
  reply: one,
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'AmountNotPositive',
    'AmountOutOfRange',
    'AssetNotTraded',
    'PriceMissing',
    'TooManyRecurringBuys',
    'IdempotencyKeyReused',
  ],
});

export const pauseRecurringBuy = endpoint({
  method: 'POST',
  path: '/recurring-buys/:id/pause',
  tag: 'trade',
  summary: 'Stops a recurring buy until it is resumed',
  caller: 'verified',
  params,
  status: 200,
  reply: one,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});

export const resumeRecurringBuy = endpoint({
  method: 'POST',
  path: '/recurring-buys/:id/resume',
  tag: 'trade',
  summary: 'Goes on with a paused recurring buy at its next time; what was missed is not made up for',
  caller: 'verified',
  params,
  status: 200,
  reply: one,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});

export const deleteRecurringBuy = endpoint({
  method: 'DELETE',
  path: '/recurring-buys/:id',
  tag: 'trade',
  summary: 'Ends a recurring buy; what it bought stays',
  caller: 'verified',
  params,
  status: 204,
  reply: null,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});

import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { endpoint } from './endpoint.ts';
import { assetCodeSchema, decimalSchema, idSchema, key, timeSchema } from './shapes.ts';

export const transactionTypes = [
  'BUY',
  'SELL',
  'DEPOSIT',
  'WITHDRAW',
  'EXCHANGE',
  'TRANSFER',
  'TOPUP',
] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transactionStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The finer state behind the three statuses; the timeline is made of these. */
export const transactionStates = ['awaiting_payment', 'payment_seen', 'completed', 'expired'] as const;
export type TransactionState = (typeof transactionStates)[number];

export const transactionStatusSchema = z.enum(transactionStatuses, key('invalid'));

/** A person's own row of history: of a transfer, the sender and the recipient have one each. */
export const transactionShape = z.strictObject({
  id: idSchema,
  userId: idSchema,
  type: z.enum(transactionTypes),
  currency: assetCodeSchema,
  amount: decimalSchema,
  fee: decimalSchema,
  status: transactionStatusSchema,
  state: z.enum(transactionStates),
  direction: z.enum(['in', 'out']),
  /** The other side's wallet address, where there is one. */
  counterparty: z.nullable(z.string()),
  note: z.nullable(z.string()),
  timeline: z.array(z.strictObject({ state: z.enum(transactionStates), at: timeSchema })),
  /** Where an unfinished top-up is paid. */
  paymentUrl: z.nullable(z.url()),
  /** completedAt, else createdAt. */
  date: timeSchema,
  createdAt: timeSchema,
  completedAt: z.nullable(timeSchema),
});
export type Transaction = z.output<typeof transactionShape>;

/** Whole numbers travel as text in a query. */
const wholeNumber = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9][0-9]{0,6}$/, key('invalid'))),
    z.pipe(z.transform(Number), z.number().check(z.maximum(max, key('invalid')))),
  );

/** As replies write times, to the microsecond at most, in years that a transaction can be of. */
const filterTimeSchema = z.iso
  .datetime(key('invalid'))
  .check(
    z.regex(/^2[0-9]{3}-/, key('invalid')),
    z.maxLength('2026-01-01T00:00:00.000000Z'.length, key('invalid')),
  );

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transactions',
  tag: 'money',
  summary: "The person's transactions, newest first",
  caller: 'verified',
  query: z.strictObject({
    limit: z.optional(wholeNumber(limits.pageSizeMax)),
    cursor: z.optional(z.string().check(z.maxLength(limits.cursorLengthMax, key('invalid')))),
    page: z.optional(wholeNumber(limits.pageNumberMax)),
    type: z.optional(z.enum(transactionTypes, key('invalid'))),
    status: z.optional(transactionStatusSchema),
    currency: z.optional(assetCodeSchema),
    from: z.optional(filterTimeSchema),
    to: z.optional(filterTimeSchema),
  }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    transactions: z.array(transactionShape),
    total: z.int(),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const getTransaction = endpoint({
  method: 'GET',
  path: '/transactions/:id',
  tag: 'money',
  summary: 'One transaction, with its state as a sentence',
  caller: 'verified',
  params: z.strictObject({ id: idSchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), transaction: transactionShape, message: z.string() }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});

import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { endpoint } from './endpoint.ts';
import { assetCodeSchema, decimalSchema, idSchema, key, signedDecimalSchema, timeSchema } from './shapes.ts';

export const transactionTypes = [
  'BUY',
  'SELL',
  'DEPOSIT',
  'WITHDRAW',
  'EXCHANGE',
  'TRANSFER',
  'TOPUP',
  /** The operator put something right. */
  'CORRECTION',
] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transactionStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The states behind the three statuses. A timeline consists of them. */
export const transactionStates = [
  /** A top-up: unpaid; a payment is seen; too little so far; its person must claim it. */
  'awaiting_payment',
  'payment_seen',
  'underpaid',
  'claimable',
  /** A deposit that is not deep enough in its chain. */
  'confirming',
  /** A withdrawal: waits for a code; for a day; for its payout; is on its way; nobody knows. */
  'awaiting_confirmation',
  'waiting_period',
  'queued',
  'sending',
  'unclear',
  'completed',
  'expired',
  'cancelled',
  'failed',
] as const;
export type TransactionState = (typeof transactionStates)[number];

export const transactionStatusSchema = z.enum(transactionStatuses, key('invalid'));

/** One row for the sender of a transfer and one for the recipient. */
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
  /** A wallet address. */
  counterparty: z.nullable(z.string()),
  /** For a transfer: the present username of the other side; null once they deleted their account. */
  counterpartyUsername: z.nullable(z.string()),
  /** Null also if a stranger sent it with less than limits.strangersNoteUsdMin. */
  note: z.nullable(z.string()),
  /** No contact of the person, and never paid by them. Show the note only on request. */
  isNoteFromStranger: z.boolean(),
  memo: z.nullable(z.string()),
  /** What arrives: the amount, minus the fee of an outgoing one. */
  netAmount: decimalSchema,
  /** When it was made, or completed; null if unknown. */
  usdValue: z.nullable(decimalSchema),
  /** The chain's or the payout provider's. */
  externalReference: z.nullable(z.string()),
  confirmations: z.nullable(z.strictObject({ seen: z.int(), needed: z.int() })),
  /** For the code, or for the end of the day. */
  waitsUntil: z.nullable(timeSchema),
  canCancel: z.boolean(),
  canClaim: z.boolean(),
  timeline: z.array(z.strictObject({ state: z.enum(transactionStates), at: timeSchema })),
  /** Of an unfinished top-up. */
  paymentUrl: z.nullable(z.url()),
  /** `amount` is what was bought for BUY, else what was given, with the fee. */
  trade: z.nullable(
    z.strictObject({
      fromCurrency: assetCodeSchema,
      fromAmount: decimalSchema,
      /** In fromCurrency and part of fromAmount; of a market, in toCurrency and no longer part of toAmount. */
      fee: decimalSchema,
      feeCurrency: assetCodeSchema,
      toCurrency: assetCodeSchema,
      toAmount: decimalSchema,
      /** One whole unit of `base` cost `value` of `quote`. */
      rate: z.strictObject({ base: assetCodeSchema, quote: assetCodeSchema, value: decimalSchema }),
      isRecurring: z.boolean(),
      /** Null for a trade with the house. Of a market the rate is the mean of what was met. */
      market: z.nullable(z.string()),
    }),
  ),
  /** completedAt, else createdAt. */
  date: timeSchema,
  createdAt: timeSchema,
  completedAt: z.nullable(timeSchema),
});
export type Transaction = z.output<typeof transactionShape>;

/** A line of the ledger. Other people's accounts are only `counterparty`. */
export const ledgerLineShape = z.strictObject({
  transferId: idSchema,
  kind: z.string(),
  account: z.enum(['available', 'held', 'counterparty', 'rail_clearing', 'fees', 'exposure', 'corrections']),
  currency: assetCodeSchema,
  amount: signedDecimalSchema,
  /** Null for accounts of others. */
  balanceAfter: z.nullable(decimalSchema),
  at: timeSchema,
});
export type LedgerLine = z.output<typeof ledgerLineShape>;

/**
 * late: after the deadline, or final too long after it. wrong_coin: not the chosen one. extra: the top-up was settled. excess:
 * the part above the requested amount.
 */
export const paymentProblems = ['late', 'wrong_coin', 'extra', 'excess'] as const;

export const topUpPaymentShape = z.strictObject({
  currency: assetCodeSchema,
  amount: decimalSchema,
  /** At the offered rate. For a payment that does not count: its final worth, once known. */
  usdValue: decimalSchema,
  state: z.enum(['seen', 'confirmed', 'failed']),
  /** Why it does not count towards its top-up, and waits for a claim. */
  problem: z.nullable(z.enum(paymentProblems)),
  /** A payment that does not count gets a price when it is final, and can be claimed then. */
  isPriced: z.boolean(),
  isCredited: z.boolean(),
  seenAt: timeSchema,
});
export type TopUpPayment = z.output<typeof topUpPaymentShape>;

/** Whole numbers are text in a query. */
const wholeNumber = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9][0-9]{0,6}$/, key('invalid'))),
    z.pipe(z.transform(Number), z.number().check(z.maximum(max, key('invalid')))),
  );

/** As in replies: microseconds, and years that a transaction can have. */
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
  keyScope: 'read',
  keyWeight: 2,
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
  keyScope: 'read',
  params: z.strictObject({ id: idSchema }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    transaction: transactionShape,
    message: z.string(),
    /** Its ledger movements, in order. */
    entries: z.array(ledgerLineShape),
    payments: z.array(topUpPaymentShape),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});

const period = z.strictObject({ from: z.optional(filterTimeSchema), to: z.optional(filterTimeSchema) });

export const exportTransactions = endpoint({
  method: 'GET',
  path: '/transactions/export',
  tag: 'money',
  summary: 'The transactions of a time as CSV (RFC 4180), oldest first',
  caller: 'verified',
  keyScope: 'read',
  keyWeight: 20,
  query: period,
  status: 200,
  mediaType: 'text/csv; charset=utf-8',
  reply: z.string(),
  errors: ['Unauthenticated', 'EmailNotVerified', 'TooManyTransactions'],
});

export const statementLineShape = z.strictObject({
  id: idSchema,
  at: timeSchema,
  type: z.enum(transactionTypes),
  /** Negative for a loss. */
  amount: signedDecimalSchema,
  fee: decimalSchema,
  balanceAfter: decimalSchema,
  usdValue: z.nullable(signedDecimalSchema),
  counterparty: z.nullable(z.string()),
  counterpartyUsername: z.nullable(z.string()),
  /** Null also for a note of a stranger: paper can't fold it. */
  note: z.nullable(z.string()),
});

export const getStatement = endpoint({
  method: 'GET',
  path: '/transactions/statement',
  tag: 'money',
  summary:
    'A statement of a time: for each currency the opening balance, the booked transactions, the closing balance',
  caller: 'verified',
  keyScope: 'read',
  keyWeight: 20,
  query: period,
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    from: timeSchema,
    to: timeSchema,
    madeAt: timeSchema,
    /** Whose account it is. The address is that of the account itself. */
    person: z.strictObject({ name: z.string(), username: z.string(), walletAddress: z.string() }),
    currencies: z.array(
      z.strictObject({
        currency: assetCodeSchema,
        opening: decimalSchema,
        closing: decimalSchema,
        lines: z.array(statementLineShape),
      }),
    ),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'TooManyTransactions'],
});

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
] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transactionStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** The detailed state behind the three statuses. The timeline consists of these. */
export const transactionStates = [
  /** A top-up: no payment yet; a payment is seen; the amount is too low so far; it waits for its person to claim it. */
  'awaiting_payment',
  'payment_seen',
  'underpaid',
  'claimable',
  /** A deposit: the chain has it, but not deep enough yet. */
  'confirming',
  /** A withdrawal: it waits for a code; it waits a day; it waits for its payout; it is on its way; its state is unknown. */
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

/** A person's own row of history. A transfer has one row for the sender and one for the recipient. */
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
  /** The other side's wallet address, if there is one. */
  counterparty: z.nullable(z.string()),
  /** For a transfer: the present username of the other side; null once they deleted their account. */
  counterpartyUsername: z.nullable(z.string()),
  /** Null also if a stranger sent it with less than limits.strangersNoteUsdMin. */
  note: z.nullable(z.string()),
  /** The sender is no contact of the person and was never paid by them: show the note only on request. */
  isNoteFromStranger: z.boolean(),
  /** A tag or memo beside the counterparty's address. */
  memo: z.nullable(z.string()),
  /** Outgoing: amount minus fee, which is what arrives. Incoming: the amount itself. */
  netAmount: decimalSchema,
  /** Worth in US dollars when the transaction was made, or completed; null if unknown. */
  usdValue: z.nullable(decimalSchema),
  /** The chain's own id of the payment, or the payout provider's id of a withdrawal. */
  externalReference: z.nullable(z.string()),
  /** Confirmations so far, and confirmations needed. */
  confirmations: z.nullable(z.strictObject({ seen: z.int(), needed: z.int() })),
  /** Deadline of the wait: for the code, or for the end of the day. */
  waitsUntil: z.nullable(timeSchema),
  canCancel: z.boolean(),
  canClaim: z.boolean(),
  timeline: z.array(z.strictObject({ state: z.enum(transactionStates), at: timeSchema })),
  /** The payment page of an unfinished top-up. */
  paymentUrl: z.nullable(z.url()),
  /** For BUY, SELL and EXCHANGE: both sides. `amount` is the bought amount for BUY, else the given amount, fee included. */
  trade: z.nullable(
    z.strictObject({
      fromCurrency: assetCodeSchema,
      fromAmount: decimalSchema,
      /** In fromCurrency, part of fromAmount. */
      fee: decimalSchema,
      toCurrency: assetCodeSchema,
      toAmount: decimalSchema,
      /** One whole unit of `base` cost `value` of `quote`. */
      rate: z.strictObject({ base: assetCodeSchema, quote: assetCodeSchema, value: decimalSchema }),
      isRecurring: z.boolean(),
    }),
  ),
  /** completedAt, else createdAt. */
  date: timeSchema,
  createdAt: timeSchema,
  completedAt: z.nullable(timeSchema),
});
export type Transaction = z.output<typeof transactionShape>;

/** One ledger line as its person may see it. Accounts of others are only `counterparty`. */
export const ledgerLineShape = z.strictObject({
  transferId: idSchema,
  kind: z.string(),
  account: z.enum(['available', 'held', 'counterparty', 'rail_clearing', 'fees', 'exposure']),
  currency: assetCodeSchema,
  amount: signedDecimalSchema,
  /** Only for the person's own accounts; else null. */
  balanceAfter: z.nullable(decimalSchema),
  at: timeSchema,
});
export type LedgerLine = z.output<typeof ledgerLineShape>;

/**
 * late: after the deadline, or final too long after it. wrong_coin: not the chosen coin. extra: the top-up was already settled.
 * excess: the part of a payment above the requested amount.
 */
export const paymentProblems = ['late', 'wrong_coin', 'extra', 'excess'] as const;

/** A payment towards a top-up, seen by the rail. */
export const topUpPaymentShape = z.strictObject({
  currency: assetCodeSchema,
  amount: decimalSchema,
  /** At the rate that the payer was offered. A payment that does not count has its final worth here, once known. */
  usdValue: decimalSchema,
  state: z.enum(['seen', 'confirmed', 'failed']),
  /** Why it does not count towards its top-up. Such a payment waits for a claim. */
  problem: z.nullable(z.enum(paymentProblems)),
  /** A payment that does not count gets the coin's price when it becomes final. Until that price is known it can't be claimed. */
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

/** The format of replies: microseconds at most, in years that a transaction can have. */
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
  reply: z.strictObject({
    success: z.literal(true),
    transaction: transactionShape,
    message: z.string(),
    /** Its ledger movements, in order. */
    entries: z.array(ledgerLineShape),
    /** For a top-up: payments that the rail saw. */
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
  /** Gain of the person's balance; negative for a loss. */
  amount: signedDecimalSchema,
  fee: decimalSchema,
  /** Balance of this currency after the line. */
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
  query: period,
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    from: timeSchema,
    to: timeSchema,
    madeAt: timeSchema,
    person: z.strictObject({ name: z.string(), username: z.string() }),
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

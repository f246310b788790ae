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

/** The finer state behind the three statuses; the timeline is made of these. */
export const transactionStates = [
  /** A top-up: nothing has come; a payment is seen; it is too little so far; it waits for a click of its person. */
  'awaiting_payment',
  'payment_seen',
  'underpaid',
  'claimable',
  /** A deposit: the chain has it, not deep enough yet. */
  'confirming',
  /** A withdrawal: a code is wanted; it waits a day; it waits for its payout; it is on its way; nobody knows. */
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
  /** Null also where a stranger sent it with next to nothing (limits.strangersNoteUsdMin). */
  note: z.nullable(z.string()),
  /** By a sender who is no contact of the person's, and whom they never paid: to be shown when they ask for it. */
  isNoteFromStranger: z.boolean(),
  /** A tag or memo beside the counterparty's address. */
  memo: z.nullable(z.string()),
  /** amount minus fee where money goes out: what arrives. The amount itself where it comes in. */
  netAmount: decimalSchema,
  /** What the amount was worth in US dollars when the transaction was made, or completed; null where nobody knew. */
  usdValue: z.nullable(decimalSchema),
  /** The chain's own id of the payment, or what the payer of a withdrawal calls it. */
  externalReference: z.nullable(z.string()),
  /** How deep the chain has it, and how deep it must be. */
  confirmations: z.nullable(z.strictObject({ seen: z.int(), needed: z.int() })),
  /** Until when it waits: for its code, or for the end of its day. */
  waitsUntil: z.nullable(timeSchema),
  canCancel: z.boolean(),
  canClaim: z.boolean(),
  timeline: z.array(z.strictObject({ state: z.enum(transactionStates), at: timeSchema })),
  /** Where an unfinished top-up is paid. */
  paymentUrl: z.nullable(z.url()),
  /** Of BUY, SELL and EXCHANGE: both sides; `amount` is what was bought, else what was given away, fee and all. */
  trade: z.nullable(
    z.strictObject({
      fromCurrency: assetCodeSchema,
      fromAmount: decimalSchema,
      /** Of fromCurrency, within fromAmount. */
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

/** One line of the books, as its person may see it: of others only that they are others. */
export const ledgerLineShape = z.strictObject({
  transferId: idSchema,
  kind: z.string(),
  account: z.enum(['available', 'held', 'counterparty', 'rail_clearing', 'fees', 'exposure']),
  currency: assetCodeSchema,
  amount: signedDecimalSchema,
  /** Of the person's own accounts. */
  balanceAfter: z.nullable(decimalSchema),
  at: timeSchema,
});
export type LedgerLine = z.output<typeof ledgerLineShape>;

/**
 * late: after the time was over, or final too long after it. wrong_coin: not the one that was chosen. extra: the top-up was settled
 * already. excess: the part of a payment that is more than was asked for.
 */
export const paymentProblems = ['late', 'wrong_coin', 'extra', 'excess'] as const;

/** A payment towards a top-up, as the rail saw it. */
export const topUpPaymentShape = z.strictObject({
  currency: assetCodeSchema,
  amount: decimalSchema,
  /** At the rate that the payer was offered; of what does not count, once it has a final worth, that. */
  usdValue: decimalSchema,
  state: z.enum(['seen', 'confirmed', 'failed']),
  /** Why it does not count towards its top-up; it waits for a claim then. */
  problem: z.nullable(z.enum(paymentProblems)),
  /** What does not count is worth what its coin costs once it is final; until that price is known it can't be claimed. */
  isPriced: z.boolean(),
  isCredited: z.boolean(),
  seenAt: timeSchema,
});
export type TopUpPayment = z.output<typeof topUpPaymentShape>;

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
  reply: z.strictObject({
    success: z.literal(true),
    transaction: transactionShape,
    message: z.string(),
    /** What moved in the books for it, in the order in which it moved. */
    entries: z.array(ledgerLineShape),
    /** Of a top-up: what the rail saw. */
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
  /** What the person's balance gained; negative where it lost. */
  amount: signedDecimalSchema,
  fee: decimalSchema,
  /** Of this currency, once the line is booked. */
  balanceAfter: decimalSchema,
  usdValue: z.nullable(signedDecimalSchema),
  counterparty: z.nullable(z.string()),
  /** Null also where it comes from a stranger: paper can't fold it. */
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

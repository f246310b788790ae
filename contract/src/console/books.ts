import * as z from 'zod/mini';
import {
  assetCodeSchema,
  decimalSchema,
  idSchema,
  key,
  searchSchema,
  signedDecimalSchema,
  timeSchema,
} from '../api/shapes.ts';
import { limits } from '../limits.ts';
import { consoleEndpoint, csvReply, pageQuery } from './endpoint.ts';
import { proposedReply, proposingErrors } from './proposals.ts';
import { whySchema } from './staff.ts';

const readingErrors = ['Unauthenticated', 'PermissionMissing'] as const;

const accountIdSchema = z.string(key('invalid')).check(z.regex(/^[1-9][0-9]{0,17}$/, key('invalid')));
const oneAccount = z.strictObject({ id: accountIdSchema });
const one = z.strictObject({ id: idSchema });

/** Customers' accounts, then the house's. */
export const bookAccountKinds = [
  'available',
  'held',
  'rail_clearing',
  'fees',
  'exposure',
  'corrections',
] as const;

/** What customers can use, have in open orders, have in holds; what the house has in order books; the house's own accounts. */
export const balanceLineKinds = [
  'customers_free',
  'customers_in_orders',
  'customers_held',
  'house_trading',
  'rail_clearing',
  'fees',
  'exposure',
  'corrections',
] as const;

const assetBalanceShape = z.strictObject({
  currency: assetCodeSchema,
  lines: z.array(
    z.strictObject({
      kind: z.enum(balanceLineKinds),
      amount: signedDecimalSchema,
      /** Of one account: its entries can be read. */
      accountId: z.nullable(accountIdSchema),
    }),
  ),
  /** Of all lines: must be zero. */
  sum: signedDecimalSchema,
  /** What is in held accounts without the open holds: must be zero. */
  heldWithoutHolds: signedDecimalSchema,
  isRight: z.boolean(),
  /** What customers are owed. */
  liabilities: signedDecimalSchema,
  /** What the rail says is there; null where it can't say. */
  railHolds: z.nullable(signedDecimalSchema),
});
export type AssetBalances = z.output<typeof assetBalanceShape>;

export const getTrialBalance = consoleEndpoint({
  method: 'GET',
  path: '/books/trial-balance',
  summary:
    'What each kind of account comes to in each asset, the sums that must be zero, and what the rail holds',
  caller: 'books.read',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    at: timeSchema,
    /** When the sums that must be zero were made: of all accounts, from end to end. */
    readAt: timeSchema,
    assets: z.array(assetBalanceShape),
  }),
  errors: readingErrors,
});

export const exportTrialBalance = consoleEndpoint({
  method: 'GET',
  path: '/books/trial-balance.csv',
  summary: 'The same as CSV',
  caller: 'books.read',
  status: 200,
  ...csvReply,
  errors: readingErrors,
});

/** Null: the house. */
const ownerShape = z.nullable(z.strictObject({ userId: idSchema, username: z.string() }));

const bookAccountShape = z.strictObject({
  id: accountIdSchema,
  kind: z.enum(bookAccountKinds),
  currency: assetCodeSchema,
  owner: ownerShape,
  balance: signedDecimalSchema,
  /** What open orders may still spend of it. */
  reserved: decimalSchema,
});
export type BookAccount = z.output<typeof bookAccountShape>;

export const findBookAccounts = consoleEndpoint({
  method: 'GET',
  path: '/books/accounts',
  summary:
    'The accounts of a person, by their username, wallet address, id or, for whoever may see it, verified email',
  caller: 'books.read',
  query: z.strictObject({ person: searchSchema.check(z.minLength(1, key('required'))) }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), accounts: z.array(bookAccountShape) }),
  errors: [...readingErrors, 'NotFound'],
});

const bookEntryShape = z.strictObject({
  transferId: idSchema,
  kind: z.string(),
  amount: signedDecimalSchema,
  balanceAfter: signedDecimalSchema,
  at: timeSchema,
});
export type BookEntry = z.output<typeof bookEntryShape>;

export const listBookEntries = consoleEndpoint({
  method: 'GET',
  path: '/books/accounts/:id/entries',
  summary: 'The entries of an account with its balance after each, newest first, fifty at a time',
  caller: 'books.read',
  params: oneAccount,
  query: z.strictObject(pageQuery),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    account: bookAccountShape,
    entries: z.array(bookEntryShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: [...readingErrors, 'NotFound'],
});

export const exportBookEntries = consoleEndpoint({
  method: 'GET',
  path: '/books/accounts/:id/entries.csv',
  summary: `The newest ${limits.exportedRowsMax} entries of an account as CSV, newest first`,
  caller: 'books.read',
  params: oneAccount,
  status: 200,
  ...csvReply,
  errors: [...readingErrors, 'NotFound'],
});

/** A row that a transfer belongs to. */
export const causeKinds = [
  'history',
  'deposit',
  'withdrawal',
  'topup',
  'trade',
  'order',
  'correction',
  'outside_trade',
] as const;

const bookTransferShape = z.strictObject({
  id: idSchema,
  kind: z.string(),
  at: timeSchema,
  sides: z.array(
    z.strictObject({
      accountId: accountIdSchema,
      kind: z.enum(bookAccountKinds),
      owner: ownerShape,
      currency: assetCodeSchema,
      amount: signedDecimalSchema,
      /** Null for the house. */
      balanceAfter: z.nullable(decimalSchema),
    }),
  ),
  /** The first hundred. */
  causes: z.array(
    z.strictObject({
      kind: z.enum(causeKinds),
      id: idSchema,
      person: ownerShape,
      /** The type of a row of history, the market of an order; why something was corrected. */
      detail: z.nullable(z.string()),
    }),
  ),
  reverses: z.nullable(idSchema),
  reversedBy: z.nullable(idSchema),
  /** The transfer that opened the hold which this one closes, or that closed the hold which this one opened. */
  holdPartner: z.nullable(idSchema),
  canReverse: z.boolean(),
});
export type BookTransfer = z.output<typeof bookTransferShape>;

export const getBookTransfer = consoleEndpoint({
  method: 'GET',
  path: '/books/transfers/:id',
  summary: 'A transfer with all its sides, what caused it, and what reversed it',
  caller: 'books.read',
  params: one,
  status: 200,
  reply: z.strictObject({ success: z.literal(true), transfer: bookTransferShape }),
  errors: [...readingErrors, 'NotFound'],
});

/** Who asked for the proof of every night, where others are named by their email. */
export const nightlyCheck = 'nightly';

/** Right, wrong, or the books could not be read. */
export const checkOutcomes = ['right', 'wrong', 'failed'] as const;

const booksCheckShape = z.strictObject({
  id: idSchema,
  askedBy: z.string(),
  startedAt: timeSchema,
  rulesDone: z.int(),
  rulesTotal: z.int(),
  /** Null while it runs. */
  endedAt: z.nullable(timeSchema),
  outcome: z.nullable(z.enum(checkOutcomes)),
  counts: z.nullable(z.strictObject({ accounts: z.string(), transfers: z.string(), entries: z.string() })),
  findings: z.array(z.strictObject({ rule: z.string(), subject: z.string(), detail: z.string() })),
});
export type BooksCheck = z.output<typeof booksCheckShape>;

export const getBooksCheck = consoleEndpoint({
  method: 'GET',
  path: '/books/check',
  summary: 'The newest proof of the books, with its progress while it runs',
  caller: 'books.read',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), check: z.nullable(booksCheckShape) }),
  errors: readingErrors,
});

export const startBooksCheck = consoleEndpoint({
  method: 'POST',
  path: '/books/check',
  summary: 'Begins a proof of the books; while one runs there is no second',
  caller: 'books.read',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), check: booksCheckShape }),
  errors: [...readingErrors, 'CheckRunning'],
});

/** Money of the house's account of corrections to a person and back; and what the rail has more, or less, than the books say. */
export const correctionTemplates = ['credit_person', 'debit_person', 'rail_gain', 'rail_loss'] as const;
export type CorrectionTemplate = (typeof correctionTemplates)[number];

export const proposeReversal = consoleEndpoint({
  method: 'POST',
  path: '/books/transfers/:id/reversal',
  summary: 'Proposes the mirror image of a transfer',
  caller: 'books.correct',
  needsProof: true,
  params: one,
  body: z.strictObject({ reason: whySchema }),
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'TransferNotReversible', 'InsufficientBalance'],
});

export const proposePosting = consoleEndpoint({
  method: 'POST',
  path: '/books/corrections',
  summary: 'Proposes a posting by a template; `person` is a username, verified email, wallet address or id',
  caller: 'books.correct',
  needsProof: true,
  body: z.strictObject({
    template: z.enum(correctionTemplates, key('invalid')),
    /** Only for the templates about a person. */
    person: z.optional(searchSchema.check(z.minLength(1, key('required')))),
    currency: assetCodeSchema,
    amount: decimalSchema,
    reason: whySchema,
  }),
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'InsufficientBalance', 'AmountNotPositive', 'AmountOutOfRange'],
});

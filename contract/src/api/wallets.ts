import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { coinCode } from '../product.ts';
import { endpoint } from './endpoint.ts';
import {
  assetCodeSchema,
  decimalSchema,
  idSchema,
  key,
  labelSchema,
  noteSchema,
  timeSchema,
  twoFactorCodeSchema,
  walletAddressInputSchema,
} from './shapes.ts';
import { transactionShape, transactionStatusSchema } from './transactions.ts';

export const walletShape = z.strictObject({
  id: idSchema,
  currency: assetCodeSchema,
  symbol: z.string(),
  /** availableBalance, what is in orders, and held money. */
  balance: decimalSchema,
  availableBalance: decimalSchema,
  /** What open orders may still spend. A reply that an earlier release stored has none. */
  // oxlint-disable-next-line no-underscore-dangle -- the library's name, since `default` is a word of the language.
  inOrders: z._default(decimalSchema, '0'),
  /**
   * Incoming money, not part of the balance yet. In a command's reply, the balances are those after the command; this is the
   * incoming money just before it.
   */
  pendingBalance: decimalSchema,
  /** The balance in US dollars at the present price; null if there is no price. */
  usdValue: z.nullable(decimalSchema),
  /** usdValue comes from a placeholder price, not from a market. */
  isUsdValueIndicative: z.boolean(),
  canDeposit: z.boolean(),
  canWithdraw: z.boolean(),
  /** Only the product's own coin has an account address. */
  address: z.optional(z.string()),
});
export type Wallet = z.output<typeof walletShape>;

export const getBalance = endpoint({
  method: 'GET',
  path: '/wallets/balance',
  tag: 'money',
  summary: 'The MRCY wallet, and all wallets of the account',
  caller: 'verified',
  keyScope: 'read',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    wallet: walletShape,
    wallets: z.array(walletShape),
    /** The sum of all wallets in US dollars. Excludes wallets without a price. */
    totalUsdValue: decimalSchema,
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/wallets/first-steps',
  tag: 'money',
  summary: 'Whether money ever arrived on the account, and whether its person ever traded',
  caller: 'verified',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    hasReceivedMoney: z.boolean(),
    hasTraded: z.boolean(),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

/** The reply of a command that moved money. */
export const moneyReply = z.strictObject({
  success: z.literal(true),
  transaction: transactionShape,
  wallet: walletShape,
});

/** At most two decimals. */
export const usdSchema = decimalSchema.check(z.regex(/^[0-9]+(\.[0-9]{1,2})?$/, key('invalidAmount')));

export const transferBody = z.strictObject({
  /** An account's address, or a username with its @. */
  recipientAddress: walletAddressInputSchema,
  amount: decimalSchema,
  currency: z.optional(assetCodeSchema),
  saveToContacts: z.optional(z.boolean()),
  contactName: z.optional(labelSchema),
  note: z.optional(noteSchema),
  /** Required if two-factor is on. */
  twoFactorCode: z.optional(twoFactorCodeSchema),
});

export const transfer = endpoint({
  method: 'POST',
  path: '/wallets/transfer',
  tag: 'money',
  summary:
    "Moves any asset to an address or @username here; above the person's limit to people not paid before, with a fresh proof",
  caller: 'verified',
  isIdempotent: true,
  mayNeedProof: true,
  body: transferBody,
  status: 200,
  reply: moneyReply,
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'AmountNotPositive',
    'AmountOutOfRange',
    'InsufficientBalance',
    'InvalidAddress',
    'RecipientNotFound',
    'RecipientIsSelf',
    'AddressNotAllowed',
    'TransferPaused',
    'CurrencyNotTransferable',
    'IdempotencyKeyReused',
    'ProofRequired',
    'TwoFactorCodeRequired',
    'InvalidTwoFactorCode',
  ],
});

export const recipientShape = z.strictObject({
  /** Null if the account lost its name, because nobody proved its email. */
  username: z.nullable(z.string()),
  walletAddress: z.string(),
  /** What the person calls them, if they are a contact. */
  contactName: z.nullable(z.string()),
  /** False at a first transfer. A freeze forgets those who were paid without a proof. */
  isPaidBefore: z.boolean(),
});
export type Recipient = z.output<typeof recipientShape>;

export const findRecipient = endpoint({
  method: 'GET',
  path: '/wallets/recipient',
  tag: 'money',
  summary: 'Whom a transfer to this address or @username would reach; nobody is found by a part of either',
  caller: 'verified',
  query: z.strictObject({ to: walletAddressInputSchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), recipient: recipientShape }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'InvalidAddress', 'RecipientNotFound', 'RecipientIsSelf'],
});

export const setTransferLimit = endpoint({
  method: 'PUT',
  path: '/wallets/transfer/limit',
  tag: 'money',
  summary:
    'Sets what may go to people not paid before within a day without a proof: lower at once, higher with a proof',
  caller: 'verified',
  mayNeedProof: true,
  /** US dollars; with zero, every transfer to a new recipient needs a proof. */
  body: z.strictObject({ amountUsd: usdSchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), transferLimitUsd: decimalSchema }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'ProofRequired', 'AmountOutOfRange'],
});

export const topUpBody = z.strictObject({
  /** US dollars. */
  amount: usdSchema,
  currency: z.literal('USD', key('invalid')),
  paymentMethod: z.literal('CRYPTO', key('invalid')),
  /** The credited currency: the product's own coin by default, or US dollars. */
  creditCurrency: z.optional(z.enum([coinCode, 'USD'], key('invalid'))),
});

export const topUp = endpoint({
  method: 'POST',
  path: '/wallets/topup',
  tag: 'money',
  summary: 'Opens a payment that credits MRCY at the rate of this moment, or US dollars',
  caller: 'verified',
  isIdempotent: true,
  body: topUpBody,
  status: 201,
  reply: z.strictObject({
    success: z.literal(true),
    transactionId: idSchema,
    status: transactionStatusSchema,
    amount: decimalSchema,
    currency: z.literal('USD'),
    /** Absent if the payment needs no page. */
    paymentUrl: z.optional(z.url()),
    expiresAt: timeSchema,
    instructions: z.string().check(z.maxLength(limits.decimalLengthMax * 10)),
    transaction: transactionShape,
  }),
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'AmountNotPositive',
    'AmountOutOfRange',
    'LevelLimitReached',
    'IdempotencyKeyReused',
    'RailUnavailable',
  ],
});

export const claimTopUp = endpoint({
  method: 'POST',
  path: '/wallets/topup/claim',
  tag: 'money',
  summary: 'Credits a payment that came too late, in another coin or twice, at the price of this moment',
  caller: 'verified',
  isIdempotent: true,
  body: z.strictObject({ transactionId: idSchema }),
  status: 200,
  reply: moneyReply,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound', 'NothingToClaim', 'IdempotencyKeyReused'],
});

import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { endpoint } from './endpoint.ts';
import {
  assetCodeSchema,
  decimalSchema,
  destinationSchema,
  idSchema,
  key,
  labelSchema,
  memoSchema,
  successReply,
  timeSchema,
  tokenSchema,
  twoFactorCodeSchema,
  verificationCodeSchema,
} from './shapes.ts';
import { transactionShape } from './transactions.ts';
import { moneyReply, walletShape } from './wallets.ts';

export const withdrawBody = z.strictObject({
  currency: assetCodeSchema,
  /** Leaves the balance. The fee is taken out of it. */
  amount: decimalSchema,
  address: destinationSchema,
  memo: z.optional(memoSchema),
  /** The fee that the person saw. If the fee has changed since, the server refuses the withdrawal. */
  fee: z.optional(decimalSchema),
  /** With two-factor on, a right code here saves the verify call. */
  twoFactorCode: z.optional(twoFactorCodeSchema),
});

/** A code from a mail or from the authenticator app. */
export const withdrawalVerifications = ['email', 'app'] as const;

export const withdraw = endpoint({
  method: 'POST',
  path: '/wallets/withdraw',
  tag: 'money',
  summary:
    'Sets an amount aside to be paid out to an address; a code is wanted next, unless the operator of a sandbox wants none',
  caller: 'verified',
  keyScope: 'withdraw',
  isIdempotent: true,
  mayNeedProof: true,
  body: withdrawBody,
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    transaction: transactionShape,
    wallet: walletShape,
    requiresVerification: z.boolean(),
    /** The code's channel; null if no code is needed. */
    verification: z.nullable(z.enum(withdrawalVerifications)),
  }),
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'ProofRequired',
    'AccountFrozen',
    'AmountNotPositive',
    'AmountOutOfRange',
    'InsufficientBalance',
    'LevelLimitReached',
    'PriceMissing',
    'InvalidAddress',
    'AddressIsInternal',
    'AddressNotAllowed',
    'WithdrawalNotOffered',
    'QuoteChanged',
    'InvalidTwoFactorCode',
    'IdempotencyKeyReused',
  ],
});

export const verifyWithdrawal = endpoint({
  method: 'POST',
  path: '/wallets/withdraw/verify',
  tag: 'money',
  summary: 'Confirms a withdrawal with the mailed or the two-factor code, for exactly what was asked',
  caller: 'verified',
  body: z.strictObject({ transactionId: idSchema, code: verificationCodeSchema }),
  status: 200,
  reply: moneyReply,
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'AccountFrozen',
    'NotFound',
    'WithdrawalNotWaiting',
    'AddressNotAllowed',
    'InvalidOrExpiredCode',
    'InvalidTwoFactorCode',
  ],
});

export const resendWithdrawalCode = endpoint({
  method: 'POST',
  path: '/wallets/withdraw/resend',
  tag: 'money',
  summary: 'Mails another code for a withdrawal that waits for one; the former no longer works',
  caller: 'verified',
  body: z.strictObject({ transactionId: idSchema }),
  status: 200,
  reply: successReply,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound', 'WithdrawalNotWaiting'],
});

export const cancelWithdrawal = endpoint({
  method: 'POST',
  path: '/wallets/withdraw/cancel',
  tag: 'money',
  summary: 'Cancels a withdrawal that has not been sent, and gives its money back',
  caller: 'verified',
  keyScope: 'withdraw',
  body: z.strictObject({ transactionId: idSchema }),
  status: 200,
  reply: moneyReply,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound', 'WithdrawalNotCancellable'],
});

export const cancelWithdrawalByLink = endpoint({
  method: 'POST',
  path: '/wallets/withdraw/cancel-by-link',
  tag: 'money',
  summary: 'Cancels a withdrawal by the link of its mail',
  caller: 'anyone',
  body: z.strictObject({ token: tokenSchema }),
  status: 200,
  reply: successReply,
  errors: ['InvalidOrExpiredToken', 'WithdrawalNotCancellable'],
});

export const withdrawalAddressShape = z.strictObject({
  id: idSchema,
  currency: assetCodeSchema,
  address: z.string(),
  memo: z.nullable(z.string()),
  label: z.string(),
  createdAt: timeSchema,
  /** On a real rail a new address waits a day; null once it is usable. */
  usableFrom: z.nullable(timeSchema),
});
export type WithdrawalAddress = z.output<typeof withdrawalAddressShape>;

export const listWithdrawalAddresses = endpoint({
  method: 'GET',
  path: '/wallets/withdraw/addresses',
  tag: 'money',
  summary: 'The address book for withdrawals, by label',
  caller: 'verified',
  keyScope: 'withdraw',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    addresses: z.array(withdrawalAddressShape),
    /** Withdrawals go only to saved addresses. */
    isAllowListOn: z.boolean(),
    /** The allow-list was turned off but stays in force until then. */
    allowListEndsAt: z.nullable(timeSchema),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const createWithdrawalAddress = endpoint({
  method: 'POST',
  path: '/wallets/withdraw/addresses',
  tag: 'money',
  summary: 'Adds an address to the book',
  caller: 'verified',
  needsProof: true,
  body: z.strictObject({
    currency: assetCodeSchema,
    address: destinationSchema,
    memo: z.optional(memoSchema),
    label: labelSchema,
  }),
  status: 201,
  reply: z.strictObject({ success: z.literal(true), address: withdrawalAddressShape }),
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'ProofRequired',
    'InvalidAddress',
    'AddressIsInternal',
    'WithdrawalNotOffered',
    'WithdrawalAddressExists',
    'TooManyWithdrawalAddresses',
  ],
});

export const deleteWithdrawalAddress = endpoint({
  method: 'DELETE',
  path: '/wallets/withdraw/addresses/:id',
  tag: 'money',
  summary: 'Removes an address from the book',
  caller: 'verified',
  params: z.strictObject({ id: idSchema }),
  status: 204,
  reply: null,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});

export const setAllowList = endpoint({
  method: 'PUT',
  path: '/wallets/withdraw/allow-list',
  tag: 'money',
  summary: 'Turns the allow-list on at once, or off (on a real rail a day later)',
  caller: 'verified',
  needsProof: true,
  body: z.strictObject({
    isOn: z.boolean(),
    /** Every contact, exactly as the person saw them: transfers go to these. Required to turn the allow-list on. */
    contactIds: z.optional(z.array(idSchema).check(z.maxLength(limits.contactsMax, key('invalid')))),
  }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    isAllowListOn: z.boolean(),
    allowListEndsAt: z.nullable(timeSchema),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'ProofRequired'],
});

import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { assetCodeSchema, decimalSchema } from './shapes.ts';
import { moneyReply } from './wallets.ts';

export const getDepositAddress = endpoint({
  method: 'GET',
  path: '/wallets/deposit/address',
  tag: 'money',
  summary: "The account's own deposit address for a currency",
  caller: 'verified',
  query: z.strictObject({ currency: assetCodeSchema }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    currency: assetCodeSchema,
    address: z.string(),
    /** Names the account where many accounts share the address. A payment without it can't be matched to an account. */
    memo: z.optional(z.string()),
    network: z.string(),
    /** Confirmations that a payment needs before it is credited. */
    confirmationsNeeded: z.int(),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified', 'DepositNotOffered', 'DepositAddressesExhausted'],
});

export const depositBody = z.strictObject({ currency: assetCodeSchema, amount: decimalSchema });

export const deposit = endpoint({
  method: 'POST',
  path: '/wallets/deposit',
  tag: 'money',
  summary:
    'Sandbox rail: sends a pretend payment to the deposit address. A real rail sees deposits by itself and refuses this',
  caller: 'verified',
  isIdempotent: true,
  body: depositBody,
  status: 200,
  reply: moneyReply,
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'AmountNotPositive',
    'AmountOutOfRange',
    'DepositNotOffered',
    'DepositAddressesExhausted',
    'IdempotencyKeyReused',
  ],
});

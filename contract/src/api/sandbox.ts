import * as z from 'zod/mini';
import { isTopUpCode, topUpCodes } from '../money/asset.ts';
import { endpoint } from './endpoint.ts';
import { assetCodeSchema, decimalSchema, key, timeSchema, tokenSchema } from './shapes.ts';
import { topUpPaymentShape, transactionStates } from './transactions.ts';

const coinSchema = assetCodeSchema.check(z.refine(isTopUpCode, key('invalid')));
/** Without those that are switched off. */
const payableSchema = assetCodeSchema.check(z.refine((code) => topUpCodes().includes(code), key('invalid')));

/** A payer's view of a top-up on the sandbox rail's payment page. The payer need not be signed in. */
export const sandboxPaymentShape = z.strictObject({
  state: z.enum(transactionStates),
  amountUsd: decimalSchema,
  creditAmount: decimalSchema,
  creditCurrency: assetCodeSchema,
  createdAt: timeSchema,
  expiresAt: timeSchema,
  /** The coin that the payer chose first; null before that. */
  paidWith: z.nullable(coinSchema),
  /** The unpaid rest, in US dollars. */
  missingUsd: decimalSchema,
  payments: z.array(topUpPaymentShape),
  /** The missing amount in each coin, at its indicative rate. The pretend chain takes any of them. */
  offers: z.array(z.strictObject({ currency: coinSchema, network: z.string(), amount: decimalSchema })),
  timeline: z.array(z.strictObject({ state: z.enum(transactionStates), at: timeSchema })),
});
export type SandboxPayment = z.output<typeof sandboxPaymentShape>;

const params = z.strictObject({ token: tokenSchema });
const reply = z.strictObject({ success: z.literal(true), payment: sandboxPaymentShape });

export const getSandboxPayment = endpoint({
  method: 'GET',
  path: '/sandbox/payments/:token',
  tag: 'sandbox',
  summary: 'The payment that a top-up waits for',
  caller: 'anyone',
  params,
  status: 200,
  reply,
  errors: ['NotFound'],
});

export const paySandboxPayment = endpoint({
  method: 'POST',
  path: '/sandbox/payments/:token/pay',
  tag: 'sandbox',
  summary:
    'Sends on the pretend chain, which sees it at once and confirms it shortly after: what is missing, or any other amount, also too late',
  caller: 'anyone',
  params,
  body: z.strictObject({
    /** The coin that the payer chose. */
    currency: payableSchema,
    /** The coin they send by mistake: a payment in the wrong coin. */
    sentCurrency: z.optional(coinSchema),
    /** In the coin that is sent; the missing amount by default. */
    amount: z.optional(decimalSchema),
  }),
  status: 200,
  reply,
  errors: ['NotFound', 'PaymentNotPayable', 'AmountNotPositive', 'AmountOutOfRange'],
});

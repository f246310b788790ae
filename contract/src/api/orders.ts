import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { endpoint } from './endpoint.ts';
import { marketSymbolSchema, orderSides } from './markets.ts';
import { assetCodeSchema, decimalSchema, idSchema, key, timeSchema } from './shapes.ts';

const orderTypes = ['LIMIT', 'MARKET', 'STOP', 'STOP_LIMIT'] as const;
const timesInForce = ['GTC', 'IOC', 'FOK', 'GTD'] as const;
const selfTradeModes = ['expire_taker', 'expire_maker', 'expire_both', 'decrement'] as const;
/** WAITING: a stop whose price was not reached yet. */
const orderStatuses = ['OPEN', 'WAITING', 'FILLED', 'CANCELLED', 'EXPIRED'] as const;

export const orderShape = z.strictObject({
  id: idSchema,
  clientOrderId: z.nullable(z.string()),
  market: marketSymbolSchema,
  side: z.enum(orderSides),
  type: z.enum(orderTypes),
  timeInForce: z.enum(timesInForce),
  postOnly: z.boolean(),
  selfTrade: z.enum(selfTradeModes),
  price: z.nullable(decimalSchema),
  stopPrice: z.nullable(decimalSchema),
  /** The whole quantity, what was traded included. */
  quantity: z.nullable(decimalSchema),
  budget: z.nullable(decimalSchema),
  filled: decimalSchema,
  /** Null before the first trade. */
  averagePrice: z.nullable(decimalSchema),
  status: z.enum(orderStatuses),
  /** Why it ended (docs/trading.md), where it did not trade as a whole. */
  reason: z.nullable(z.string()),
  /** So far, in the currency that is received. */
  fee: decimalSchema,
  feeCurrency: assetCodeSchema,
  seq: z.int(),
  expiresAt: z.nullable(timeSchema),
  receivedAt: timeSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
});
export type Order = z.output<typeof orderShape>;

const params = z.strictObject({ id: idSchema });
const one = z.strictObject({ success: z.literal(true), order: orderShape });

/** Of a call that changes an order. */
export const changedOrderReply = z.strictObject({
  success: z.literal(true),
  order: orderShape,
  /** When this call came in. */
  receivedAt: timeSchema,
  /** Of the last event of the market that belongs to it; of a repeated call, the order's. */
  seq: z.int(),
  /** What the commit carries as its time, and trades as theirs. */
  committedAt: timeSchema,
});
const caller = ['Unauthenticated', 'EmailNotVerified'] as const;
const refusals = [
  'AmountOutOfRange',
  'InsufficientBalance',
  'LevelLimitReached',
  'MarketClosed',
  'MarketPostOnly',
  'OrderPriceTooFar',
  'OrderWouldTrade',
  'PriceMissing',
] as const;

/** What a person may name an order. */
export const clientOrderIdPattern = /^[A-Za-z0-9._:/-]{1,64}$/;

export const placeOrderBody = z.strictObject({
  market: marketSymbolSchema,
  side: z.enum(orderSides, key('invalid')),
  type: z.enum(orderTypes, key('invalid')),
  price: z.optional(decimalSchema),
  stopPrice: z.optional(decimalSchema),
  quantity: z.optional(decimalSchema),
  /** Instead of the quantity of a market order: what to pay, or to receive, at most, before fees. */
  budget: z.optional(decimalSchema),
  timeInForce: z.optional(z.enum(timesInForce, key('invalid'))),
  expiresAt: z.optional(z.iso.datetime(key('invalid'))),
  postOnly: z.optional(z.boolean(key('invalid'))),
  selfTrade: z.optional(z.enum(selfTradeModes, key('invalid'))),
  clientOrderId: z.optional(z.string(key('invalid')).check(z.regex(clientOrderIdPattern, key('invalid')))),
});

export const placeOrder = endpoint({
  method: 'POST',
  path: '/orders',
  tag: 'trade',
  summary: 'Places an order in the book of a market. The client order id makes a repeat safe',
  caller: 'verified',
  isIdempotent: 'byName',
  keyScope: 'trade',
  body: placeOrderBody,
  status: 201,
  reply: changedOrderReply,
  errors: [
    ...caller,
    ...refusals,
    'NotFound',
    'IdempotencyKeyReused',
    'OrderNotOpen',
    'OrderWouldTrigger',
    'TooManyOpenOrders',
  ],
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/orders',
  tag: 'trade',
  summary: "The person's orders, newest first",
  caller: 'verified',
  keyScope: 'read',
  query: z.strictObject({
    market: z.optional(marketSymbolSchema),
    status: z.optional(z.enum(orderStatuses, key('invalid'))),
    cursor: z.optional(z.string().check(z.maxLength(limits.cursorLengthMax, key('invalid')))),
  }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    orders: z.array(orderShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: [...caller],
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/:id',
  tag: 'trade',
  summary: 'One order',
  caller: 'verified',
  keyScope: 'read',
  params,
  status: 200,
  reply: one,
  errors: [...caller, 'NotFound'],
});

export const amendOrderBody = z
  .strictObject({ price: z.optional(decimalSchema), quantity: z.optional(decimalSchema) })
  .check(
    z.refine(({ price, quantity }) => price !== undefined || quantity !== undefined, {
      error: key('required'),
      path: ['price'],
    }),
  );

export const amendOrder = endpoint({
  method: 'PATCH',
  path: '/orders/:id',
  tag: 'trade',
  summary: 'Changes price or quantity. Smaller keeps its place, all else goes behind the others of its price',
  caller: 'verified',
  keyScope: 'trade',
  params,
  body: amendOrderBody,
  status: 200,
  reply: changedOrderReply,
  errors: [...caller, ...refusals, 'NotFound', 'OrderNotOpen', 'StopNotAmendable'],
});

export const cancelOrder = endpoint({
  method: 'DELETE',
  path: '/orders/:id',
  tag: 'trade',
  summary: 'Cancels an order. What was traded stays',
  caller: 'verified',
  keyScope: 'trade',
  params,
  status: 200,
  reply: changedOrderReply,
  errors: [...caller, 'NotFound', 'OrderNotOpen'],
});

export const cancelAllOrders = endpoint({
  method: 'DELETE',
  path: '/orders',
  tag: 'trade',
  summary: 'Cancels all open orders, of one market or of all',
  caller: 'verified',
  keyScope: 'trade',
  query: z.strictObject({ market: z.optional(marketSymbolSchema) }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), cancelled: z.int() }),
  errors: [...caller, 'NotFound'],
});

/** A dead man's switch: a program that calls it again and again leaves no orders behind when it dies. */
export const cancelAfterBody = z.strictObject({
  /** Each market has a countdown of its own, and all of them together have one. */
  market: z.optional(marketSymbolSchema),
  seconds: z.union(
    [z.literal(0), z.int().check(z.gte(limits.cancelAfterSecondsMin), z.lte(limits.cancelAfterSecondsMax))],
    key('invalid'),
  ),
});

export const cancelOrdersAfter = endpoint({
  method: 'POST',
  path: '/orders/cancel-after',
  tag: 'trade',
  summary:
    'Cancels all open orders in 5 to 300 seconds, unless it is called again before. 0 stops the countdown',
  caller: 'verified',
  keyScope: 'trade',
  body: cancelAfterBody,
  status: 200,
  reply: z.strictObject({ success: z.literal(true), cancelsAt: z.nullable(timeSchema) }),
  errors: [...caller, 'NotFound'],
});

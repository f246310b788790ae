import * as z from 'zod/mini';
import { errorCodes } from '../errors.ts';
import { limits } from '../limits.ts';
import { orderSides, marketSymbolSchema } from './markets.ts';
import { amendOrderBody, cancelAfterBody, changedOrderReply, orderShape, placeOrderBody } from './orders.ts';
import { assetCodeSchema, decimalSchema, idSchema, key, timeSchema, tokenSchema } from './shapes.ts';

/** The half of the stream that is a person's own: who asks, what becomes of their orders and money, and their commands. */

export const ownChannels = ['executions', 'balances'] as const;
export type OwnChannel = (typeof ownChannels)[number];

/** The client's own name of a request. Its answer, or its refusal, has the same. */
const requestId = z.string(key('invalid')).check(z.regex(/^[A-Za-z0-9._:/-]{1,64}$/, key('invalid')));
const named = { id: z.optional(requestId) };
const ownChannel = z.enum(ownChannels, key('invalid'));

/** An API key's, over the text of docs/api.md for `GET /v1/stream` without a body. */
const signedSchema = z.strictObject({
  key: idSchema,
  timestamp: z.int(key('invalid')).check(z.gte(1e12, key('invalid')), z.lt(1e13, key('invalid'))),
  window: z.optional(
    z.int(key('invalid')).check(z.gte(1, key('invalid')), z.lte(limits.signedWindowMaxMs, key('invalid'))),
  ),
  /** 32 bytes of an HMAC or 64 of Ed25519, in base64. */
  signature: z
    .string(key('invalid'))
    .check(z.regex(/^([A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$/, key('invalid'))),
});

const authenticate = z
  .strictObject({
    type: z.literal('authenticate'),
    ...named,
    /** A signed-in browser's. */
    token: z.optional(tokenSchema),
    /** A program's. */
    signed: z.optional(signedSchema),
    /** Five seconds after the connection is lost, what was placed over it is cancelled. */
    cancelOnDisconnect: z.optional(z.boolean(key('invalid'))),
  })
  .check(
    z.refine(({ token, signed }) => (token === undefined) !== (signed === undefined), {
      error: key('required'),
      path: ['token'],
    }),
  );

const command = { id: requestId };

/** Each needs that the connection was authenticated. Commands do what the REST call of the same input does. */
export const ownRequests = {
  authenticate,
  subscribeOwn: z.strictObject({ type: z.literal('subscribe'), channel: ownChannel, ...named }),
  unsubscribeOwn: z.strictObject({ type: z.literal('unsubscribe'), channel: ownChannel, ...named }),
  place: z.strictObject({ type: z.literal('place'), ...command, order: placeOrderBody }),
  amend: z.strictObject({
    type: z.literal('amend'),
    ...command,
    orderId: idSchema,
    changes: amendOrderBody,
  }),
  cancel: z.strictObject({ type: z.literal('cancel'), ...command, orderId: idSchema }),
  cancelAll: z.strictObject({
    type: z.literal('cancelAll'),
    ...command,
    market: z.optional(marketSymbolSchema),
  }),
  cancelAfter: z.strictObject({
    type: z.literal('cancelAfter'),
    ...command,
    ...cancelAfterBody.shape,
  }),
} as const;

export type Authenticate = z.output<typeof authenticate>;

/** `seq` is the market's, of its log. */
const happened = { seq: z.int(), orderId: idSchema, at: timeSchema };

const executionEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['accepted', 'amended', 'triggered', 'cancelled']), ...happened }),
  z.strictObject({
    kind: z.literal('filled'),
    ...happened,
    side: z.enum(orderSides),
    isMaker: z.boolean(),
    price: decimalSchema,
    quantity: decimalSchema,
    /** In the currency that was received. */
    fee: decimalSchema,
    feeCurrency: assetCodeSchema,
  }),
  /** By so much, because it met an order of the same person. */
  z.strictObject({ kind: z.literal('reduced'), ...happened, quantity: decimalSchema }),
  /** Why: see docs/trading.md. */
  z.strictObject({ kind: z.literal('expired'), ...happened, reason: z.string() }),
  /** It never was in the log of the market. */
  z.strictObject({
    kind: z.literal('rejected'),
    clientOrderId: z.nullable(z.string()),
    error: z.enum(errorCodes),
    at: timeSchema,
  }),
]);
export type ExecutionEvent = z.output<typeof executionEvent>;

/** The `seq` of the two channels counts their messages on this connection: each is one more than the one before. */
const executionsSnapshot = z.strictObject({
  type: z.literal('snapshot'),
  channel: z.literal('executions'),
  seq: z.int(),
  /** All that are open, waiting stops included. */
  orders: z.array(orderShape),
});

const executionsUpdate = z.strictObject({
  type: z.literal('update'),
  channel: z.literal('executions'),
  seq: z.int(),
  market: marketSymbolSchema,
  /** What happened, in its sequence. */
  events: z.array(executionEvent),
  /** The orders that it happened to, as they are after all of it. */
  orders: z.array(orderShape),
});

const balanceShape = z.strictObject({
  currency: assetCodeSchema,
  /** What can be spent: neither in orders nor held. */
  available: decimalSchema,
  inOrders: decimalSchema,
  held: decimalSchema,
});
export type StreamBalance = z.output<typeof balanceShape>;

const ownBalances = z.strictObject({
  type: z.enum(['snapshot', 'update']),
  channel: z.literal('balances'),
  seq: z.int(),
  /** In a snapshot all, in an update those that changed. */
  balances: z.array(balanceShape),
});

export type OwnNews = z.output<typeof executionsSnapshot | typeof executionsUpdate | typeof ownBalances>;

const answered = { type: z.literal('answer'), id: requestId, receivedAt: timeSchema };
const { success: _isTold, ...changedOrder } = changedOrderReply.shape;

/** What the server sends to whoever is authenticated. */
export const ownMessages = {
  authenticated: z.strictObject({
    type: z.literal('authenticated'),
    ...named,
    /** What this connection may do: read its channels, send commands. */
    scopes: z.array(z.enum(['read', 'trade'])),
    cancelOnDisconnect: z.boolean(),
  }),
  unsubscribedOwn: z.strictObject({ type: z.literal('unsubscribed'), channel: ownChannel, ...named }),
  executionsSnapshot,
  executionsUpdate,
  balances: ownBalances,
  orderAnswer: z.strictObject({
    ...answered,
    ...changedOrder,
    command: z.enum(['place', 'amend', 'cancel']),
  }),
  cancelAllAnswer: z.strictObject({ ...answered, command: z.literal('cancelAll'), cancelled: z.int() }),
  cancelAfterAnswer: z.strictObject({
    ...answered,
    command: z.literal('cancelAfter'),
    cancelsAt: z.nullable(timeSchema),
  }),
} as const;

/** Of any request, as far as it could be read. */
export const aboutRequest = named;

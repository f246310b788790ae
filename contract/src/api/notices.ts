import * as z from 'zod/mini';
import { errorCodes } from '../errors.ts';
import { endpoint } from './endpoint.ts';
import { alertDirections } from './price-alerts.ts';
import { assetCodeSchema, decimalSchema, idSchema, timeSchema } from './shapes.ts';

const anyNotice = { id: idSchema, isRead: z.boolean(), createdAt: timeSchema };

const refusedBuy = {
  /** The currency to buy. */
  currency: assetCodeSchema,
  /** The amount to spend. */
  amount: decimalSchema,
  amountCurrency: assetCodeSchema,
  reason: z.enum(errorCodes),
};

/**
 * An event that the person did not start. Each kind is one member with all its data, so the compiler finds every place that must
 * handle it.
 */
export const noticeShape = z.discriminatedUnion('kind', [
  z.strictObject({
    ...anyNotice,
    kind: z.literal('price_alert'),
    currency: assetCodeSchema,
    direction: z.enum(alertDirections),
    /** In US dollars: the threshold of the alert, and the price that reached it. */
    line: decimalSchema,
    price: decimalSchema,
  }),
  z.strictObject({
    ...anyNotice,
    kind: z.literal('recurring_buy_refused'),
    ...refusedBuy,
    /** Time of the next try. */
    nextAt: timeSchema,
  }),
  z.strictObject({ ...anyNotice, kind: z.literal('recurring_buy_paused'), ...refusedBuy }),
]);
export type Notice = z.output<typeof noticeShape>;

type Without<Each, Key extends PropertyKey> = Each extends unknown ? Omit<Each, Key> : never;
/** A notice without its recipient. */
export type News = Without<Notice, keyof typeof anyNotice>;
export type NewsOf<Kind extends News['kind']> = Extract<News, { kind: Kind }>;
export type RefusedBuy = Omit<NewsOf<'recurring_buy_paused'>, 'kind'>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/notices',
  tag: 'notices',
  summary: "The person's latest notices, newest first",
  caller: 'verified',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    notices: z.array(noticeShape),
    unreadCount: z.int(),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const readNotices = endpoint({
  method: 'POST',
  path: '/notices/read',
  tag: 'notices',
  summary: 'Marks a notice, and all before it, as read',
  caller: 'verified',
  body: z.strictObject({ upTo: idSchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), unreadCount: z.int() }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

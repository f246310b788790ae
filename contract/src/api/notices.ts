import * as z from 'zod/mini';
import { errorCodes } from '../errors.ts';
import { endpoint } from './endpoint.ts';
import { alertDirections } from './price-alerts.ts';
import { assetCodeSchema, decimalSchema, idSchema, timeSchema } from './shapes.ts';

const anyNotice = { id: idSchema, isRead: z.boolean(), createdAt: timeSchema };

const refusedBuy = {
  /** What was to be bought. */
  currency: assetCodeSchema,
  /** What it was to spend. */
  amount: decimalSchema,
  amountCurrency: assetCodeSchema,
  reason: z.enum(errorCodes),
};

/**
 * Something that happened without the person's doing. A kind is one member with all that it says; where one is shown or
 * mailed, the compiler asks for it.
 */
export const noticeShape = z.discriminatedUnion('kind', [
  z.strictObject({
    ...anyNotice,
    kind: z.literal('price_alert'),
    currency: assetCodeSchema,
    direction: z.enum(alertDirections),
    /** In US dollars: the line of the alert, and the price that reached it. */
    line: decimalSchema,
    price: decimalSchema,
  }),
  z.strictObject({
    ...anyNotice,
    kind: z.literal('recurring_buy_refused'),
    ...refusedBuy,
    /** When it is tried again. */
    nextAt: timeSchema,
  }),
  z.strictObject({ ...anyNotice, kind: z.literal('recurring_buy_paused'), ...refusedBuy }),
]);
export type Notice = z.output<typeof noticeShape>;

type Without<Each, Key extends PropertyKey> = Each extends unknown ? Omit<Each, Key> : never;
/** What a notice says, before it is anybody's. */
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

import * as z from 'zod/mini';
import { errorCodes } from '../errors.ts';
import { endpoint } from './endpoint.ts';
import { alertDirections } from './price-alerts.ts';
import { assetCodeSchema, decimalSchema, idSchema, timeSchema } from './shapes.ts';

export const noticeKinds = ['price_alert', 'recurring_buy_refused', 'recurring_buy_paused'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Something that happened without the person's doing. What a kind has nothing to say of is null. */
export const noticeShape = z.strictObject({
  id: idSchema,
  kind: z.enum(noticeKinds),
  /** What it is about: the coin of the alert, or the one that was to be bought. */
  currency: assetCodeSchema,
  direction: z.nullable(z.enum(alertDirections)),
  /** Of an alert: its line, and the price that reached it, in US dollars. */
  line: z.nullable(decimalSchema),
  price: z.nullable(decimalSchema),
  /** Of a recurring buy: what it was to spend. */
  amount: z.nullable(decimalSchema),
  amountCurrency: z.nullable(assetCodeSchema),
  reason: z.nullable(z.enum(errorCodes)),
  isRead: z.boolean(),
  createdAt: timeSchema,
});
export type Notice = z.output<typeof noticeShape>;

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

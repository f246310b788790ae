import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { assetCodeSchema, decimalSchema, idSchema, key, timeSchema } from './shapes.ts';

export const alertDirections = ['above', 'below'] as const;
export type AlertDirection = (typeof alertDirections)[number];

/** A price threshold. When a currency's price reaches it, the person gets one notice. */
export const priceAlertShape = z.strictObject({
  id: idSchema,
  currency: assetCodeSchema,
  direction: z.enum(alertDirections),
  /** In US dollars. */
  price: decimalSchema,
  /** A triggered alert stays silent until it is resumed. */
  state: z.enum(['active', 'paused', 'triggered']),
  createdAt: timeSchema,
  triggeredAt: z.nullable(timeSchema),
});
export type PriceAlert = z.output<typeof priceAlertShape>;

const one = z.strictObject({ success: z.literal(true), priceAlert: priceAlertShape });
const params = z.strictObject({ id: idSchema });

export const listPriceAlerts = endpoint({
  method: 'GET',
  path: '/price-alerts',
  tag: 'trade',
  summary: "The person's price alerts, newest first",
  caller: 'verified',
  status: 200,
  reply: z.strictObject({ success: z.literal(true), priceAlerts: z.array(priceAlertShape) }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

export const createPriceAlert = endpoint({
  method: 'POST',
  path: '/price-alerts',
  tag: 'trade',
  summary: 'Tells the person, in the app and by mail, when a price reaches a line',
  caller: 'verified',
  body: z.strictObject({
    currency: assetCodeSchema,
    direction: z.enum(alertDirections, key('invalid')),
    price: decimalSchema,
  }),
  status: 201,
  reply: one,
  errors: [
    'Unauthenticated',
    'EmailNotVerified',
    'AmountNotPositive',
    'AlertAlreadyReached',
    'PriceMissing',
    'TooManyPriceAlerts',
  ],
});

export const pausePriceAlert = endpoint({
  method: 'POST',
  path: '/price-alerts/:id/pause',
  tag: 'trade',
  summary: 'Stops an alert until it is resumed',
  caller: 'verified',
  params,
  status: 200,
  reply: one,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});

export const resumePriceAlert = endpoint({
  method: 'POST',
  path: '/price-alerts/:id/resume',
  tag: 'trade',
  summary: 'Makes a paused or triggered alert watch again',
  caller: 'verified',
  params,
  status: 200,
  reply: one,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound', 'AlertAlreadyReached', 'PriceMissing'],
});

export const deletePriceAlert = endpoint({
  method: 'DELETE',
  path: '/price-alerts/:id',
  tag: 'trade',
  summary: 'Removes an alert',
  caller: 'verified',
  params,
  status: 204,
  reply: null,
  errors: ['Unauthenticated', 'EmailNotVerified', 'NotFound'],
});

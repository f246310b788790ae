import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { timeSchema } from './shapes.ts';

/** Parts of the service, as people know them. `trading` are the order books; `payments` is what moves money in and out: rail and queue. */
export const statusComponents = ['service', 'database', 'prices', 'trading', 'payments', 'mails'] as const;
export type StatusComponent = (typeof statusComponents)[number];

/** unknown: it could not be looked at, because another part is down. */
export const componentStates = ['operational', 'degraded', 'down', 'unknown'] as const;
export type ComponentState = (typeof componentStates)[number];

export const getStatus = endpoint({
  method: 'GET',
  path: '/status',
  tag: 'product',
  summary: 'Whether the service is well at the moment',
  caller: 'anyone',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    checkedAt: timeSchema,
    components: z.array(z.strictObject({ name: z.enum(statusComponents), state: z.enum(componentStates) })),
    /** The market's prices; null if they are unknown. */
    prices: z.nullable(z.strictObject({ asOf: timeSchema, isPretended: z.boolean() })),
    /** Order books that take orders, and all of them; null if that is unknown. */
    trading: z.nullable(z.strictObject({ marketsOpen: z.int(), marketsTotal: z.int() })),
  }),
  errors: [],
});

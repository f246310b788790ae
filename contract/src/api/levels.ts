import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { decimalSchema, timeSchema } from './shapes.ts';

export const limitKinds = ['deposit', 'withdrawal', 'trade'] as const;
export type LimitKind = (typeof limitKinds)[number];

/** The last 24 hours, and the last 30 days. */
export const limitPeriods = ['day', 'month'] as const;
export type LimitPeriod = (typeof limitPeriods)[number];

/** A kind and period without a limit is left out. */
export const limitUseShape = z.strictObject({
  kind: z.enum(limitKinds),
  period: z.enum(limitPeriods),
  maxUsd: decimalSchema,
  usedUsd: decimalSchema,
  leftUsd: decimalSchema,
});
export type LimitUse = z.output<typeof limitUseShape>;

/** With LevelLimitReached: the limit that has too little room. */
export const reachedLimitShape = z.strictObject({
  kind: z.enum(limitKinds),
  period: z.enum(limitPeriods),
  leftUsd: decimalSchema,
  /** There will be room for the same amount then; null if it is more than the level ever allows. */
  roomAt: z.nullable(timeSchema),
});
export type ReachedLimit = z.output<typeof reachedLimitShape>;

export const getLimits = endpoint({
  method: 'GET',
  path: '/users/limits',
  tag: 'account',
  summary: 'The person’s level, and what is left of its limits',
  caller: 'verified',
  keyScope: 'read',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    /** Null where the operator has no levels: then there are no such limits. */
    level: z.nullable(
      z.strictObject({
        name: z.string(),
        /** How to get a higher one, in the operator’s words. */
        advice: z.nullable(z.string()),
        isHighest: z.boolean(),
      }),
    ),
    limits: z.array(limitUseShape),
  }),
  errors: ['Unauthenticated', 'EmailNotVerified'],
});

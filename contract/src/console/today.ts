import * as z from 'zod/mini';
import { assetCodeSchema, signedDecimalSchema, timeSchema } from '../api/shapes.ts';
import { consoleEndpoint } from './endpoint.ts';
import type { Permission } from './permissions.ts';

/** What may wait for somebody, with what is needed to see it; null: everybody, about themselves. */
export const queues = {
  /** Proposals that the one who asks may decide. */
  approvals: null,
  /** Queued, and paid by no rail. */
  payouts_by_hand: 'withdrawals.read',
  /** Somebody began to pay them, and did not report what came of it. */
  payouts_to_report: 'withdrawals.read',
  payouts_held: 'withdrawals.read',
  payouts_unclear: 'withdrawals.read',
  deposits_unassigned: 'deposits.read',
  messages_unread: 'messages.read',
  prices_jumped: 'trading.read',
  trading_halted: 'trading.read',
  jobs_failed: 'books.read',
  books_wrong: 'books.read',
  invitations_open: 'staff.read',
  /** Whoever has one way to sign in is locked out once it is lost. */
  one_way_in: null,
} as const satisfies Record<string, Permission | null>;
export type QueueKind = keyof typeof queues;
export const queueKinds = Object.keys(queues) as readonly QueueKind[];

/** So many are counted at most. */
export const queueCountMax = 10_000;

const queueShape = z.strictObject({
  kind: z.enum(queueKinds),
  count: z.int().check(z.positive()),
  /** Null where it has no age. */
  oldestAt: z.nullable(timeSchema),
});
export type Queue = z.output<typeof queueShape>;

/** In US dollars, and people as a number. */
const figuresShape = {
  volume: signedDecimalSchema,
  /** What the house took, at the prices of the hour; without a price then, it does not count. */
  fees: signedDecimalSchema,
  deposits: signedDecimalSchema,
  withdrawals: signedDecimalSchema,
  newPeople: z.int().check(z.nonnegative()),
};
export const figureKinds = ['volume', 'fees', 'newPeople', 'deposits', 'withdrawals'] as const;
export type FigureKind = (typeof figureKinds)[number];

const businessShape = z.strictObject({
  /** The present hour and the 23 before. */
  lastDay: z.strictObject(figuresShape),
  /** Of the days below. */
  lastMonth: z.strictObject(figuresShape),
  /** Thirty UTC days, today last. */
  days: z.array(z.strictObject({ startsAt: timeSchema, ...figuresShape })),
});
export type Business = z.output<typeof businessShape>;

const owedShape = z.strictObject({
  currency: assetCodeSchema,
  /** What customers are owed. */
  liabilities: signedDecimalSchema,
  /** What the rail says is there; null where it can't say. */
  railHolds: z.nullable(signedDecimalSchema),
  /** What the rail has more than customers are owed; below zero it has less. */
  difference: z.nullable(signedDecimalSchema),
});
export type Owed = z.output<typeof owedShape>;

export const getToday = consoleEndpoint({
  method: 'GET',
  path: '/today',
  summary:
    'What waits for somebody, oldest first, and how the business goes: only what the role’s permissions show',
  caller: 'staff',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    queues: z.array(queueShape),
    /** Both need `books.read`. */
    owed: z.optional(z.array(owedShape)),
    business: z.optional(businessShape),
  }),
  errors: ['Unauthenticated'],
});

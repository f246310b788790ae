import * as z from 'zod/mini';
import {
  assetCodeSchema,
  decimalSchema,
  idSchema,
  key,
  signedDecimalSchema,
  timeSchema,
} from '../api/shapes.ts';
import { errorCodes } from '../errors.ts';
import { limits } from '../limits.ts';
import { consoleEndpoint, pageQuery } from './endpoint.ts';
import { proposedReply, proposingErrors } from './proposals.ts';
import { whySchema } from './staff.ts';

/** `held` is queued too, but waits for a second person first. */
export const openWithdrawalStates = [
  'held',
  'queued',
  'sending',
  'unclear',
  'waiting_period',
  'awaiting_confirmation',
] as const;
export const closedWithdrawalStates = ['completed', 'failed', 'cancelled', 'expired'] as const;
export const listedWithdrawalStates = [...openWithdrawalStates, ...closedWithdrawalStates] as const;
export type ListedWithdrawalState = (typeof listedWithdrawalStates)[number];

/** What staff may report of a withdrawal that they pay by hand, or of which nobody knows whether it was paid. */
export const withdrawalOutcomes = ['started', 'paid', 'failed'] as const;
export type WithdrawalOutcome = (typeof withdrawalOutcomes)[number];

const accountShape = z.strictObject({ id: idSchema, username: z.string() });

const listedFields = {
  id: idSchema,
  transactionId: idSchema,
  account: accountShape,
  state: z.enum(listedWithdrawalStates),
  currency: assetCodeSchema,
  /** Leaves the balance; the fee is a part of it. */
  amount: decimalSchema,
  fee: decimalSchema,
  arrives: decimalSchema,
  network: z.nullable(z.string()),
  address: z.string(),
  /** Empty if there is none. */
  memo: z.string(),
  createdAt: timeSchema,
  /** What may be reported of it now; not whether this member of staff may. */
  outcomes: z.array(z.enum(withdrawalOutcomes)),
};
export const listedWithdrawalShape = z.strictObject(listedFields);
export type ListedWithdrawal = z.output<typeof listedWithdrawalShape>;

export const bookedLineShape = z.strictObject({
  transferId: idSchema,
  kind: z.string(),
  /** Whose, and of which kind, such as `person held`. */
  account: z.string(),
  amount: signedDecimalSchema,
  at: timeSchema,
});
export type BookedLine = z.output<typeof bookedLineShape>;

/** From the audit log. */
export const staffActShape = z.strictObject({
  at: timeSchema,
  actor: z.string(),
  action: z.string(),
  reason: z.nullable(z.string()),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type StaffAct = z.output<typeof staffActShape>;

/** What is to be done: look whether it was paid; have it approved; start it; pay it, once; leave it to the rail; nothing. */
export const withdrawalAdvice = ['look', 'approve', 'start', 'pay', 'rail', 'nothing'] as const;

export const withdrawalFileShape = z.strictObject({
  ...listedFields,
  isFrozen: z.boolean(),
  rail: z.string(),
  waitsUntil: z.nullable(timeSchema),
  sentAt: z.nullable(timeSchema),
  closedAt: z.nullable(timeSchema),
  reference: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  released: z.nullable(z.strictObject({ at: timeSchema, by: z.string() })),
  /** Somebody has asked for its release, and nobody has decided. */
  proposal: z.nullable(z.strictObject({ id: idSchema, by: z.string(), at: timeSchema })),
  timeline: z.array(z.strictObject({ state: z.string(), at: timeSchema })),
  lines: z.array(bookedLineShape),
  acts: z.array(staffActShape),
  /** On its account, from a day before it was asked for until it was closed. */
  unusual: z.array(
    z.strictObject({
      kind: z.string(),
      /** Null without people.read_contact. */
      networkAddress: z.nullable(z.string()),
      at: timeSchema,
    }),
  ),
  advice: z.enum(withdrawalAdvice),
});
export type WithdrawalFile = z.output<typeof withdrawalFileShape>;

const one = z.strictObject({ id: idSchema });

export const listWithdrawals = consoleEndpoint({
  method: 'GET',
  path: '/withdrawals',
  summary: 'Withdrawals in a state: open ones oldest first, closed ones newest first, fifty at a time',
  caller: 'withdrawals.read',
  query: z.strictObject({ ...pageQuery, state: z.enum(listedWithdrawalStates) }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    withdrawals: z.array(listedWithdrawalShape),
    /** Of the open ones; ten thousand at most are counted. */
    counts: z.strictObject({
      held: z.number(),
      queued: z.number(),
      sending: z.number(),
      unclear: z.number(),
      waiting_period: z.number(),
      awaiting_confirmation: z.number(),
    }),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const getWithdrawal = consoleEndpoint({
  method: 'GET',
  path: '/withdrawals/:id',
  summary: 'Everything about one withdrawal, and what to do about it; by its id or its transaction’s',
  caller: 'withdrawals.read',
  params: one,
  status: 200,
  reply: z.strictObject({ success: z.literal(true), withdrawal: withdrawalFileShape }),
  errors: ['Unauthenticated', 'PermissionMissing', 'NotFound'],
});

/** The id that the chain gave the payment. */
export const payoutReferenceSchema = z.string(key('required')).check(
  z.trim(),
  z.minLength(1, key('required')),
  z.maxLength(limits.payoutReferenceLengthMax, key('tooLong')),
  // Its person reads it, and looks it up.
  z.regex(/^[\x20-\x7e]*$/, key('invalid')),
);

const settlementSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ id: idSchema, outcome: z.literal('started') }),
  z.strictObject({ id: idSchema, outcome: z.literal('paid'), reference: payoutReferenceSchema }),
  z.strictObject({ id: idSchema, outcome: z.literal('failed'), reason: whySchema }),
]);
export type Settlement = z.output<typeof settlementSchema>;

export const settledItemShape = z.strictObject({
  id: idSchema,
  /** Null: it is done. */
  refusal: z.nullable(z.strictObject({ error: z.enum(errorCodes), message: z.string() })),
  /** As it is now; null if there is no such withdrawal. */
  state: z.nullable(z.enum(listedWithdrawalStates)),
});
export type SettledItem = z.output<typeof settledItemShape>;

export const settleWithdrawals = consoleEndpoint({
  method: 'POST',
  path: '/withdrawals/settlements',
  summary:
    'Says of each withdrawal that it is about to be paid by hand, was paid, or failed. Each is judged alone: one that is refused hurts no other',
  caller: 'withdrawals.settle',
  needsProof: true,
  body: z.strictObject({
    items: z
      .array(settlementSchema)
      .check(z.minLength(1, key('required')), z.maxLength(limits.settlementsAtOnceMax, key('tooLong'))),
  }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    /** In the order of the call. */
    items: z.array(settledItemShape),
  }),
  errors: ['Unauthenticated', 'PermissionMissing', 'ProofRequired'],
});

export const releaseWithdrawal = consoleEndpoint({
  method: 'POST',
  path: '/withdrawals/:id/release',
  summary: 'Asks a second person to let a large withdrawal go',
  caller: 'withdrawals.release_large',
  needsProof: true,
  params: one,
  body: z.strictObject({ reason: whySchema }),
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'WithdrawalNotHeld'],
});

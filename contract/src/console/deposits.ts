import * as z from 'zod/mini';
import { anyAssetCodeSchema, decimalSchema, idSchema, searchSchema, timeSchema } from '../api/shapes.ts';
import { consoleEndpoint, pageQuery } from './endpoint.ts';
import { whySchema } from './staff.ts';
import { bookedLineShape, staffActShape } from './withdrawals.ts';

/** Seen has no confirmation yet. */
export const openDepositStates = ['seen', 'confirming'] as const;
export const closedDepositStates = ['completed', 'failed'] as const;
export const listedDepositStates = [...openDepositStates, ...closedDepositStates] as const;
export type ListedDepositState = (typeof listedDepositStates)[number];

const accountShape = z.strictObject({ id: idSchema, username: z.string() });

/** What the chain says. */
const paymentFields = {
  currency: anyAssetCodeSchema,
  amount: decimalSchema,
  network: z.nullable(z.string()),
  address: z.string(),
  /** Empty if there is none. */
  memo: z.string(),
  rail: z.string(),
  /** The rail's id of the payment; on a chain, its transaction. */
  externalId: z.string(),
  confirmations: z.number(),
  confirmationsNeeded: z.number(),
  createdAt: timeSchema,
  /** When the rail was last asked. */
  observedAt: timeSchema,
};

export const listedDepositShape = z.strictObject({
  ...paymentFields,
  id: idSchema,
  account: accountShape,
  state: z.enum(listedDepositStates),
});
export type ListedDeposit = z.output<typeof listedDepositShape>;

export const unassignedDepositShape = z.strictObject({
  ...paymentFields,
  number: z.string(),
  /** Named before, but has left since. */
  formerOwner: z.nullable(accountShape),
});
export type UnassignedDeposit = z.output<typeof unassignedDepositShape>;

export const depositFileShape = z.strictObject({
  ...paymentFields,
  id: idSchema,
  account: accountShape,
  state: z.enum(listedDepositStates),
  transactionId: idSchema,
  closedAt: z.nullable(timeSchema),
  timeline: z.array(z.strictObject({ state: z.string(), at: timeSchema })),
  lines: z.array(bookedLineShape),
  acts: z.array(staffActShape),
});
export type DepositFile = z.output<typeof depositFileShape>;

const numberSchema = z.string().check(z.regex(/^[1-9][0-9]{0,15}$/));

export const listDeposits = consoleEndpoint({
  method: 'GET',
  path: '/deposits',
  summary: 'Deposits in a state: open ones oldest first, closed ones newest first, fifty at a time',
  caller: 'deposits.read',
  query: z.strictObject({ ...pageQuery, state: z.enum(listedDepositStates) }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    deposits: z.array(listedDepositShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const countDeposits = consoleEndpoint({
  method: 'GET',
  path: '/deposits/counts',
  summary: 'How many deposits are open, and how many payments are nobody’s; ten thousand at most are counted',
  caller: 'deposits.read',
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    unassigned: z.number(),
    seen: z.number(),
    confirming: z.number(),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const listUnassignedDeposits = consoleEndpoint({
  method: 'GET',
  path: '/deposits/unassigned',
  summary: 'Payments to an address that is nobody’s, or whose person has left, oldest first, fifty at a time',
  caller: 'deposits.read',
  query: z.strictObject({ cursor: z.optional(numberSchema) }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    deposits: z.array(unassignedDepositShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const getDeposit = consoleEndpoint({
  method: 'GET',
  path: '/deposits/:id',
  summary: 'Everything about one deposit; by its id or its transaction’s',
  caller: 'deposits.read',
  params: z.strictObject({ id: idSchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), deposit: depositFileShape }),
  errors: ['Unauthenticated', 'PermissionMissing', 'NotFound'],
});

/** How an account was found. */
export const ownerMatches = ['username', 'email', 'wallet_address', 'deposit_address'] as const;

export const findOwners = consoleEndpoint({
  method: 'GET',
  path: '/deposits/owners',
  summary:
    'Accounts by a whole username, a wallet or deposit address or, for whoever may see it, a proved email; ten at most',
  caller: 'deposits.assign',
  query: z.strictObject({ search: searchSchema }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    owners: z.array(z.strictObject({ ...accountShape.shape, match: z.enum(ownerMatches) })),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

/** What the rail said a moment ago, and what became of it here. */
const findingReply = z.strictObject({
  success: z.literal(true),
  /** False only after an assignment, which stands: the rail is asked again by itself. */
  hasRailAnswered: z.boolean(),
  /** Null: the rail knows no such payment, or did not answer. */
  payment: z.nullable(
    z.strictObject({
      confirmations: z.number(),
      confirmationsNeeded: z.number(),
      /** The chain has dropped it. */
      hasFailed: z.boolean(),
    }),
  ),
  /** Assigned: it becomes a deposit once the rail has been asked. */
  state: z.enum([...listedDepositStates, 'unassigned', 'assigned']),
  /** Once it is somebody’s. */
  depositId: z.nullable(idSchema),
});

export const assignDeposit = consoleEndpoint({
  method: 'POST',
  path: '/deposits/unassigned/:number/assignment',
  summary: 'Says whose a payment is; it is credited once, when it is final, at once if it is so already',
  caller: 'deposits.assign',
  needsProof: true,
  params: z.strictObject({ number: numberSchema }),
  body: z.strictObject({ accountId: idSchema, reason: whySchema }),
  status: 200,
  reply: findingReply,
  errors: ['Unauthenticated', 'PermissionMissing', 'ProofRequired', 'NotFound', 'DepositHasOwner'],
});

export const observeDeposit = consoleEndpoint({
  method: 'POST',
  path: '/deposits/observation',
  summary: 'Asks the rail about a payment at once, and writes what is new',
  caller: 'deposits.assign',
  needsProof: true,
  body: z.strictObject({ externalId: z.string().check(z.regex(/^[\x21-\x7e]{1,300}$/)) }),
  status: 200,
  reply: findingReply,
  errors: ['Unauthenticated', 'PermissionMissing', 'ProofRequired', 'NotFound', 'RailUnavailable'],
});

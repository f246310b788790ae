import * as z from 'zod/mini';
import { securityEventShape, sessionShape } from '../api/security.ts';
import { anyAssetCodeSchema, decimalSchema, idSchema, key, reasonSchema, timeSchema } from '../api/shapes.ts';
import { transactionStates, transactionStatuses, transactionTypes } from '../api/transactions.ts';
import { limits } from '../limits.ts';
import { locales } from '../locales.ts';
import { consoleEndpoint, pageQuery } from './endpoint.ts';
import { proposalShape, proposedReply, proposingErrors } from './proposals.ts';
import { whySchema } from './staff.ts';

const one = z.strictObject({ id: idSchema });
const done = z.strictObject({ success: z.literal(true) });

export const findingSchema = z
  .string(key('required'))
  .check(
    z.trim(),
    z.minLength(limits.usernameLengthMin, key('required')),
    z.maxLength(limits.emailLengthMax, key('tooLong')),
    z.regex(/^\P{C}*$/u, key('invalid')),
  );
export const personNoteSchema = reasonSchema.check(z.minLength(1, key('required')));

/** What a search found somebody by. A name and an email match from their beginning, all else as a whole. */
export const foundBy = [
  'person',
  'username',
  'email',
  'walletAddress',
  'depositAddress',
  'transaction',
  'transfer',
  'order',
  'deposit',
  'withdrawal',
  'topUp',
  'chainReference',
] as const;
export type FoundBy = (typeof foundBy)[number];

export const foundPersonShape = z.strictObject({
  id: idSchema,
  username: z.string(),
  /** Null where the role may not see it. */
  email: z.nullable(z.string()),
  foundBy: z.enum(foundBy),
  isFrozen: z.boolean(),
  joinedAt: timeSchema,
  /** Their account stays in the books, without a name. */
  leftAt: z.nullable(timeSchema),
});
export type FoundPerson = z.output<typeof foundPersonShape>;

export const findPeople = consoleEndpoint({
  method: 'GET',
  path: '/people',
  summary: 'Whom a name, an email, an address or an id belongs to: ten people at most',
  caller: 'people.read',
  query: z.strictObject({ search: findingSchema }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    people: z.array(foundPersonShape),
    hasMore: z.boolean(),
  }),
  errors: ['Unauthenticated', 'PermissionMissing'],
});

export const lookAtPerson = consoleEndpoint({
  method: 'POST',
  path: '/people/:id/looks',
  summary:
    'Opens the file of a person for half an hour of this session; the person is told that staff looked',
  caller: 'people.read',
  params: one,
  body: z.strictObject({ reason: whySchema }),
  status: 200,
  reply: z.strictObject({ success: z.literal(true), until: timeSchema }),
  errors: ['Unauthenticated', 'PermissionMissing', 'NotFound'],
});

/** Of every call that reads a file. */
const readingErrors = ['Unauthenticated', 'PermissionMissing', 'LookRequired', 'NotFound'] as const;

export const balanceShape = z.strictObject({
  currency: anyAssetCodeSchema,
  /** All of it. */
  balance: decimalSchema,
  /** Set aside for what is on its way out. */
  held: decimalSchema,
  /** What open orders may still spend. */
  inOrders: decimalSchema,
  /** Seen by the rail and not yet final; no part of the balance. */
  pending: decimalSchema,
});
export type Balance = z.output<typeof balanceShape>;

export const historyRowShape = z.strictObject({
  id: idSchema,
  type: z.enum(transactionTypes),
  currency: anyAssetCodeSchema,
  amount: decimalSchema,
  fee: decimalSchema,
  direction: z.enum(['in', 'out']),
  status: z.enum(transactionStatuses),
  state: z.enum(transactionStates),
  counterparty: z.nullable(z.string()),
  counterpartyUsername: z.nullable(z.string()),
  /** The chain's id of the payment. */
  externalReference: z.nullable(z.string()),
  usdValue: z.nullable(decimalSchema),
  createdAt: timeSchema,
  completedAt: z.nullable(timeSchema),
  /** Of the withdrawal, deposit, top-up or trade behind it. */
  referenceId: z.nullable(idSchema),
  /** Of the posting that moved the money; null until then. */
  transferId: z.nullable(idSchema),
});
export type HistoryRow = z.output<typeof historyRowShape>;

export const personFileShape = z.strictObject({
  id: idSchema,
  username: z.string(),
  /** Null where the role may not see it. */
  email: z.nullable(z.string()),
  isEmailProved: z.boolean(),
  walletAddress: z.string(),
  locale: z.enum(locales),
  joinedAt: timeSchema,
  leftAt: z.nullable(timeSchema),
  frozen: z.nullable(
    z.strictObject({
      since: timeSchema,
      /** By a link of a mail, or by staff or the operator's command. */
      by: z.enum(['link', 'operator']),
      /** Who that was, where it is written down. */
      byName: z.nullable(z.string()),
      /** Null where the role may not see it: it is not for whoever answers the person. */
      reason: z.nullable(z.string()),
      /** It ends by itself then. */
      until: z.nullable(timeSchema),
    }),
  ),
  twoFactorSince: z.nullable(timeSchema),
  passkeyCount: z.int(),
  apiKeyCount: z.int(),
  balances: z.array(balanceShape),
  /** Newest first, fifty at most. */
  openWithdrawals: z.array(historyRowShape),
  /** Those that the one who asks may see. */
  openProposals: z.array(proposalShape),
  /** The file is open until then. */
  lookUntil: timeSchema,
});
export type PersonFile = z.output<typeof personFileShape>;

export const readPerson = consoleEndpoint({
  method: 'GET',
  path: '/people/:id',
  summary: 'The file of a person: who they are, what protects the account, what they have and what is open',
  caller: 'people.read',
  params: one,
  status: 200,
  reply: z.strictObject({ success: z.literal(true), person: personFileShape }),
  errors: readingErrors,
});

export const listHistory = consoleEndpoint({
  method: 'GET',
  path: '/people/:id/history',
  summary: 'Their transactions, newest first, fifty at a time',
  caller: 'people.read',
  params: one,
  query: z.strictObject(pageQuery),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    rows: z.array(historyRowShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: readingErrors,
});

export const listPersonSessions = consoleEndpoint({
  method: 'GET',
  path: '/people/:id/sessions',
  summary: 'Where they are signed in, the latest used first',
  caller: 'people.read_contact',
  params: one,
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    sessions: z.array(z.omit(sessionShape, { isCurrent: true })),
  }),
  errors: readingErrors,
});

export const listPersonEvents = consoleEndpoint({
  method: 'GET',
  path: '/people/:id/security-events',
  summary: 'What happened to how the account is protected, newest first',
  caller: 'people.read_contact',
  params: one,
  query: z.strictObject(pageQuery),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    events: z.array(securityEventShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: readingErrors,
});

export const personNoteShape = z.strictObject({
  id: idSchema,
  /** Of the member of staff. */
  name: z.string(),
  text: z.string(),
  at: timeSchema,
});
export type PersonNote = z.output<typeof personNoteShape>;

export const listNotes = consoleEndpoint({
  method: 'GET',
  path: '/people/:id/notes',
  summary: 'What staff noted about them, newest first, twenty at a time',
  caller: 'people.read',
  params: one,
  query: z.strictObject(pageQuery),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    notes: z.array(personNoteShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: readingErrors,
});

export const addNote = consoleEndpoint({
  method: 'POST',
  path: '/people/:id/notes',
  summary: 'Adds a note, which nobody changes or removes',
  caller: 'people.note',
  params: one,
  body: z.strictObject({ text: personNoteSchema }),
  status: 201,
  reply: done,
  errors: ['Unauthenticated', 'PermissionMissing', 'NotFound'],
});

// What is done to an account, each with a reason and a proof. The person is told.

const because = z.strictObject({ reason: whySchema });
const actErrors = ['Unauthenticated', 'PermissionMissing', 'ProofRequired', 'NotFound'] as const;

export const freezePerson = consoleEndpoint({
  method: 'POST',
  path: '/people/:id/freeze',
  summary: 'Freezes the account at once: every session and key ends, nobody signs in, nothing goes out',
  caller: 'people.freeze',
  needsProof: true,
  params: one,
  body: because,
  status: 200,
  reply: done,
  errors: [...actErrors, 'AlreadyFrozen'],
});

export const proposeUnfreezing = consoleEndpoint({
  method: 'POST',
  path: '/people/:id/unfreezing',
  summary: 'Asks a second person to open a frozen account again, whoever froze it',
  caller: 'people.unfreeze',
  needsProof: true,
  params: one,
  body: because,
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'NotFrozen'],
});

export const endPersonSessions = consoleEndpoint({
  method: 'POST',
  path: '/people/:id/sessions-end',
  summary: 'Signs the person out everywhere and ends their API keys',
  caller: 'people.end_sessions',
  needsProof: true,
  params: one,
  body: because,
  status: 200,
  reply: done,
  errors: actErrors,
});

export const proposeTwoFactorRemoval = consoleEndpoint({
  method: 'POST',
  path: '/people/:id/two-factor-removal',
  summary: 'Asks a second person to turn two-factor off for somebody who lost app and recovery codes',
  caller: 'people.remove_two_factor',
  needsProof: true,
  params: one,
  body: because,
  status: 200,
  reply: proposedReply,
  errors: [...proposingErrors, 'TwoFactorNotEnabled'],
});

export const resendProofMail = consoleEndpoint({
  method: 'POST',
  path: '/people/:id/proof-mail',
  summary: 'Sends the mail anew that proves an email',
  caller: 'people.resend_mail',
  needsProof: true,
  params: one,
  body: because,
  status: 200,
  reply: done,
  errors: [...actErrors, 'EmailAlreadyProved'],
});

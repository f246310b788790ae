import * as z from 'zod/mini';
import { idSchema, timeSchema, tokenSchema } from '../api/shapes.ts';
import { consoleEndpoint, pageQuery } from './endpoint.ts';
import { proposalKinds } from './permissions.ts';
import { whySchema } from './staff.ts';

/**
 * An open one that expired or was overtaken is done by nobody. Refused: a second person said no. Cancelled: by the one who asked,
 * by the link of a mail, or because they left. Outdated: what it was made of had changed when it was about to be done.
 */
export const proposalStates = ['open', 'done', 'refused', 'cancelled', 'outdated', 'expired'] as const;
export type ProposalState = (typeof proposalStates)[number];

const facts = z.record(z.string(), z.unknown());

export const proposalShape = z.strictObject({
  id: idSchema,
  kind: z.enum(proposalKinds),
  state: z.enum(proposalStates),
  subject: z.strictObject({ kind: z.string(), id: z.string(), name: z.string() }),
  /** What it was made of: it is done only while this is so. */
  before: facts,
  /** What will be so once it is done. */
  after: facts,
  reason: z.string(),
  proposedBy: z.strictObject({ id: idSchema, name: z.string(), email: z.string() }),
  proposedAt: timeSchema,
  expiresAt: timeSchema,
  /** Nobody else may approve it: it is done by itself then, unless somebody cancels it or somebody who may approve joins. */
  delayedUntil: z.nullable(timeSchema),
  decidedBy: z.nullable(z.strictObject({ id: idSchema, name: z.string(), email: z.string() })),
  decidedAt: z.nullable(timeSchema),
  decisionReason: z.nullable(z.string()),
  /** Whether the one who asks may approve or refuse it, and whether it is theirs to cancel. */
  mayDecide: z.boolean(),
  mayCancel: z.boolean(),
});
export type Proposal = z.output<typeof proposalShape>;

/** What a call answers that only proposes. */
export const proposedReply = z.strictObject({ success: z.literal(true), proposal: proposalShape });

/** Besides those of the act itself. */
export const proposingErrors = [
  'Unauthenticated',
  'PermissionMissing',
  'ProofRequired',
  'NotFound',
  'ProposalExists',
] as const;

const one = z.strictObject({ id: idSchema });
const decisionErrors = [
  'Unauthenticated',
  'PermissionMissing',
  'ProofRequired',
  'NotFound',
  'ProposalEnded',
] as const;

export const listProposals = consoleEndpoint({
  method: 'GET',
  path: '/proposals',
  summary:
    'Proposals of one’s own and those that one may decide: the open ones, oldest first, or those that have ended, newest first; fifty at a time',
  caller: 'staff',
  query: z.strictObject({ ...pageQuery, ended: z.optional(z.literal('true')) }),
  status: 200,
  reply: z.strictObject({
    success: z.literal(true),
    proposals: z.array(proposalShape),
    nextCursor: z.nullable(z.string()),
  }),
  errors: ['Unauthenticated'],
});

export const getProposal = consoleEndpoint({
  method: 'GET',
  path: '/proposals/:id',
  summary: 'One proposal, with exactly what will happen',
  caller: 'staff',
  params: one,
  status: 200,
  reply: proposedReply,
  errors: ['Unauthenticated', 'NotFound'],
});

export const approveProposal = consoleEndpoint({
  method: 'POST',
  path: '/proposals/:id/approval',
  summary: 'A second person with the permission says yes: it is done in the same commit, once',
  caller: 'staff',
  needsProof: true,
  params: one,
  status: 200,
  reply: proposedReply,
  errors: [...decisionErrors, 'OwnProposal', 'ProposalOutdated'],
});

export const refuseProposal = consoleEndpoint({
  method: 'POST',
  path: '/proposals/:id/refusal',
  summary: 'A second person with the permission says no',
  caller: 'staff',
  params: one,
  body: z.strictObject({ reason: whySchema }),
  status: 200,
  reply: proposedReply,
  errors: [...decisionErrors, 'OwnProposal'],
});

export const cancelProposal = consoleEndpoint({
  method: 'POST',
  path: '/proposals/:id/cancellation',
  summary: 'Whoever asked takes it back',
  caller: 'staff',
  params: one,
  status: 200,
  reply: proposedReply,
  errors: ['Unauthenticated', 'NotFound', 'ProposalEnded'],
});

/** The link in the mail about a delayed proposal needs no session: whoever must stop it may be locked out. */
export const readProposalByLink = consoleEndpoint({
  method: 'POST',
  path: '/proposals/by-link',
  summary: 'What the link of the mail would cancel',
  caller: 'anyone',
  body: z.strictObject({ token: tokenSchema }),
  status: 200,
  reply: proposedReply,
  errors: ['InvalidOrExpiredToken', 'RateLimitExceeded'],
});

export const cancelProposalByLink = consoleEndpoint({
  method: 'POST',
  path: '/proposals/by-link/cancellation',
  summary: 'Cancels a delayed proposal by the link of its mail',
  caller: 'anyone',
  body: z.strictObject({ token: tokenSchema }),
  status: 200,
  reply: proposedReply,
  errors: ['InvalidOrExpiredToken', 'RateLimitExceeded'],
});

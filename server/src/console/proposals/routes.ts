import * as proposals from '@mercury/contract/console/proposals.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import type { ProposalAct } from './act.ts';
import { cancelProposalByLink, readProposalByLink } from './by-link.ts';
import { approveProposal, cancelProposal, refuseProposal } from './decide.ts';
import { listProposals, readProposal } from './queries.ts';

export function bindProposals(
  bind: ConsoleBind,
  { services }: ConsoleDeps,
  acts: readonly ProposalAct[],
): void {
  const { db } = services;
  bind(proposals.listProposals, {}, async ({ query: { ended, cursor }, session }) => ({
    success: true,
    ...(await listProposals(db, session, { hasEnded: ended === 'true', cursor })),
  }));
  bind(proposals.getProposal, {}, async ({ params: { id }, session }) => ({
    success: true,
    proposal: await readProposal(db, session, id),
  }));
  bind(proposals.approveProposal, {}, async ({ params: { id }, session, context }) => ({
    success: true,
    proposal: await approveProposal(services, acts, { id, session, origin: context }),
  }));
  bind(proposals.refuseProposal, {}, async ({ params: { id }, body: { reason }, session, context }) => ({
    success: true,
    proposal: await refuseProposal(services, { id, session, origin: context, reason }),
  }));
  bind(proposals.cancelProposal, {}, async ({ params: { id }, session, context }) => ({
    success: true,
    proposal: await cancelProposal(services, { id, session, origin: context }),
  }));
  const limit = { rateLimit: 'staffLink' } as const;
  bind(proposals.readProposalByLink, limit, async ({ body: { token } }) => ({
    success: true,
    proposal: await readProposalByLink(db, token),
  }));
  bind(proposals.cancelProposalByLink, limit, async ({ body: { token }, context: { networkAddress } }) => ({
    success: true,
    proposal: await cancelProposalByLink(db, { token, networkAddress }),
  }));
}

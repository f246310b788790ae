import { isDeepStrictEqual } from 'node:util';
import type { Proposal } from '@mercury/contract/console/proposals.ts';
import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { actorOf, readSessionAgain, type StaffSession } from '../staff/sessions.ts';
import type { Facts, ProposalAct } from './act.ts';
import { beginMissingDelays, endNeedlessDelays } from './delays.ts';
import {
  findProposal,
  mayDecide,
  mayProposerStillAsk,
  presentProposal,
  takeTurn,
  type ProposalRow,
} from './queries.ts';

interface Decision {
  readonly id: string;
  readonly session: StaffSession;
  readonly origin: Origin;
}

/**
 * A second person says yes: it is done in this commit. What has changed since it was proposed ends it undone.
 * @throws DomainError NotFound, PermissionMissing, OwnProposal, ProposalEnded, ProposalOutdated
 */
export async function approveProposal(
  services: Services,
  acts: readonly ProposalAct[],
  { id, session: admitted, origin }: Decision,
): Promise<Proposal> {
  const decided = await inTransaction(services.db, async (trx) => {
    const { row, session } = await lockToDecide(trx, { id, session: admitted });
    const actor = actorOf(session, origin);
    await carryOut({ services, trx, acts }, row, { actor, decidedBy: session.staffId });
    return present(trx, id, session);
  });
  if (decided.state === 'outdated') throw new DomainError('ProposalOutdated');
  return decided;
}

/** Ends it as done, or as outdated if what it was made of has changed. The caller holds the turn. */
export async function carryOut(
  { services, trx, acts }: { services: Services; trx: Transaction; acts: readonly ProposalAct[] },
  row: ProposalRow,
  { actor, decidedBy }: { actor: Actor; decidedBy: string | undefined },
): Promise<void> {
  const act = acts.find(({ kind }) => kind === row.kind);
  if (act === undefined) throw new Error(`nothing does ${row.kind}`);
  if (!(await isStillSo(act, { services, trx }, row))) {
    await end(trx, row, { state: 'outdated', decidedBy });
    await appendEntry(trx, { actor, action: 'proposal.outdated', subject: { kind: 'proposal', id: row.id } });
    return;
  }
  await act.carryOut({ services, trx }, row.parameters);
  await end(trx, row, { state: 'done', decidedBy });
  await endNeedlessDelays(trx);
  await beginMissingDelays(trx, services, actor);
  await appendEntry(trx, {
    actor,
    action: row.kind,
    subject: { kind: row.subject_kind, id: row.subject_id },
    before: row.before,
    after: { ...row.after, proposal: row.id, proposedBy: row.proposer.email },
    reason: row.reason,
  });
}

/** Also the proposer: whoever left, or may no longer ask for it, has asked for nothing. */
async function isStillSo(
  act: ProposalAct,
  context: { services: Services; trx: Transaction },
  row: ProposalRow,
): Promise<boolean> {
  if (!mayProposerStillAsk(row)) return false;
  try {
    const { before, after, needs = [] } = await act.examine(context, row.parameters);
    return isDeepStrictEqual(JSON.parse(JSON.stringify({ before, after: fixedOf(act, after), needs })), {
      before: row.before,
      after: fixedOf(act, row.after),
      needs: row.needs,
    });
  } catch (error) {
    // It can't be done any more: somebody left, or did it by other means.
    if (error instanceof DomainError && error.code !== 'Busy') return false;
    throw error;
  }
}

function fixedOf({ moving = [] }: ProposalAct, after: Facts): Facts {
  return Object.fromEntries(Object.entries(after).filter(([name]) => !moving.includes(name)));
}

/** @throws DomainError NotFound, PermissionMissing, OwnProposal, ProposalEnded */
export async function refuseProposal(
  { db }: Pick<Services, 'db'>,
  { id, session: admitted, origin, reason }: Decision & { reason: string },
): Promise<Proposal> {
  return inTransaction(db, async (trx) => {
    const { row, session } = await lockToDecide(trx, { id, session: admitted });
    await end(trx, row, { state: 'refused', decidedBy: session.staffId, reason });
    await appendEntry(trx, {
      actor: actorOf(session, origin),
      action: 'proposal.refuse',
      subject: { kind: 'proposal', id },
      reason,
    });
    return present(trx, id, session);
  });
}

/** One's own. @throws DomainError NotFound, ProposalEnded */
export async function cancelProposal(
  { db }: Pick<Services, 'db'>,
  { id, session, origin }: Decision,
): Promise<Proposal> {
  return inTransaction(db, async (trx) => {
    await takeTurn(trx);
    const row = await findProposal(trx.client, { id });
    if (row?.proposed_by !== session.staffId) throw new DomainError('NotFound');
    requireOpen(row);
    await end(trx, row, { state: 'cancelled', decidedBy: session.staffId });
    await appendEntry(trx, {
      actor: actorOf(session, origin),
      action: 'proposal.cancel',
      subject: { kind: 'proposal', id },
    });
    return present(trx, id, session);
  });
}

/** By the session as it is now: a role that was changed a moment ago decides nothing more. */
async function lockToDecide(
  trx: Transaction,
  { id, session }: { id: string; session: StaffSession },
): Promise<{ row: ProposalRow; session: StaffSession }> {
  await takeTurn(trx);
  const present = await readSessionAgain(trx, session);
  const row = await findProposal(trx.client, { id });
  if (row === undefined) throw new DomainError('NotFound');
  if (row.proposed_by === present.staffId) throw new DomainError('OwnProposal');
  if (!mayDecide(row, present)) throw new DomainError('PermissionMissing');
  requireOpen(row);
  return { row, session: present };
}

function requireOpen({ state, is_expired }: ProposalRow): void {
  if (state !== 'open' || is_expired) throw new DomainError('ProposalEnded');
}

export async function end(
  { client }: Transaction,
  { id }: Pick<ProposalRow, 'id'>,
  {
    state,
    decidedBy,
    reason,
  }: { state: ProposalRow['state']; decidedBy: string | undefined; reason?: string },
): Promise<void> {
  await client.query(
    'update proposal set state = $2, decided_by = $3, decided_at = now(), decision_reason = $4 where id = $1',
    [id, state, decidedBy ?? null, reason ?? null],
  );
}

/** Whoever leaves asks for nothing any more. The caller holds the turn. */
export async function cancelProposalsOf(
  trx: Transaction,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  const { rows } = await trx.client.query<{ id: string }>(
    `select id from proposal where proposed_by = $1 and state = 'open' and expires_at > now() order by id`,
    [id],
  );
  for (const row of rows) {
    await end(trx, row, {
      state: 'cancelled',
      decidedBy: actor.kind === 'staff' ? actor.staffId : undefined,
    });
    await appendEntry(trx, { actor, action: 'proposal.cancel', subject: { kind: 'proposal', id: row.id } });
  }
}

async function present(trx: Transaction, id: string, session: StaffSession): Promise<Proposal> {
  const row = await findProposal(trx.client, { id });
  if (row === undefined) throw new DomainError('NotFound');
  return presentProposal(row, session);
}

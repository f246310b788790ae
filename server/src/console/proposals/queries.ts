import { proposalKinds, type ProposalKind } from '@mercury/contract/console/permissions.ts';
import type { Proposal } from '@mercury/contract/console/proposals.ts';
import type pg from 'pg';
import type { Database, Transaction } from '../../db/database.ts';
import { maybeOne, type Row } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { pageOf, readCursor } from '../../http/cursor.ts';
import { permissionsFor, type StoredPermissions } from '../staff/roles.ts';
import type { StaffSession } from '../staff/sessions.ts';
import type { Facts } from './act.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface ProposalRow extends Omit<Row<'proposal'>, 'kind' | 'before' | 'after'> {
  readonly kind: ProposalKind;
  readonly before: Facts;
  readonly after: Facts;
  readonly proposer: Person & {
    readonly role: string;
    readonly rolePermissions: StoredPermissions;
    readonly isRemoved: boolean;
  };
  readonly decider: Person | null;
  readonly is_expired: boolean;
  /** Its delay is over. */
  readonly is_due: boolean;
}

const columns = `proposal.*, proposal.expires_at <= now() as is_expired, proposal.delayed_until <= now() as is_due,
  jsonb_build_object('id', proposer.id, 'name', proposer.name, 'email', proposer.email, 'role', proposer.role,
    'rolePermissions', proposer_role.permissions, 'isRemoved', proposer.removed_at is not null) as proposer,
  case when decider.id is not null then
    jsonb_build_object('id', decider.id, 'name', decider.name, 'email', decider.email) end as decider`;
const source = `proposal
  join staff_member proposer on proposer.id = proposal.proposed_by
  left join staff_role proposer_role on proposer_role.name = proposer.role
  left join staff_member decider on decider.id = proposal.decided_by`;

/** Proposals take turns: none is done twice, and none is cancelled while it is done. Call it first in a transaction. */
export async function takeTurn({ client }: Transaction): Promise<void> {
  await client.query('lock table proposal in share row exclusive mode');
}

export async function findProposal(
  connection: Pick<pg.Pool, 'query'>,
  where: { readonly id: string } | { readonly cancelTokenHash: Buffer },
): Promise<ProposalRow | undefined> {
  const [column, value] = 'id' in where ? ['id', where.id] : ['cancel_token_hash', where.cancelTokenHash];
  return maybeOne(
    await connection.query<ProposalRow>(`select ${columns} from ${source} where proposal.${column} = $1`, [
      value,
    ]),
  );
}

/** Nobody asks for, or says yes to, what hands out permissions that they lack themselves. */
export function mayDecide(
  { kind, needs }: Pick<ProposalRow, 'kind' | 'needs'>,
  { permissions }: Pick<StaffSession, 'permissions'>,
): boolean {
  return [kind, ...needs].every((needed) => permissions.some((permission) => permission === needed));
}

export function mayProposerStillAsk(row: ProposalRow): boolean {
  const { role, rolePermissions, isRemoved } = row.proposer;
  return !isRemoved && mayDecide(row, { permissions: permissionsFor(role, rolePermissions) });
}

const pageSize = 50;

export interface ProposalPage {
  readonly proposals: Proposal[];
  readonly nextCursor: string | null;
}

/** @throws DomainError ValidationFailed for a cursor that no reply ever contained */
export async function listProposals(
  { pool }: Database,
  session: StaffSession,
  { hasEnded, cursor }: { hasEnded: boolean; cursor: string | undefined },
): Promise<ProposalPage> {
  // By proposal_open those that wait: however many have ended, they are not read.
  const [isListed, isBeyond, direction] = hasEnded
    ? [`(proposal.state <> 'open' or proposal.expires_at <= now())`, '<', 'desc']
    : [`proposal.state = 'open' and proposal.expires_at > now()`, '>', 'asc'];
  const { rows } = await pool.query<ProposalRow>(
    `select ${columns} from ${source}
     where (proposal.proposed_by = $1 or proposal.kind = any ($2))
       and ${isListed}
       and ($3::uuid is null or proposal.id ${isBeyond} $3)
     order by proposal.id ${direction}
     limit $4`,
    [session.staffId, session.permissions, readCursor(cursor) ?? null, pageSize + 1],
  );
  const { page, nextCursor } = pageOf(rows, pageSize);
  return { proposals: page.map((row) => presentProposal(row, session)), nextCursor };
}

/** The open ones about one subject: one's own, and those that one may decide. One of each kind at most is open. */
export async function listOpenProposalsAbout(
  { pool }: Database,
  session: StaffSession,
  subject: { readonly kind: string; readonly id: string },
): Promise<Proposal[]> {
  const { rows } = await pool.query<ProposalRow>(
    `select ${columns} from ${source}
     where proposal.kind = any ($1) and proposal.subject_kind = $2 and proposal.subject_id = $3
       and proposal.state = 'open' and proposal.expires_at > now()
       and (proposal.proposed_by = $4 or proposal.kind = any ($5))
     order by proposal.id`,
    [proposalKinds, subject.kind, subject.id, session.staffId, session.permissions],
  );
  return rows.map((row) => presentProposal(row, session));
}

export interface WaitingProposal {
  readonly id: string;
  readonly by: string;
}

/** By what they are about: those of a kind that wait for a second person. By proposal_open. */
export async function findWaiting(
  { pool }: Database,
  kind: ProposalKind,
): Promise<ReadonlyMap<string, WaitingProposal>> {
  const { rows } = await pool.query<WaitingProposal & { subject_id: string }>(
    `select proposal.id, proposal.subject_id, proposer.email as by
       from proposal join staff_member proposer on proposer.id = proposal.proposed_by
      where proposal.kind = $1 and proposal.state = 'open' and proposal.expires_at > now()`,
    [kind],
  );
  return new Map(rows.map(({ subject_id, id, by }) => [subject_id, { id, by }]));
}

/** One's own, or of a kind that one may decide. @throws DomainError NotFound */
export async function readProposal({ pool }: Database, session: StaffSession, id: string): Promise<Proposal> {
  const row = await findProposal(pool, { id });
  const isTheirs =
    row?.proposed_by === session.staffId || session.permissions.some((each) => each === row?.kind);
  if (row === undefined || !isTheirs) throw new DomainError('NotFound');
  return presentProposal(row, session);
}

/** `session` undefined: by the link of a mail. */
export function presentProposal(row: ProposalRow, session: StaffSession | undefined): Proposal {
  const { proposer, decider } = row;
  const state = row.state === 'open' && row.is_expired ? 'expired' : row.state;
  const isOpen = state === 'open';
  const isOwn = session?.staffId === row.proposed_by;
  return {
    id: row.id,
    kind: row.kind,
    state,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    before: row.before,
    after: row.after,
    reason: row.reason,
    proposedBy: { id: proposer.id, name: proposer.name, email: proposer.email },
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    delayedUntil: row.delayed_until?.toISOString() ?? null,
    decidedBy: decider && { id: decider.id, name: decider.name, email: decider.email },
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
    mayDecide: isOpen && session !== undefined && !isOwn && mayDecide(row, session),
    mayCancel: isOpen && isOwn,
  };
}

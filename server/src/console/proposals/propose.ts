import type { Proposal } from '@mercury/contract/console/proposals.ts';
import { v7 as uuidv7 } from 'uuid';
import { appendEntry } from '../../audit/append-entry.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { actorOf, readSessionAgain, type StaffSession } from '../staff/sessions.ts';
import type { Examined, ProposalAct } from './act.ts';
import { beginDelay, findDelay } from './delays.ts';
import { findProposal, mayDecide, presentProposal, takeTurn, type ProposalRow } from './queries.ts';

export interface ToPropose {
  readonly parameters: object;
  readonly reason: string;
  readonly session: StaffSession;
  readonly origin: Origin;
}

/**
 * Asks for what one may not do alone. The caller has the permission that the act is called by.
 * Where nobody else may say yes, it is done by itself after a delay.
 * @throws DomainError ProposalExists, PermissionMissing for what hands out more than one has, or why the act can't be done
 */
export async function propose(
  services: Services,
  act: ProposalAct,
  { parameters, reason, session: admitted, origin }: ToPropose,
): Promise<Proposal> {
  return inTransaction(services.db, async (trx) => {
    await takeTurn(trx);
    const session = await readSessionAgain(trx, admitted);
    const { kind } = act;
    const examined = await act.examine({ services, trx }, parameters);
    const { subject, before, after } = examined;
    const needs = [...(examined.needs ?? [])];
    if (!mayDecide({ kind, needs }, session)) throw new DomainError('PermissionMissing');
    const delay = await findDelay(trx, { kind, needs, proposed_by: session.staffId });
    const asked = { kind, parameters, reason, session, origin, tokenHash: delay?.tokenHash };
    const row = await insertProposal(trx, { ...examined, needs }, asked);
    const proposal = presentProposal(row, session);
    if (delay) await beginDelay(trx, services, { row, token: delay.token });
    await appendEntry(trx, {
      actor: actorOf(session, origin),
      action: 'proposal.open',
      subject: { kind: 'proposal', id: row.id },
      before,
      after: { kind, subject, ...after, ...(delay && { delayedUntil: proposal.delayedUntil }) },
      reason,
    });
    return proposal;
  });
}

interface Asked extends ToPropose {
  readonly kind: ProposalAct['kind'];
  /** Undefined: somebody else may approve it. */
  readonly tokenHash: Buffer | undefined;
}

/** In the place of one that expired. @throws DomainError ProposalExists */
async function insertProposal(
  { client }: Transaction,
  { subject, before, after, needs }: Examined,
  { kind, parameters, reason, session, origin, tokenHash }: Asked,
): Promise<ProposalRow> {
  await client.query(
    `update proposal set state = 'expired', decided_at = now()
     where kind = $1 and subject_kind = $2 and subject_id = $3 and state = 'open' and expires_at <= now()`,
    [kind, subject.kind, subject.id],
  );
  const id = uuidv7();
  const { rowCount } = await client.query(
    `insert into proposal (id, kind, subject_kind, subject_id, subject_name, parameters, before, after, reason,
       needs, proposed_by, session_id, network_address, expires_at, delayed_until, cancel_token_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now() + make_interval(hours => $14),
       case when $15::bytea is not null then now() + make_interval(hours => $16) end, $15)
     on conflict do nothing`,
    [
      id,
      kind,
      subject.kind,
      subject.id,
      subject.name,
      JSON.stringify(parameters),
      JSON.stringify(before),
      JSON.stringify(after),
      reason,
      needs,
      session.staffId,
      session.id,
      origin.networkAddress,
      securityParameters.proposalHours,
      tokenHash ?? null,
      securityParameters.proposalDelayHours,
    ],
  );
  if (rowCount !== 1) throw new DomainError('ProposalExists');
  const row = await findProposal(client, { id });
  if (row === undefined) throw new Error(`proposal ${id} is gone`);
  return row;
}

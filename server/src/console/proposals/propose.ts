import type { Proposal } from '@mercury/contract/console/proposals.ts';
import { v7 as uuidv7 } from 'uuid';
import { appendEntry } from '../../audit/append-entry.ts';
import { inTransaction } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { securityParameters } from '../../security-parameters.ts';
import type { Services } from '../../services.ts';
import { actorOf, type StaffSession } from '../staff/sessions.ts';
import type { ProposalAct } from './act.ts';
import { findProposal, presentProposal, takeTurn } from './queries.ts';

export interface ToPropose {
  readonly parameters: object;
  readonly reason: string;
  readonly session: StaffSession;
  readonly origin: Origin;
}

/**
 * Asks for what one may not do alone. The caller has the permission that the act is called by.
 * @throws DomainError ProposalExists, or why the act can't be done
 */
export async function propose(
  services: Services,
  act: ProposalAct,
  { parameters, reason, session, origin }: ToPropose,
): Promise<Proposal> {
  return inTransaction(services.db, async (trx) => {
    await takeTurn(trx);
    const { kind } = act;
    const { subject, before, after } = await act.examine({ services, trx }, parameters);
    await trx.client.query(
      `update proposal set state = 'expired', decided_at = now()
       where kind = $1 and subject_kind = $2 and subject_id = $3 and state = 'open' and expires_at <= now()`,
      [kind, subject.kind, subject.id],
    );
    const id = uuidv7();
    const { rowCount } = await trx.client.query(
      `insert into proposal (id, kind, subject_kind, subject_id, subject_name, parameters, before, after, reason,
         proposed_by, session_id, network_address, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now() + make_interval(hours => $13))
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
        session.staffId,
        session.id,
        origin.networkAddress,
        securityParameters.proposalHours,
      ],
    );
    if (rowCount !== 1) throw new DomainError('ProposalExists');
    const row = await findProposal(trx.client, { id });
    if (row === undefined) throw new Error(`proposal ${id} is gone`);
    await appendEntry(trx, {
      actor: actorOf(session, origin),
      action: 'proposal.open',
      subject: { kind: 'proposal', id },
      before,
      after: { kind, subject, ...after },
      reason,
    });
    return presentProposal(row, session);
  });
}

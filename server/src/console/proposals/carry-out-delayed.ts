import { inTransaction } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import type { ProposalAct } from './act.ts';
import { carryOut } from './decide.ts';
import { addJobOf, endNeedlessDelays } from './delays.ts';
import { findProposal, takeTurn } from './queries.ts';

/** The job: does it as its proposer, unless it has ended or somebody may approve it now. */
export async function carryOutDelayed(
  services: Services,
  acts: readonly ProposalAct[],
  proposalId: string,
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    await takeTurn(trx);
    await endNeedlessDelays(trx);
    const row = await findProposal(trx.client, { id: proposalId });
    if (row?.state !== 'open' || row.is_expired || row.delayed_until === null) return;
    if (!row.is_due) {
      await addJobOf(trx, { id: row.id, runAt: row.delayed_until });
      return;
    }
    const { proposer, session_id: sessionId, network_address: networkAddress } = row;
    const { id: staffId, email, role } = proposer;
    await carryOut({ services, trx, acts }, row, {
      actor: { kind: 'staff', staffId, sessionId, email, role, networkAddress },
      decidedBy: undefined,
    });
  });
}

import type { Proposal } from '@mercury/contract/console/proposals.ts';
import type pg from 'pg';
import { appendEntry } from '../../audit/append-entry.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Origin } from '../../http/caller.ts';
import { hashToken } from '../../identity/secrets/tokens.ts';
import { end } from './decide.ts';
import { findProposal, presentProposal, takeTurn, type ProposalRow } from './queries.ts';

// By the link in the mail about a delayed proposal. It needs no session: whoever must stop it may be locked out.

/** Also one that has ended, so that the page can say how. @throws DomainError InvalidOrExpiredToken */
export async function readProposalByLink({ pool }: Database, token: string): Promise<Proposal> {
  return presentProposal(await findByLink(pool, token), undefined);
}

/** Again and again with the same answer. @throws DomainError InvalidOrExpiredToken if it ended in another way */
export async function cancelProposalByLink(
  db: Database,
  { token, networkAddress }: { token: string } & Pick<Origin, 'networkAddress'>,
): Promise<Proposal> {
  return inTransaction(db, async (trx) => {
    await takeTurn(trx);
    const row = await findByLink(trx.client, token);
    if (row.state === 'cancelled') return presentProposal(row, undefined);
    if (row.state !== 'open' || row.is_expired) throw new DomainError('InvalidOrExpiredToken');
    await end(trx, row, { state: 'cancelled', decidedBy: undefined });
    await appendEntry(trx, {
      actor: { kind: 'link', networkAddress },
      action: 'proposal.cancel',
      subject: { kind: 'proposal', id: row.id },
    });
    return presentProposal(await findByLink(trx.client, token), undefined);
  });
}

async function findByLink(connection: Pick<pg.Pool, 'query'>, token: string): Promise<ProposalRow> {
  const row = await findProposal(connection, { cancelTokenHash: hashToken(token) });
  if (row === undefined) throw new DomainError('InvalidOrExpiredToken');
  return row;
}

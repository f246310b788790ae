import * as withdrawals from '@mercury/contract/console/withdrawals.ts';
import type { WithdrawalFile } from '@mercury/contract/console/withdrawals.ts';
import type { Database } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import {
  countOpenWithdrawals,
  findWithdrawalFile,
  listWithdrawals,
} from '../../features/withdrawals/look-by-operator.ts';
import { pageOf, readCursor } from '../../http/cursor.ts';
import type { Services } from '../../services.ts';
import type { ConsoleBind, ConsoleDeps } from '../bind.ts';
import { maySeeContact } from '../people/looks.ts';
import { propose } from '../proposals/propose.ts';
import { actorOf } from '../staff/sessions.ts';
import { presentFile, presentListed } from './present.ts';
import { releaseLarge, type ReleaseParameters } from './release-large.ts';
import { settleEach } from './settle.ts';

export function bindWithdrawals(bind: ConsoleBind, { services }: ConsoleDeps): void {
  bind(withdrawals.listWithdrawals, {}, async ({ query }) => ({
    success: true,
    ...(await list(services, query)),
  }));
  bind(withdrawals.getWithdrawal, {}, async ({ params: { id }, session }) => ({
    success: true,
    withdrawal: await readFile(services, id, { seesContact: maySeeContact(session) }),
  }));
  bind(withdrawals.settleWithdrawals, {}, async ({ body: { items }, session, context }) => ({
    success: true,
    items: await settleEach(services, items, {
      actor: actorOf(session, context),
      locale: context.locale,
    }),
  }));
  bind(withdrawals.releaseWithdrawal, {}, async ({ params: { id }, body: { reason }, session, context }) => {
    const parameters: ReleaseParameters = { withdrawalId: id, askedBy: session.email };
    const proposal = await propose(services, releaseLarge, { parameters, reason, session, origin: context });
    return { success: true, proposal };
  });
}

const pageSize = 50;

async function list(
  { db, rail }: Services,
  { state, cursor }: { state: withdrawals.ListedWithdrawalState; cursor?: string | undefined },
) {
  const [rows, counted] = await Promise.all([
    listWithdrawals(db, state, { after: readCursor(cursor), limit: pageSize + 1 }),
    countOpenWithdrawals(db),
  ]);
  const { page, nextCursor } = pageOf(rows, pageSize);
  const countOf = (name: string) => counted.get(name) ?? 0;
  return {
    withdrawals: page.map((row) => presentListed(row, rail)),
    counts: {
      held: countOf('held'),
      queued: countOf('queued'),
      sending: countOf('sending'),
      unclear: countOf('unclear'),
      waiting_period: countOf('waiting_period'),
      awaiting_confirmation: countOf('awaiting_confirmation'),
    },
    nextCursor,
  };
}

async function readFile(
  { db, rail }: Services,
  id: string,
  { seesContact }: { seesContact: boolean },
): Promise<WithdrawalFile> {
  const file = await findWithdrawalFile(db, id);
  if (file === undefined) throw new DomainError('NotFound');
  const proposal = await findOpenProposal(db, file.withdrawal.id);
  return presentFile(file, { rail, proposal, seesContact });
}

/** By proposal_open. */
async function findOpenProposal({ pool }: Database, id: string): Promise<WithdrawalFile['proposal']> {
  const row = maybeOne(
    await pool.query<{ id: string; name: string; proposed_at: Date }>(
      `select proposal.id, staff_member.name, proposal.proposed_at
       from proposal join staff_member on staff_member.id = proposal.proposed_by
       where kind = $1 and subject_kind = 'withdrawal' and subject_id = $2
         and state = 'open' and expires_at > now()`,
      [releaseLarge.kind, id],
    ),
  );
  return row === undefined ? null : { id: row.id, by: row.name, at: row.proposed_at.toISOString() };
}

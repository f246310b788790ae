import type { Transaction } from '../../db/database.ts';
import { one } from '../../db/rows.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import type { WithdrawalRow } from './queries.ts';
import { recordOfWithdrawal } from './record.ts';

type OpenState = 'waiting_period' | 'queued' | 'sending' | 'unclear';

/**
 * Moves an open withdrawal and its row of history to the next open state. The caller holds the row, and has checked that the step
 * is allowed.
 */
export async function moveOn(
  trx: Transaction,
  withdrawal: WithdrawalRow,
  next: { state: OpenState; waitsUntil?: Date | null },
): Promise<WithdrawalRow> {
  await recordTransactions(trx, [recordOfWithdrawal(withdrawal, next.state)]);
  return one(
    await trx.client.query<WithdrawalRow>(
      `update withdrawal
       set state = $2,
           code_hash = null,
           verified_at = coalesce(verified_at, now()),
           waits_until = coalesce($3, waits_until),
           -- Written before the rail is asked, and once: whoever finds it written only looks.
           sent_at = case when $2 = 'sending' then now() else sent_at end
       where id = $1
       returning *`,
      [withdrawal.id, next.state, next.waitsUntil ?? null],
    ),
  );
}

import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import type { ObservedDeposit } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import type { DepositRow } from './queries.ts';
import { recordOfDeposit } from './record.ts';

/** The chain dropped it, its person has left, and the chain may have taken it up again: no account can be credited with it. */
export async function isLeftBehind(trx: Transaction, { state, user_id }: DepositRow): Promise<boolean> {
  if (state !== 'failed') return false;
  const { rowCount } = await trx.client.query(
    'select from app_user where id = $1 and deleted_at is not null',
    [user_id],
  );
  return rowCount === 1;
}

/**
 * Restarts the deposit of a person who has left, for the person whom an operator named, under a new row of history. The payment
 * keeps its one deposit row, so that it can't be credited twice.
 */
export async function handOver(
  trx: Transaction,
  services: Services,
  { deposit, userId, payment }: { deposit: DepositRow; userId: string; payment: ObservedDeposit },
): Promise<DepositRow> {
  const owner = { user_id: userId, transaction_id: uuidv7() };
  await recordTransactions(trx, [recordOfDeposit(services, { ...deposit, ...owner }, 'confirming')]);
  return trx.kysely
    .updateTable('deposit')
    .set({ ...owner, state: 'confirming', confirmations: payment.confirmations, closed_at: null })
    .where('id', '=', deposit.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

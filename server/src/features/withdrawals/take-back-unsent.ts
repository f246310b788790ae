import type { Transaction } from '../../db/database.ts';
import { cancellableStates } from '../transactions/present.ts';
import { giveBack } from './close.ts';
import type { WithdrawalRow } from './queries.ts';

/**
 * Gives back whatever of somebody's has not been sent, each whole. The caller holds the account's row: what is asked for,
 * confirmed or sent takes it first, so that nothing is sent meanwhile.
 */
export async function takeBackUnsent(trx: Transaction, userId: string): Promise<void> {
  const { rows } = await trx.client.query<WithdrawalRow>(
    'select * from withdrawal where user_id = $1 and state = any ($2) order by id for update',
    [userId, cancellableStates],
  );
  for (const withdrawal of rows) await giveBack(trx, withdrawal, { state: 'cancelled' });
}

import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import type { ObservedDeposit } from '../../rails/rail.ts';
import type { Services } from '../../services.ts';
import type { DepositRow } from './queries.ts';
import { recordOfDeposit } from './record.ts';

/** A payment is seen for the first time: it gets its row, and its person a row of history. Nothing is credited. */
export async function openDeposit(
  trx: Transaction,
  services: Services,
  { userId, payment }: { userId: string; payment: ObservedDeposit },
): Promise<DepositRow> {
  const { amount, address } = payment;
  const owner = { id: uuidv7(), user_id: userId, transaction_id: uuidv7() };
  const terms = { asset: amount.asset, amount: amount.minorUnits, address };
  await recordTransactions(trx, [recordOfDeposit(services, { ...owner, ...terms }, 'confirming')]);
  const { rows } = await trx.client.query<DepositRow>(
    `insert into deposit (id, user_id, transaction_id, rail, external_id, asset, amount, address, memo,
                          confirmations, confirmations_needed, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'confirming')
     returning *`,
    [
      owner.id,
      owner.user_id,
      owner.transaction_id,
      services.rail.name,
      payment.externalId,
      terms.asset,
      terms.amount,
      terms.address,
      payment.memo,
      payment.confirmations,
      payment.confirmationsNeeded,
    ],
  );
  const [deposit] = rows;
  if (deposit === undefined) throw new Error('an insert returned no row');
  return deposit;
}

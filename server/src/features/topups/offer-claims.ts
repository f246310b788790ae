import type { Price } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { recordTransactions } from '../../ledger/ledger.ts';
import { creditFor } from './record.ts';

interface UnclaimedRow {
  id: string;
  user_id: string;
  usd_amount: bigint;
}

/**
 * A payment that does not count towards its top-up gets a row of history of its own once it is confirmed, under which its
 * person claims it. Until then the row shows what the payment would be at the present price. Answers whether there is a
 * new one.
 */
export async function offerClaims(trx: Transaction, price: Price, topUpId: string): Promise<boolean> {
  await markUncounted(trx, topUpId);
  const { rows } = await trx.client.query<UnclaimedRow>(
    `select payment.id, topup.user_id, payment.usd_amount
       from topup_payment payment join topup on topup.id = payment.topup_id
      where payment.topup_id = $1 and payment.problem is not null
        and payment.state = 'confirmed' and payment.transaction_id is null
      order by payment.seen_at, payment.id`,
    [topUpId],
  );
  // Less than a cent is nothing to claim: it stays written with its top-up.
  const worthwhile = rows.filter((row) => creditFor(row.usd_amount, price).amount > 0n);
  for (const payment of worthwhile) {
    const transactionId = uuidv7();
    const credit = creditFor(payment.usd_amount, price);
    await recordTransactions(trx, [
      {
        id: transactionId,
        userId: payment.user_id,
        type: 'TOPUP',
        asset: price.asset,
        amount: credit.amount,
        direction: 'in',
        status: 'PENDING',
        state: 'claimable',
        referenceId: topUpId,
        usdValue: credit.usd,
      },
    ]);
    await trx.client.query('update topup_payment set transaction_id = $2 where id = $1', [
      payment.id,
      transactionId,
    ]);
  }
  return worthwhile.length > 0;
}

/** What was seen in time but is not part of the credit that closed its top-up, or found it closed already. */
async function markUncounted(trx: Transaction, topUpId: string): Promise<void> {
  await trx.client.query(
    `update topup_payment payment
        set problem = case topup.state when 'completed' then 'extra' else 'late' end
       from topup
      where topup.id = payment.topup_id and topup.id = $1 and topup.state in ('completed', 'expired')
        and payment.problem is null and payment.transfer_id is null and payment.state <> 'failed'`,
    [topUpId],
  );
}

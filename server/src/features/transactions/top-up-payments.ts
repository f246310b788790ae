import { paymentProblems, type TopUpPayment } from '@mercury/contract/api/transactions.ts';
import { assetCodeSchema } from '@mercury/contract/api/shapes.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import * as z from 'zod/mini';
import type { Database } from '../../db/database.ts';

interface TopUpPaymentRow {
  readonly asset: string;
  readonly amount: bigint;
  readonly usd: bigint;
  readonly is_priced: boolean;
  readonly state: string;
  readonly problem: string | null;
  readonly is_credited: boolean;
  readonly seen_at: Date;
}

/**
 * The payments behind a row of history, oldest first: all of a top-up, or the one that is claimed under a row of its own.
 * The caller has checked that the row is the person's.
 */
export async function findTopUpPayments(db: Database, transactionId: string): Promise<TopUpPayment[]> {
  const { rows } = await db.pool.query<TopUpPaymentRow>(
    `select asset, amount, coalesce(final_usd, usd_amount) as usd, final_usd is not null as is_priced,
            state, problem, transfer_id is not null as is_credited, seen_at
       from topup_payment
      where id in (
        select id from topup_payment where transaction_id = $1
        union all
        select payment.id from topup join topup_payment payment on payment.topup_id = topup.id
         where topup.transaction_id = $1
      )
      order by seen_at, id`,
    [transactionId],
  );
  return rows.map(presentTopUpPayment);
}

/** The CHECKs of the database limit these text columns to these words. */
const paymentWords = z.object({
  asset: assetCodeSchema,
  state: z.enum(['seen', 'confirmed', 'failed']),
  problem: z.nullable(z.enum(paymentProblems)),
});

function presentTopUpPayment(row: TopUpPaymentRow): TopUpPayment {
  const { asset, state, problem } = paymentWords.parse(row);
  return {
    currency: asset,
    amount: formatAmount(amountOf(asset, row.amount)),
    usdValue: formatAmount(amountOf('USD', row.usd)),
    state,
    problem,
    isPriced: row.is_priced,
    isCredited: row.is_credited,
    seenAt: row.seen_at.toISOString(),
  };
}

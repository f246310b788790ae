import type { TopUpPayment } from '@mercury/contract/api/transactions.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { isAssetCode } from '@mercury/contract/money/asset.ts';
import type { PaymentRow } from './payment-queries.ts';

export function presentPayment(row: PaymentRow): TopUpPayment {
  if (!isAssetCode(row.asset)) throw new Error(`payment ${row.id} is in an unknown asset`);
  return {
    currency: row.asset,
    amount: formatAmount(amountOf(row.asset, row.amount)),
    usdValue: formatAmount(amountOf('USD', row.final_usd ?? row.usd_amount)),
    state: row.state,
    problem: row.problem,
    isPriced: row.final_usd !== null,
    isCredited: row.transfer_id !== null,
    seenAt: row.seen_at.toISOString(),
  };
}

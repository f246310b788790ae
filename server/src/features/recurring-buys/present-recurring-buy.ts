import type { RecurringBuy } from '@mercury/contract/api/recurring-buys.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import type { RecurringBuyRow } from './queries.ts';

export function presentRecurringBuy(row: RecurringBuyRow): RecurringBuy {
  return {
    id: row.id,
    fromCurrency: row.from_asset,
    amount: formatAmount(amountOf(row.from_asset, row.amount)),
    toCurrency: row.to_asset,
    every: row.every,
    state: row.state,
    nextAt: row.state === 'active' ? row.next_at.toISOString() : null,
    lastRun: row.last_run_at && {
      at: row.last_run_at.toISOString(),
      transactionId: row.last_transaction_id,
      refusal: row.last_refusal,
    },
    createdAt: row.created_at.toISOString(),
  };
}

import type { HistoryRow as ShownRow } from '@mercury/contract/console/people.ts';
import { presentTransaction } from '../../features/transactions/present.ts';
import type { HistoryRow } from '../../features/transactions/queries.ts';

/** As its person sees it, without their note, what pays a top-up, and what only they can do. */
export function presentHistory(row: HistoryRow): ShownRow {
  const shown = presentTransaction(row);
  const { id, type, currency, amount, fee, direction, status, state, counterparty } = shown;
  return {
    id,
    type,
    currency,
    amount,
    fee,
    direction,
    status,
    state,
    counterparty,
    counterpartyUsername: shown.counterpartyUsername,
    externalReference: shown.externalReference,
    usdValue: shown.usdValue,
    createdAt: shown.createdAt,
    completedAt: shown.completedAt,
    referenceId: row.reference_id,
    transferId: row.transfer_id,
  };
}

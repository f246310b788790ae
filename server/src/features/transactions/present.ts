import {
  transactionStates,
  transactionStatuses,
  transactionTypes,
  type Transaction,
} from '@mercury/contract/api/transactions.ts';
import { timeSchema } from '@mercury/contract/api/shapes.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { assetCodes } from '@mercury/contract/money/asset.ts';
import * as z from 'zod/mini';
import type { Rail } from '../../rails/rail.ts';

/** A row of wallet_transaction as the database gives it, with what its top-up adds. */
export interface TransactionRow {
  readonly id: string;
  readonly user_id: string;
  readonly type: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly direction: string;
  readonly status: string;
  readonly state: string;
  readonly counterparty: string | null;
  readonly note: string | null;
  readonly timeline: unknown;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly topup_id: string | null;
  readonly payment_token: string | null;
}

/** Text columns of the database, which its CHECKs hold to these words. */
const rowWords = z.object({
  type: z.enum(transactionTypes),
  asset: z.enum(assetCodes),
  direction: z.enum(['in', 'out']),
  status: z.enum(transactionStatuses),
  state: z.enum(transactionStates),
  timeline: z.array(z.object({ state: z.enum(transactionStates), at: timeSchema })),
});

export function presentTransaction(row: TransactionRow, rail: Rail): Transaction {
  const words = rowWords.parse(row);
  const isPayable = words.state === 'awaiting_payment' && row.topup_id !== null && row.payment_token !== null;
  const completedAt = row.completed_at?.toISOString() ?? null;
  return {
    id: row.id,
    userId: row.user_id,
    type: words.type,
    currency: words.asset,
    amount: formatAmount(amountOf(words.asset, row.amount)),
    fee: formatAmount(amountOf(words.asset, row.fee)),
    status: words.status,
    state: words.state,
    direction: words.direction,
    counterparty: row.counterparty,
    note: row.note,
    timeline: words.timeline,
    paymentUrl: isPayable
      ? rail.paymentUrl({ topUpId: row.topup_id, paymentToken: row.payment_token })
      : null,
    date: completedAt ?? row.created_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    completedAt,
  };
}

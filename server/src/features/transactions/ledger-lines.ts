import type { LedgerLine } from '@mercury/contract/api/transactions.ts';
import { assetCodeSchema } from '@mercury/contract/api/shapes.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import * as z from 'zod/mini';
import type { Database } from '../../db/database.ts';

interface LedgerLineRow {
  readonly transfer_id: string;
  readonly kind: string;
  readonly at: Date;
  readonly owner_id: string | null;
  readonly account_kind: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly balance_after: bigint | null;
}

/**
 * The ledger lines of a person's row of history, in booking order (docs/ledger.md, "What a person sees"). A transfer that
 * completed another row of theirs belongs to that row: payments of one top-up may be claimed under rows of their own.
 * An order may meet many people in one transfer: of that one a person sees their own lines.
 * OFFSET 0 keeps each join an index lookup, even while the database has no statistics of tables that grew fast.
 */
export async function findLedgerLines(
  db: Database,
  { userId, id }: { userId: string; id: string },
): Promise<LedgerLine[]> {
  const { rows } = await db.pool.query<LedgerLineRow>(
    `with history as (
       select transfer_id, reference_id from wallet_transaction where user_id = $1 and id = $2
     ), belonging as (
       select transfer_id as id from history where transfer_id is not null
       union
       select named.id
         from history
         cross join lateral (select id from transfer where reference_id = history.reference_id offset 0) named
        where not exists (
          select from (select * from wallet_transaction where transfer_id = named.id offset 0) other
           where other.user_id = $1 and other.id <> $2
        )
     ), moved as (
       select id from belonging
       union
       select reversal.id
         from belonging
         cross join lateral (select id from transfer where reverses_id = belonging.id offset 0) reversal
     )
     select transfer.id as transfer_id, transfer.kind, transfer.created_at as at,
            account.owner_id, account.kind as account_kind, entry.asset, entry.amount, entry.balance_after
       from moved
       cross join lateral (select * from transfer where transfer.id = moved.id offset 0) transfer
       cross join lateral (select * from entry where entry.transfer_id = moved.id offset 0) entry
       cross join lateral (select * from account where account.id = entry.account_id offset 0) account
      where account.owner_id = $1 or not exists (select from fill where fill.transfer_id = moved.id)
      order by transfer.created_at, transfer.id, entry.line`,
    [userId, id],
  );
  return rows.map((row) => presentLedgerLine(row, userId));
}

/** The CHECKs of the database limit these text columns to these words. */
const lineWords = z.object({
  asset: assetCodeSchema,
  account_kind: z.enum(['available', 'held', 'rail_clearing', 'fees', 'exposure', 'corrections']),
});

/** Of another person's account it shows the amount, but neither the owner nor the balance. */
function presentLedgerLine(row: LedgerLineRow, userId: string): LedgerLine {
  const { asset, account_kind } = lineWords.parse(row);
  const isOwn = row.owner_id === userId;
  const isHouse = row.owner_id === null;
  return {
    transferId: row.transfer_id,
    kind: row.kind,
    account: isOwn || isHouse ? account_kind : 'counterparty',
    currency: asset,
    amount: formatAmount(amountOf(asset, row.amount)),
    balanceAfter:
      isOwn && row.balance_after !== null ? formatAmount(amountOf(asset, row.balance_after)) : null,
    at: row.at.toISOString(),
  };
}

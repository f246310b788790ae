import type { QueryOf } from '@mercury/contract/api/endpoint.ts';
import type { listTransactions } from '@mercury/contract/api/transactions.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { Database } from '../../db/database.ts';
import { maybeOne, one } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { counterpartyUsername } from './counterparty-username.ts';
import type { TransactionRow } from './present.ts';
import { isNoteFromStranger } from './statement-lines.ts';

export type TransactionFilter = QueryOf<typeof listTransactions>;

export interface TransactionPage {
  readonly rows: readonly TransactionRow[];
  /** All rows that match the filter, on every page. */
  readonly total: number;
  readonly nextCursor: string | null;
}

/** A row of history with what it refers to. */
export interface HistoryRow extends TransactionRow {
  /** The withdrawal, deposit, top-up or trade behind it. */
  readonly reference_id: string | null;
  /** The posting that moved the money. */
  readonly transfer_id: string | null;
}

const selectedColumns = `
  row.id, row.user_id, row.reference_id, row.transfer_id, row.type, row.asset, row.amount, row.fee, row.direction, row.status, row.state,
  row.counterparty, row.note, row.timeline, row.created_at, row.completed_at, row.usd_value,
  ${counterpartyUsername('row')} as counterparty_username,
  coalesce(${isNoteFromStranger('row')}, false) as is_note_from_stranger,
  topup.payment_url,
  coalesce(deposit.memo, withdrawal.memo) as memo,
  coalesce(deposit.external_id, withdrawal.external_reference) as external_reference,
  deposit.confirmations, deposit.confirmations_needed,
  case row.state
    when 'awaiting_payment' then topup.expires_at
    when 'underpaid' then topup.expires_at
    when 'awaiting_confirmation' then withdrawal.code_expires_at
    when 'waiting_period' then withdrawal.waits_until
  end as waits_until,
  trade.from_asset as trade_from_asset, trade.from_amount as trade_from_amount, trade.fee_asset as trade_fee_asset,
  trade.fee as trade_fee, trade.to_asset as trade_to_asset, trade.to_amount as trade_to_amount,
  trade.rate_base as trade_rate_base, trade.rate_scaled as trade_rate_scaled,
  trade.is_recurring as trade_is_recurring, trade.market as trade_market`;

/**
 * Each joined table names a row of history once at most. OFFSET 0 keeps the join with trades an index lookup, only for rows that
 * are trades: most histories are full of them.
 */
const source = `wallet_transaction row
  left join topup on topup.transaction_id = row.id
  left join deposit on deposit.transaction_id = row.id
  left join withdrawal on withdrawal.transaction_id = row.id
  left join lateral (
    select * from trade_by(row.user_id, case when row.type in ('BUY', 'SELL', 'EXCHANGE') then row.transfer_id end) offset 0
  ) trade on true`;

/**
 * $1 is the person, $2 to $6 the filter; null means none. A trade matches both its currencies, asked for as a value, an index
 * lookup per row: EXISTS might read all trades.
 */
const filterConditions = `
  row.user_id = $1
  and ($2::text is null or row.type = $2)
  and ($3::text is null or row.status = $3)
  and ($4::text is null or row.asset = $4 or row.type in ('BUY', 'SELL', 'EXCHANGE') and
    (select $4 in (from_asset, to_asset) from trade_by(row.user_id, row.transfer_id)))
  and ($5::timestamptz is null or row.created_at >= $5)
  and ($6::timestamptz is null or row.created_at < $6)`;

/** Undefined for another person's row. */
export async function findTransaction(
  db: Database,
  userId: string,
  id: string,
): Promise<TransactionRow | undefined> {
  return maybeOne(
    await db.pool.query<TransactionRow>(
      `select ${selectedColumns} from ${source} where row.user_id = $1 and row.id = $2`,
      [userId, id],
    ),
  );
}

/** Newest first, after a cursor or by page number; the cursor wins. */
export async function findTransactions(
  db: Database,
  userId: string,
  filter: TransactionFilter,
): Promise<TransactionPage> {
  const limit = filter.limit ?? limits.transactionPageSize;
  const [rows, total] = await Promise.all([
    findPage(db, userId, filter, limit),
    countTransactions(db, userId, filter),
  ]);
  return { ...pageOf(rows, limit), total };
}

/** One page, without a count of all: that reads the whole history. @throws DomainError ValidationFailed for a strange cursor */
export async function findHistory(
  db: Database,
  userId: string,
  filter: TransactionFilter & { readonly limit: number },
): Promise<{ rows: readonly HistoryRow[]; nextCursor: string | null }> {
  return pageOf(await findPage(db, userId, filter, filter.limit), filter.limit);
}

function pageOf<TRow extends { readonly id: string }>(
  rows: readonly TRow[],
  limit: number,
): { rows: readonly TRow[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(last.id) : null,
  };
}

/** One row more tells whether there is a next page. */
async function findPage(
  db: Database,
  userId: string,
  filter: TransactionFilter,
  limit: number,
): Promise<readonly HistoryRow[]> {
  const isByCursor = filter.cursor !== undefined;
  const offset = isByCursor || filter.page === undefined ? 0 : (filter.page - 1) * limit;
  // The database compares the position: its times are finer than a Date.
  const { rows } = await db.pool.query<HistoryRow>(
    `select ${selectedColumns} from ${source}
      where ${filterConditions}
        and ($7::uuid is null or (row.created_at, row.id) <
          (select place.created_at, place.id from wallet_transaction place where place.id = $7 and place.user_id = $1))
      order by row.created_at desc, row.id desc
      limit $8 offset $9`,
    [...filterValues(userId, filter), isByCursor ? readCursor(filter.cursor) : null, limit + 1, offset],
  );
  return rows;
}

async function countTransactions(db: Database, userId: string, filter: TransactionFilter): Promise<number> {
  const { count } = one(
    await db.pool.query<{ count: number }>(
      `select count(*)::integer as count from wallet_transaction row where ${filterConditions}`,
      filterValues(userId, filter),
    ),
  );
  return count;
}

/** Rows whose date (completed, else created) is within [from, to), oldest first. */
export async function findTransactionsOfPeriod(
  db: Database,
  period: { userId: string; from?: string | undefined; to?: string | undefined; limit: number },
): Promise<readonly TransactionRow[]> {
  const { rows } = await db.pool.query<TransactionRow>(
    // Nothing is completed before it is created, so later rows need no look.
    `select ${selectedColumns} from ${source}
      where row.user_id = $1
        and ($2::timestamptz is null or coalesce(row.completed_at, row.created_at) >= $2)
        and ($3::timestamptz is null
          or row.created_at < $3 and coalesce(row.completed_at, row.created_at) < $3)
      order by coalesce(row.completed_at, row.created_at), row.id
      limit $4`,
    [period.userId, period.from ?? null, period.to ?? null, period.limit],
  );
  return rows;
}

function filterValues(userId: string, filter: TransactionFilter): (string | null)[] {
  const { type, status, currency, from, to } = filter;
  return [userId, type ?? null, status ?? null, currency ?? null, from ?? null, to ?? null];
}

function readCursor(cursor: string | undefined): string | undefined {
  const id = decodeCursor(cursor ?? '');
  if (id !== undefined) return id;
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'cursor', key: 'invalid' }] });
}

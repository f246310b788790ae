import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database, Transaction } from '../../db/database.ts';

export interface BalanceRow {
  readonly asset: AssetCode;
  /** Available and held together. */
  readonly balance: bigint;
  /** Before it, what is asked for of the account does not tell everything; null where it tells all. */
  readonly known_since: Date | null;
}

/** What the person has of everything that they ever had. Ask for balances and movements in one snapshot. */
export async function findBalances(
  trx: Transaction,
  { userId, entriesMax }: { userId: string; entriesMax: number },
): Promise<readonly BalanceRow[]> {
  const { rows } = await trx.client.query<BalanceRow>(
    `select account.asset, sum(account.balance) as balance, max(first_read.created_at) as known_since
       from account
       left join lateral (
         select transfer.created_at
           from entry join transfer on transfer.id = entry.transfer_id
          where entry.account_id = account.id and account.version > $2
            and entry.account_version = account.version - $2 + 1
          offset 0
       ) first_read on true
      where account.owner_id = $1 and account.version > 0
      group by account.asset`,
    [userId, entriesMax],
  );
  return rows;
}

/** What the person's balance of an asset gained, or lost, by one transfer; amounts in the smallest unit. */
export interface PortfolioRow {
  readonly asset: AssetCode;
  readonly amount: bigint;
  /** Since 1970, to the millisecond: of ten thousand rows a Date each would cost more than all else of them. */
  readonly booked_at_ms: number;
  /** US cents, as its row of history has it. */
  readonly usd_value: bigint | null;
  /** Of the trade that it is a side of: all of these or none. */
  readonly from_asset: string | null;
  readonly from_amount: bigint | null;
  readonly fee: bigint | null;
  readonly to_asset: string | null;
  readonly to_amount: bigint | null;
  readonly trade_usd_value: bigint | null;
}

/**
 * In the order in which they were booked, of each account the latest so many. As in a statement, available and held money
 * together is what a person has, and each counts as booked at the latest time up to it on its account.
 *
 * OFFSET 0 keeps each join a lookup by index, also while the database has no statistics of tables that grew fast. A row of
 * history says when it was completed, so that transfers are looked at only where there is none.
 */
export async function findPortfolioRows(
  trx: Transaction,
  { userId, entriesMax }: { userId: string; entriesMax: number },
): Promise<readonly PortfolioRow[]> {
  const { rows } = await trx.client.query<PortfolioRow>(
    `with own as (
       select entry.asset, entry.transfer_id, entry.amount, entry.account_version, account.kind
         from account
         cross join lateral (
           select * from entry
            where entry.account_id = account.id and entry.account_version > account.version - $2
            offset 0
         ) entry
        where account.owner_id = $1
     ), movement as (
       select asset, transfer_id, sum(amount) as amount,
              max(account_version) filter (where kind = 'available') as available_version,
              max(account_version) filter (where kind = 'held') as held_version
         from own
        group by asset, transfer_id
       having sum(amount) <> 0
     ), timed as (
       select movement.*, history.usd_value, trade.from_asset, trade.from_amount, trade.fee, trade.to_asset,
              trade.to_amount, trade.usd_value as trade_usd_value,
              coalesce(history.completed_at, transfer.created_at) as began_at
         from movement
         left join lateral (
           select type, completed_at, usd_value
             from (select * from wallet_transaction where transfer_id = movement.transfer_id offset 0) row
            where user_id = $1
            limit 1
         ) history on true
         left join lateral (
           select * from trade
            where trade.transfer_id = movement.transfer_id and history.type in ('BUY', 'SELL', 'EXCHANGE')
            offset 0
         ) trade on true
         left join lateral (
           select created_at from transfer
            where transfer.id = movement.transfer_id and history.completed_at is null
            offset 0
         ) transfer on true
     )
     select asset, amount, usd_value, from_asset, from_amount, fee, to_asset, to_amount, trade_usd_value,
            floor(extract(epoch from booked_at) * 1000)::float8 as booked_at_ms
       from (
         select *,
                case when available_version is null then began_at
                     else max(began_at) over (
                       partition by asset, available_version is null order by available_version
                     )
                end as booked_at
           from timed
       ) booked
      order by asset, booked_at, available_version nulls last, held_version`,
    [userId, entriesMax],
  );
  return rows;
}

export interface RecordedPrice {
  readonly asset: AssetCode;
  /** Of the time that it is for, from 1. */
  readonly position: number;
  readonly scaled_usd: bigint;
}

/** Of each asset at each time the price that was kept nearest to it, within two hours. One lookup each. */
export async function findRecordedPrices(
  db: Database,
  asked: { assets: readonly AssetCode[]; timesMs: readonly number[]; sources: readonly string[] },
): Promise<readonly RecordedPrice[]> {
  const { rows } = await db.pool.query<RecordedPrice>(
    `select asset.code as asset, time.position::integer, price.scaled_usd
       from unnest($1::text[]) as asset (code)
       cross join unnest($2::timestamptz[]) with ordinality as time (at, position)
       cross join lateral (
         select scaled_usd from asset_price
          where asset_price.asset = asset.code and asset_price.source = any ($3)
            and asset_price.at between time.at - interval '2 hours' and time.at + interval '2 hours'
          order by abs(extract(epoch from asset_price.at - time.at)), asset_price.at
          limit 1
       ) price`,
    [asked.assets, asked.timesMs.map((timeMs) => new Date(timeMs)), asked.sources],
  );
  return rows;
}

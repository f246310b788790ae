import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database, Transaction } from '../../db/database.ts';

export interface BalanceRow {
  readonly asset: AssetCode;
  /** Available plus held. */
  readonly balance: bigint;
  /** Null if the loaded entries cover everything. */
  readonly known_since: Date | null;
}

/** Of every asset that the person ever had. Read balances and movements in one snapshot. */
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

/** By one transfer; amounts in smallest units. */
export interface PortfolioRow {
  readonly asset: AssetCode;
  readonly amount: bigint;
  /** Not a Date: ten thousand of them would cost more than everything else. */
  readonly booked_at_ms: number;
  /** Millionths of a US dollar, from its history row; of a trade, the worth of what was given. */
  readonly usd_value: bigint | null;
  /** Of the movement's trade: all of these fields or none. */
  readonly from_asset: string | null;
  readonly from_amount: bigint | null;
  readonly fee_asset: string | null;
  readonly fee: bigint | null;
  readonly to_asset: string | null;
  readonly to_amount: bigint | null;
}

/**
 * In the order of booking, the latest of each account. As in a statement, available and held count together, and an entry counts
 * at the latest time up to it on its account. OFFSET 0 keeps each join an index lookup, even without statistics. History rows
 * have the completion time; only entries without one read transfers.
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
       select movement.*, history.usd_value, trade.from_asset, trade.from_amount, trade.fee_asset, trade.fee, trade.to_asset,
              trade.to_amount,
              coalesce(history.completed_at, transfer.created_at) as began_at
         from movement
         left join lateral (
           select type, completed_at, usd_value
             from (select * from wallet_transaction where transfer_id = movement.transfer_id offset 0) row
            where user_id = $1
            limit 1
         ) history on true
         left join lateral (
           select * from trade_by(
             $1, case when history.type in ('BUY', 'SELL', 'EXCHANGE') then movement.transfer_id end
           ) offset 0
         ) trade on true
         left join lateral (
           select created_at from transfer
            where transfer.id = movement.transfer_id and history.completed_at is null
            offset 0
         ) transfer on true
     )
     select asset, amount, usd_value, from_asset, from_amount, fee_asset, fee, to_asset, to_amount,
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
  /** From 1. */
  readonly position: number;
  readonly scaled_usd: bigint;
}

/** Within two hours of each time, one lookup each. */
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

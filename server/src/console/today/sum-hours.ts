import { inTransaction, type Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { keepHouseBalances } from './owed.ts';

/** In millionths of a US dollar. */
export interface HourRow {
  readonly starts_at: Date;
  readonly volume: bigint;
  readonly fees: bigint;
  readonly deposits: bigint;
  readonly withdrawals: bigint;
  readonly new_people: number;
}

/**
 * The full hours from $1 until before $2. Both sides of a trade in an order book have a row of history. What a correction undid is
 * taken off in the hour of the correction, as in the reports. By indexes ledger_correction_pkey,
 * wallet_transaction_by_time, fill_by_transfer, entry_of_house, asset_price_pkey, wallet_transaction_in_and_out and app_user_pkey.
 */
const hoursBetween = `
  select hour.starts_at, traded.volume - undone.volume as volume, taken.fees, moved.deposits, moved.withdrawals, joined.new_people
    from (
      select starts_at, starts_at + interval '1 hour' as ends_at
        from generate_series($1::timestamptz, $2::timestamptz - interval '1 hour', interval '1 hour') as starts_at
    ) hour
   cross join lateral (
     select coalesce(sum(
              case when exists (select from fill where fill.transfer_id = history.transfer_id)
              then usd_value / 2 else usd_value end
            ), 0)::numeric(38, 0) as volume
       from wallet_transaction history
      where created_at >= hour.starts_at and created_at < hour.ends_at and type in ('BUY', 'SELL', 'EXCHANGE')
   ) traded
   cross join lateral (
     select coalesce(sum(history.usd_value), 0)::numeric(38, 0) as volume
       from ledger_correction correction
       join transfer reversal on reversal.id = correction.transfer_id
       join wallet_transaction history on history.transfer_id = reversal.reverses_id
      where correction.template = 'reversal' and history.type in ('BUY', 'SELL', 'EXCHANGE')
        and correction.transfer_id >= first_id_at(hour.starts_at) and correction.transfer_id < first_id_at(hour.ends_at)
   ) undone
   cross join lateral (
     select coalesce(sum(
              summed.amount * case asset.code when 'USD' then 1e12 else price.scaled_usd end / 10::numeric ^ (asset.decimals + 6)
            ), 0)::numeric(38, 0) as fees
       from account
       join asset on asset.code = account.asset
      cross join lateral (
        select sum(entry.amount) as amount from entry
         where entry.account_id = account.id and entry.account_version is null
           and entry.transfer_id >= first_id_at(hour.starts_at) and entry.transfer_id < first_id_at(hour.ends_at)
      ) summed
       left join lateral (
         select scaled_usd from asset_price
          where asset_price.asset = asset.code and asset_price.at <= hour.starts_at
            and asset_price.at > hour.starts_at - interval '1 day'
          order by asset_price.at desc limit 1
       ) price on true
      where account.owner_id is null and account.kind = 'fees'
   ) taken
   cross join lateral (
     select coalesce(sum(usd_value) filter (where type <> 'WITHDRAW'), 0)::numeric(38, 0) as deposits,
            coalesce(sum(usd_value) filter (where type = 'WITHDRAW'), 0)::numeric(38, 0) as withdrawals
       from wallet_transaction
      where status = 'COMPLETED' and type in ('DEPOSIT', 'TOPUP', 'WITHDRAW')
        and completed_at >= hour.starts_at and completed_at < hour.ends_at
   ) moved
   cross join lateral (
     select count(*)::integer as new_people from app_user
      where id >= first_id_at(hour.starts_at) and id < first_id_at(hour.ends_at)
   ) joined`;

/** Every hour. Only hours that are over for at least an hour: no transaction takes so long. A repeat finds nothing to do. */
export async function sumHours({ db }: Pick<Services, 'db'>): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { client } = trx;
    // The first time it reads a month of history, more than a request may.
    await client.query('set local statement_timeout = 0');
    const { rows } = await client.query<{ since: Date; until: Date }>(
      `select coalesce(
                (select max(starts_at) + interval '1 hour' from business_hour),
                date_trunc('day', now(), 'UTC') - interval '30 days'
              ) as since,
              date_trunc('hour', now() - interval '1 hour', 'UTC') as until`,
    );
    for (const { since, until } of rows)
      await client.query(
        `insert into business_hour (starts_at, volume, fees, deposits, withdrawals, new_people) ${hoursBetween} on conflict do nothing`,
        [since, until],
      );
    await keepHouseBalances(trx);
  });
}

const openHoursMax = 4;

/**
 * The hours since then that are added up, by business_hour_pkey, and the newest that are not yet: four at most, whatever the job
 * is behind.
 */
export async function listHours({ pool }: Database, since: Date, until: Date): Promise<readonly HourRow[]> {
  const { rows: closed } = await pool.query<HourRow>(
    'select * from business_hour where starts_at >= $1 and starts_at < $2 order by starts_at',
    [since, until],
  );
  const closedUntil = (closed.at(-1)?.starts_at.getTime() ?? -Infinity) + hourMs;
  const openSince = new Date(Math.max(closedUntil, until.getTime() - openHoursMax * hourMs));
  const { rows: open } = await pool.query<HourRow>(hoursBetween, [openSince, until]);
  return [...closed, ...open];
}

export const hourMs = 3_600_000;

import { inTransaction, type Database } from '../../db/database.ts';
import { maybeOne } from '../../db/rows.ts';

/**
 * What moved between two moments, by when its transfer was made. By indexes account_unique, entry_of_house, transfer_pkey and
 * fill_by_transfer.
 */
export const movementsBetween = (since: string, until: string): string => `
  select start_of_day_of(entry.transfer_id) as starts_at, entry.account_id, told.cause, count(*) as count, sum(entry.amount) as amount
    from account
   cross join lateral (
     select * from entry
      where entry.account_id = account.id and entry.account_version is null
        and entry.transfer_id >= first_id_at(${since}) and entry.transfer_id < first_id_at(${until})
   ) entry
   cross join lateral (
     select case
              when transfer.kind = 'exchange' then 'trade'
              when transfer.kind = 'trade' and exists (select from fill where fill.transfer_id = transfer.id) then 'order_book'
              when transfer.kind in ('trade', 'deposit', 'topup', 'withdrawal', 'reversal', 'adjustment') then transfer.kind
              else 'other'
            end as cause
       from transfer where transfer.id = entry.transfer_id offset 0
   ) told
   where account.owner_id is null and account.kind in ('fees', 'rail_clearing')
   group by 1, 2, 3`;

/** What was given for dollars, or for another coin, is the base. */
const ofPair = (sign: '' | '-'): string => `
         case type when 'BUY' then to_asset else from_asset end as base,
         case type when 'BUY' then from_asset else to_asset end as quote,
         count(*) as count,
         ${sign}sum(case type when 'BUY' then to_amount else from_amount end) as base_amount,
         ${sign}sum(case type when 'BUY' then from_amount else to_amount end) as quote_amount`;

/** Likewise, by trade_transfer_id_key and fill_by_transfer. */
export const tradesBetween = (since: string, until: string): string => `
  select start_of_day_of(transfer_id) as starts_at, 'house' as venue, ${ofPair('')}
    from trade
   where transfer_id >= first_id_at(${since}) and transfer_id < first_id_at(${until})
   group by 1, 2, 3, 4
  union all
  select start_of_day_of(transfer_id), 'order_book', market.base, market.quote, count(*),
         sum(fill.quantity::numeric * market.lot_units),
         sum(fill.price::numeric * fill.quantity * market.tick_lot_units)
    from fill join market on market.symbol = fill.market
   where transfer_id >= first_id_at(${since}) and transfer_id < first_id_at(${until})
   group by 1, 2, 3, 4`;

/**
 * Trades that a correction undid, on the day of the correction as in the ledger; a trade in an order book never is. They are so few
 * that nothing of them is counted up: by ledger_correction_pkey, transfer_pkey and trade_transfer_id_key.
 */
export const reversedBetween = (since: string, until: string): string => `
  select start_of_day_of(correction.transfer_id), 'house_reversed', ${ofPair('-')}
    from ledger_correction correction
    join transfer reversal on reversal.id = correction.transfer_id
    join trade on trade.transfer_id = reversal.reverses_id
   where correction.template = 'reversal'
     and correction.transfer_id >= first_id_at(${since}) and correction.transfer_id < first_id_at(${until})
   group by 1, 2, 3, 4`;

/**
 * Every hour. Only hours that are over for at least an hour: no transfer waits for so long with its id. A day a commit, so that the
 * first time, which reads all that there is, goes on where it was stopped.
 */
export async function countDays(db: Database): Promise<void> {
  while (await countDay(db));
}

/** Whether something is left. */
async function countDay(db: Database): Promise<boolean> {
  return inTransaction(db, async ({ client }) => {
    await client.query('set local statement_timeout = 0');
    await client.query(
      `insert into report_mark (counted_until)
       select coalesce(
         (select start_of_day_of(id) from transfer order by id limit 1),
         date_trunc('hour', now() - interval '1 hour', 'UTC'))
       on conflict do nothing`,
    );
    const span = maybeOne(
      await client.query<{ since: Date; until: Date; is_last: boolean }>(
        `select counted_until as since, least(day_end, hour_end) as until, hour_end <= day_end as is_last
           from report_mark
          cross join lateral (
            select date_trunc('day', counted_until, 'UTC') + interval '24 hours' as day_end,
                   date_trunc('hour', now() - interval '1 hour', 'UTC') as hour_end
          ) ends
          where counted_until < hour_end
            for update of report_mark`,
      ),
    );
    if (span === undefined) return false;
    const { since, until, is_last: isLast } = span;
    await client.query(
      `insert into report_movement as kept (starts_at, account_id, cause, count, amount)
       ${movementsBetween('$1', '$2')}
       on conflict (starts_at, account_id, cause)
       do update set count = kept.count + excluded.count, amount = kept.amount + excluded.amount`,
      [since, until],
    );
    await client.query(
      `insert into report_trade as kept (starts_at, venue, base, quote, count, base_amount, quote_amount)
       ${tradesBetween('$1', '$2')}
       on conflict (starts_at, venue, base, quote)
       do update set count = kept.count + excluded.count, base_amount = kept.base_amount + excluded.base_amount,
         quote_amount = kept.quote_amount + excluded.quote_amount`,
      [since, until],
    );
    await client.query('update report_mark set counted_until = $1', [until]);
    return !isLast;
  });
}

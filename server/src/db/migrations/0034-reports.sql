-- What the console's reports tell: fees, payments and trades by day, and what was owed at any moment.

-- What moved on the house's accounts of fees and of the rail in a UTC day, by its cause. It is counted up hour by hour, so that a
-- year is read as fast as a day. The entries say the same; these rows only save the reading.
create table report_movement (
  -- Of the day, in UTC.
  starts_at timestamptz not null,
  account_id bigint not null references account (id),
  cause text not null check (cause in ('trade', 'order_book', 'deposit', 'topup', 'withdrawal', 'reversal', 'adjustment', 'other')),
  count bigint not null check (count > 0),
  amount numeric(38, 0) not null,
  primary key (starts_at, account_id, cause)
);

-- What was traded in a UTC day, in the smallest units.
create table report_trade (
  -- Of the day, in UTC.
  starts_at timestamptz not null,
  venue text not null check (venue in ('house', 'order_book')),
  base text not null references asset (code),
  quote text not null references asset (code),
  count bigint not null check (count > 0),
  base_amount numeric(38, 0) not null,
  quote_amount numeric(38, 0) not null,
  primary key (starts_at, venue, base, quote)
);

-- Until when both are counted, exclusive.
create table report_mark (
  is_only boolean primary key default true check (is_only),
  counted_until timestamptz not null
);

-- When the UTC day began in which an id was made.
create function start_of_day_of(id uuid) returns timestamptz language sql immutable strict
return end_of_day_of(id) - interval '24 hours';

-- The version of a customer's account below which every entry is of a transfer that was made before a moment, found by halving: ids
-- grow with time as versions do, but for those that waited for the account.
create function version_before(asked_account bigint, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := (select version + 1 from account where id = asked_account);
  middle bigint;
begin
  while high - low > 1 loop
    middle := (low + high) / 2;
    if (
      select transfer_id < first_id_at(moment) from entry where account_id = asked_account and account_version = middle
    ) then
      low := middle;
    else
      high := middle;
    end if;
  end loop;
  return low;
end
$$;

-- What an account with versions came to from the transfers that were made before a moment. No transfer waits for an hour with its id:
-- only the entries within an hour of the moment are looked at one by one.
create function balance_before(asked_account bigint, moment timestamptz) returns numeric language sql stable as $$
  select coalesce((select balance_after from entry where account_id = asked_account and account_version = span.since), 0)
    + coalesce((
        select sum(amount) from entry
        where account_id = asked_account and account_version > span.since and account_version <= span.until
          and transfer_id < first_id_at(moment)
      ), 0)
  from (
    select version_before(asked_account, moment - interval '1 hour') as since,
      version_before(asked_account, moment + interval '1 hour') as until
  ) span;
$$;

-- What all accounts came to when they were last read from end to end: a page of the console reads none of the millions. Each sum is
-- zero while the books are right, and both together are shown as the trial balance's.
create table account_reading (
  asset text primary key references asset (code),
  read_at timestamptz not null,
  -- Of customers' accounts and the house's.
  sum numeric(38, 0) not null,
  held_without_holds numeric(38, 0) not null
);

-- As before, but the entries after a moment are not read: the end is a bound of the index, not a filter.
create or replace function house_balance_at(account bigint, through uuid) returns numeric language sql stable
as $$
  select coalesce(closed.balance, 0) + coalesce(rest.amount, 0)
  from (select coalesce(end_of_day_of(through), 'infinity'::timestamptz) as ends_at) asked
  left join lateral (
    select kept.ends_at, kept.balance from house_balance kept
    where kept.account_id = account and kept.ends_at < asked.ends_at
    order by kept.ends_at desc limit 1
  ) closed on true
  cross join lateral (
    select sum(entry.amount) as amount from entry
    where entry.account_id = account and entry.account_version is null
      and entry.transfer_id >= first_id_at(coalesce(closed.ends_at, to_timestamp(0)))
      and entry.transfer_id <= coalesce(through, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  ) rest;
$$;

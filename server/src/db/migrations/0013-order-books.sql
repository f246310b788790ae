-- Order books. The database is the exchange: what stands here is what was agreed, and a process keeps books in memory only as
-- a cache of it. All of it is written by book_commit, in one call a batch.

-- What open orders may still spend. It never leaves the account: an order that never trades writes no entry.
alter table account
  add column reserved numeric(38, 0) not null default 0,
  add constraint account_reserved_is_there check (reserved between 0 and balance);

-- The symbol is base and quote. A price is a whole number of ticks, a quantity a whole number of lots.
create table market (
  symbol text primary key,
  position integer not null unique generated always as identity,
  base text not null references asset (code),
  quote text not null references asset (code),
  -- Smallest units of the quote: what one tick adds to the price of a whole unit of the base.
  tick_units numeric(38, 0) not null check (tick_units > 0),
  -- Smallest units of the base. So many that a fee never takes all of what a trade brings.
  lot_units numeric(38, 0) not null check (lot_units >= 10),
  -- Smallest units of the quote that one lot costs at a price of one tick.
  tick_lot_units numeric(38, 0) not null check (tick_lot_units > 0),
  lots_min bigint not null check (lots_min > 0),
  -- How far from the reference price an order may trade, in hundredths of a percent.
  range_bps integer not null check (range_bps between 1 and 5000),
  -- Millionths of what is received.
  maker_fee_ppm integer not null check (maker_fee_ppm between 0 and 100000),
  taker_fee_ppm integer not null check (taker_fee_ppm between 0 and 100000),
  -- A new market is halted until the operator opens it.
  state text not null default 'halted' check (state in ('open', 'post_only', 'cancel_only', 'halted')),
  -- After a jump of the price.
  post_only_until timestamptz,
  -- Of the last event.
  seq bigint not null default 0 check (seq >= 0),
  last_price bigint check (last_price > 0),
  created_at timestamptz not null default now(),
  constraint market_is_named_by_its_assets check (symbol = base || '-' || quote and base <> quote)
);

-- Nothing is rounded when orders meet.
create function check_market_units() returns trigger language plpgsql as $$
begin
  if new.tick_lot_units * 10::numeric ^ (select decimals from asset where code = new.base) <> new.tick_units * new.lot_units then
    raise exception 'a lot at a tick costs a whole number of the smallest unit of the quote'
      using errcode = 'check_violation', constraint = 'market_is_exact';
  end if;
  return new;
end
$$;
create trigger market_is_exact before insert on market for each row execute function check_market_units();
create trigger market_stays_what_it_is before update of symbol, base, quote, tick_units, lot_units, tick_lot_units on market
  for each statement execute function refuse_change('orders are counted in the ticks and lots of their market');
create trigger market_is_never_removed before delete or truncate on market
  for each statement execute function refuse_change('a market is closed, never removed');

create table book_order (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  market text not null references market (symbol),
  -- The person's own name for it, and the key by which a repeat is recognized.
  client_order_id text check (length(client_order_id) between 1 and 64),
  fingerprint text not null,
  side text not null check (side in ('BUY', 'SELL')),
  type text not null check (type in ('LIMIT', 'MARKET', 'STOP', 'STOP_LIMIT')),
  time_in_force text not null check (time_in_force in ('GTC', 'GTD', 'IOC', 'FOK')),
  is_post_only boolean not null,
  self_trade text not null check (self_trade in ('expire_taker', 'expire_maker', 'expire_both', 'decrement')),
  -- In ticks. Of a stop without a limit it is the bound of what it may spend; of a market order there is none.
  price bigint check (price > 0),
  stop_price bigint check (stop_price > 0),
  -- In lots; of an order by budget there is none.
  quantity bigint check (quantity >= 0),
  -- Smallest units of the quote.
  budget numeric(38, 0) check (budget > 0),
  -- What waits to be traded, and is reserved. None once the order is over.
  remaining bigint not null check (remaining >= 0),
  filled bigint not null default 0 check (filled >= 0),
  quote_filled numeric(38, 0) not null default 0 check (quote_filled >= 0),
  -- Of what was received.
  fee numeric(38, 0) not null default 0 check (fee >= 0),
  maker_fee_ppm integer not null,
  taker_fee_ppm integer not null,
  status text not null check (status in ('OPEN', 'WAITING', 'FILLED', 'CANCELLED', 'EXPIRED')),
  -- Why it is over, where it did not trade as a whole.
  reason text,
  -- Its place among orders of the same price.
  seq bigint not null,
  -- Of a stop whose price was reached and whose turn has not come.
  queued_seq bigint,
  expires_at timestamptz,
  received_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint book_order_has_an_amount check ((quantity is null) <> (budget is null)),
  constraint book_order_waiting_has_a_stop check (status <> 'WAITING' or stop_price is not null),
  constraint book_order_open_has_a_price check (status not in ('OPEN', 'WAITING') or price is not null),
  constraint book_order_over_has_nothing_left check (status in ('OPEN', 'WAITING') or remaining = 0),
  constraint book_order_client_id_once unique (user_id, client_order_id)
) with (fillfactor = 80);
create index book_order_open on book_order (market) where status in ('OPEN', 'WAITING');
create index book_order_open_of_person on book_order (user_id) where status in ('OPEN', 'WAITING');
create index book_order_newest_first on book_order (user_id, id desc);

-- Each trade of two orders. Its number is its event's.
create table fill (
  market text not null references market (symbol),
  seq bigint not null,
  price bigint not null check (price > 0),
  quantity bigint not null check (quantity > 0),
  taker_side text not null check (taker_side in ('BUY', 'SELL')),
  maker_order_id uuid not null references book_order (id),
  taker_order_id uuid not null references book_order (id),
  maker_user_id uuid not null references app_user (id),
  taker_user_id uuid not null references app_user (id),
  -- Each of what its side received, in the smallest unit.
  maker_fee numeric(38, 0) not null check (maker_fee >= 0),
  taker_fee numeric(38, 0) not null check (taker_fee >= 0),
  transfer_id uuid not null references transfer (id),
  created_at timestamptz not null,
  primary key (market, seq),
  constraint fill_is_of_two_people check (maker_user_id <> taker_user_id)
);
create index fill_of_maker on fill (maker_user_id, created_at desc);
create index fill_of_taker on fill (taker_user_id, created_at desc);
create index fill_by_maker_order on fill (maker_order_id);
create index fill_by_taker_order on fill (taker_order_id);
create index fill_by_transfer on fill (transfer_id);

-- What happened, numbered without a gap: how another process's copy of the book catches up. Orders and fills are what lasts.
create table book_event (
  market text not null references market (symbol),
  seq bigint not null,
  event json not null,
  created_at timestamptz not null,
  primary key (market, seq)
);
create index book_event_oldest_first on book_event using brin (created_at);

-- Of one minute. Prices in ticks, volume in lots, and in the smallest unit of the quote.
create table candle (
  market text not null references market (symbol),
  minute timestamptz not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume bigint not null check (volume > 0),
  quote_volume numeric(38, 0) not null check (quote_volume > 0),
  fill_count integer not null check (fill_count > 0),
  primary key (market, minute)
);

-- Whoever traded so much with others within thirty days, in US dollars in their smallest unit, pays so much of a market's fees.
create table fee_tier (
  volume_from numeric(38, 0) primary key check (volume_from > 0),
  maker_percent integer not null check (maker_percent between 0 and 100),
  taker_percent integer not null check (taker_percent between 0 and 100)
);
insert into fee_tier (volume_from, maker_percent, taker_percent)
values (50000e6, 80, 90), (250000e6, 60, 80), (1000000e6, 40, 70), (10000000e6, 20, 60);

-- What people traded with others within thirty days, counted once an hour.
create table traded_volume (
  user_id uuid primary key references app_user (id),
  usd_value numeric(38, 0) not null check (usd_value > 0)
);

create trigger fill_is_append_only before update or delete or truncate on fill
  for each statement execute function refuse_change('history never changes');
create trigger book_event_is_append_only before update or truncate on book_event
  for each statement execute function refuse_change('history never changes');
create trigger book_order_is_never_removed before delete or truncate on book_order
  for each statement execute function refuse_change('an order is over, never removed');

-- What an order may still spend: a buyer of the quote, a seller of the base.
create function reservation_of(side text, price bigint, remaining bigint, tick_lot_units numeric, lot_units numeric)
returns numeric language sql immutable
begin atomic
  select case when side = 'BUY' then price::numeric * remaining * tick_lot_units else remaining * lot_units end;
end;

-- A reservation moves with the orders and with nothing else.
create type reservation_change as (user_id uuid, market text, side text, price bigint, remaining bigint, sign integer);

create function move_reservations(changes reservation_change[]) returns void language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  named_count bigint;
  moved_count bigint;
begin
  with change as materialized (
    select asked.user_id, case when side = 'BUY' then market.quote else market.base end as asset,
      sum(sign * reservation_of(side, price, remaining, tick_lot_units, lot_units)) as amount
    from unnest(changes) as asked join market on market.symbol = asked.market
    group by 1, 2
    having sum(sign * reservation_of(side, price, remaining, tick_lot_units, lot_units)) <> 0
  ), moved as (
    update account set reserved = account.reserved + change.amount
    from change
    where account.owner_id = change.user_id and account.asset = change.asset and account.kind = 'available'
    returning 1
  )
  select (select count(*) from change), (select count(*) from moved) into named_count, moved_count;
  if named_count <> moved_count then
    raise exception 'an order spends from an account that is not there'
      using errcode = 'check_violation', constraint = 'account_reserved_is_there';
  end if;
end
$$;

create function reserve_for_new_orders() returns trigger language plpgsql as $$
begin
  perform move_reservations(array(
    select (user_id, market, side, price, remaining, 1)::reservation_change from new_order where remaining > 0
  ));
  return null;
end
$$;
create trigger book_order_reserves after insert on book_order
  referencing new table as new_order for each statement execute function reserve_for_new_orders();

create function reserve_for_changed_orders() returns trigger language plpgsql as $$
begin
  perform move_reservations(array(
    select (user_id, market, side, price, remaining, 1)::reservation_change from new_order where remaining > 0
    union all
    select (user_id, market, side, price, remaining, -1)::reservation_change from old_order where remaining > 0
  ));
  return null;
end
$$;
create trigger book_order_moves_reservations after update on book_order
  referencing new table as new_order old table as old_order
  for each statement execute function reserve_for_changed_orders();

-- What a person gave and got by a transfer, the fee within it: by a trade with the house, or by the fills of a market, whose price
-- is the mean. No row: it was no trade of theirs.
create function trade_by(person uuid, by_transfer uuid)
returns table (
  from_asset text, from_amount numeric, to_asset text, to_amount numeric, fee_asset text, fee numeric, rate_base text,
  rate_scaled numeric, is_recurring boolean, market text
) language sql stable
begin atomic
  select trade.from_asset, trade.from_amount, trade.to_asset, trade.to_amount, trade.from_asset, trade.fee, trade.rate_base,
    trade.rate_scaled, trade.recurring_buy_id is not null, null
  from trade where trade.transfer_id = by_transfer and trade.user_id = person
  union all
  select
    case when is_buyer then quote else base end, case when is_buyer then quote_amount else base_amount end,
    case when is_buyer then base else quote end, case when is_buyer then base_amount else quote_amount end - filled.fee,
    case when is_buyer then base else quote end, filled.fee,
    base, round(mean_ticks * tick_units * 10::numeric ^ (12 - asset.decimals)), false, symbol
  from (
    select fill.market, bool_and((taker_side = 'BUY') = (taker_user_id = person)) as is_buyer,
      sum(case when taker_user_id = person then taker_fee else maker_fee end) as fee,
      sum(quantity) as lots, sum(price::numeric * quantity) as tick_lots,
      sum(price::numeric * quantity) / sum(quantity) as mean_ticks
    from fill
    where transfer_id = by_transfer and person in (maker_user_id, taker_user_id)
    group by fill.market
  ) filled
  join market on market.symbol = filled.market
  join asset on asset.code = market.quote
  cross join lateral (select lots * lot_units as base_amount, tick_lots * tick_lot_units as quote_amount) moved;
end;

-- What is reserved can't be spent, and the receipt tells it where there is some. The function stays as it is but for that, so it
-- is changed in its own text.
do $$
declare
  source text := pg_get_functiondef('ledger_post(boolean, posting[], posting_entry[], history_row[])'::regprocedure);
  changed text;
  change record;
begin
  for change in
    select * from (values
      ('  versions bigint[];', E'  versions bigint[];\n  reserves numeric[];'),
      ('    array_agg(customer.id is null and exists (',
        E'    array_agg(coalesce(customer.reserved, 0)),\n    array_agg(customer.id is null and exists ('),
      ('select account.id, account.balance, account.version, account.closed_at from account',
        'select account.id, account.balance, account.reserved, account.version, account.closed_at from account'),
      ('into ids, owners, assets, kinds, balances, versions, are_locked, are_closed;',
        'into ids, owners, assets, kinds, balances, versions, reserves, are_locked, are_closed;'),
      ('balances[account] + item.amounts[line] < 0', 'balances[account] + item.amounts[line] < reserves[account]'),
      (E'\'balance\', balances[account]::text\n        ));', E'\'balance\', balances[account]::text
        ));
        if reserves[account] > 0 then
          lines[cardinality(lines)] := json_build_object(
            \'owner\', owners[account], \'asset\', assets[account], \'kind\', kinds[account],
            \'balance\', balances[account]::text, \'reserved\', reserves[account]::text
          );
        end if;')
    ) as listed (before, after)
  loop
    changed := replace(source, change.before, change.after);
    if changed = source then
      raise exception 'ledger_post has no %', change.before;
    end if;
    source := changed;
  end loop;
  execute source;
end
$$;

-- Of available money it tells what can be spent.
create or replace function ledger_lock_accounts(owners uuid[], assets text[])
returns table (owner_id uuid, asset text, kind text, balance numeric) language sql
security definer
set search_path = public, pg_temp
begin atomic
  select account.owner_id, account.asset, account.kind, account.balance - account.reserved from account
  where account.owner_id = any (owners) and (assets is null or account.asset = any (assets))
  order by account.id
  for no key update;
end;

revoke execute on all functions in schema public from public;

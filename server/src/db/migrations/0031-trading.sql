-- Staff halt and resume trading and set the state of markets, and book what the house traded elsewhere.

-- The role that serves writes neither halts nor markets by itself: only by these. A null scope is all trading. Whoever calls has
-- waited for what is on its way (end_trading, book_take).

-- False: it is halted already.
create function trading_halt_begin(scope text, who text) returns boolean language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into trading_halt (asset, operator) values (scope, who) on conflict do nothing;
  return found;
end
$$;

-- What it was; nothing if it is not halted.
create function trading_halt_end(scope text) returns table (operator text, halted_at timestamptz) language sql
security definer
set search_path = public, pg_temp
begin atomic
  delete from trading_halt where asset is not distinct from scope
  returning trading_halt.operator, trading_halt.halted_at;
end;

-- The state before; null if it was none of those allowed.
create function market_set_state(named text, wanted text, allowed text[]) returns text language sql
security definer
set search_path = public, pg_temp
begin atomic
  update market set state = wanted from market before
  where market.symbol = named and before.symbol = named and before.state = any (allowed)
  returning before.state;
end;

-- What the house traded at another venue, so that its position is smaller. It and its transfer are one commit.
create table outside_trade (
  id uuid primary key,
  transfer_id uuid not null unique references transfer (id),
  venue text not null check (length(venue) between 1 and 60),
  -- As the venue calls it.
  reference text not null check (length(reference) between 1 and 120),
  given_asset text not null references asset (code),
  given_amount numeric(38, 0) not null check (given_amount > 0),
  received_asset text not null references asset (code) check (received_asset <> given_asset),
  received_amount numeric(38, 0) not null check (received_amount > 0),
  traded_at timestamptz not null,
  booked_by text not null check (length(booked_by) between 1 and 254),
  booked_at timestamptz not null default now()
);
-- However the venue is spelt, a trade is booked once.
create unique index outside_trade_booked_once on outside_trade (lower(venue), reference);
create trigger outside_trade_is_append_only before update or delete or truncate on outside_trade
  for each statement execute function refuse_change('history never changes, mistakes are reversed');

revoke execute on all functions in schema public from public;

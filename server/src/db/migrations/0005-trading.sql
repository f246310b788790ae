-- Buying, selling and exchanging at a firm price, and what hangs on prices: recurring buys, alerts, the value of the past.

-- A firm offer. It is used once, as it stands, or never; those that were not are removed after a day.
create table quote (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  type text not null check (type in ('BUY', 'SELL', 'EXCHANGE')),
  from_asset text not null,
  -- What leaves the person's balance, fee and all.
  from_amount numeric(38, 0) not null check (from_amount > 0),
  fee numeric(38, 0) not null check (fee >= 0 and fee < from_amount),
  to_asset text not null check (to_asset <> from_asset),
  to_amount numeric(38, 0) not null check (to_amount > 0),
  -- One whole unit of rate_base costs so much of the other asset, in units of 10^-12.
  rate_base text not null check (rate_base in (from_asset, to_asset)),
  rate_scaled numeric(38, 0) not null check (rate_scaled > 0),
  -- Before the spread: US dollars for one whole unit, in units of 10^-12.
  from_price_scaled_usd numeric(38, 0) not null check (from_price_scaled_usd > 0),
  from_price_source text not null check (from_price_source in ('operator', 'par', 'live', 'pretend')),
  from_price_as_of timestamptz not null,
  to_price_scaled_usd numeric(38, 0) not null check (to_price_scaled_usd > 0),
  to_price_source text not null check (to_price_source in ('operator', 'par', 'live', 'pretend')),
  to_price_as_of timestamptz not null,
  -- What from_amount is worth, in US dollars in their smallest unit.
  usd_value numeric(38, 0) not null check (usd_value >= 0),
  -- The spread that the offer was made with, in hundredths of a percent.
  spread_bps integer not null check (spread_bps between 0 and 9999),
  -- Which of its amounts was asked for.
  asked_side text not null check (asked_side in ('from', 'to')),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  used_at timestamptz
);
create index quote_by_expiry on quote (expires_at);

-- What came of a quote that was accepted, or of a recurring buy. Its id is the quote's: that it happens once is its key.
create table trade (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  transaction_id uuid not null unique references wallet_transaction (id),
  transfer_id uuid not null unique references transfer (id),
  type text not null check (type in ('BUY', 'SELL', 'EXCHANGE')),
  from_asset text not null,
  from_amount numeric(38, 0) not null check (from_amount > 0),
  fee numeric(38, 0) not null check (fee >= 0 and fee < from_amount),
  to_asset text not null check (to_asset <> from_asset),
  to_amount numeric(38, 0) not null check (to_amount > 0),
  rate_base text not null check (rate_base in (from_asset, to_asset)),
  rate_scaled numeric(38, 0) not null check (rate_scaled > 0),
  from_price_scaled_usd numeric(38, 0) not null check (from_price_scaled_usd > 0),
  to_price_scaled_usd numeric(38, 0) not null check (to_price_scaled_usd > 0),
  usd_value numeric(38, 0) not null check (usd_value >= 0),
  recurring_buy_id uuid,
  created_at timestamptz not null
);
-- How much a person traded within a day, and what they traded at all.
create index trade_by_person on trade (user_id, created_at);
create trigger trade_is_append_only before update or delete or truncate on trade
  for each statement execute function refuse_change('history never changes, mistakes are reversed');

-- From where a trade was made: limits of a day count over all that share it, and it is kept no longer than a day. A network is a
-- public one only; a device is the SHA-256 of a browser's token.
create table trade_origin (
  -- No foreign key: it would answer for the trade's own rule that history never changes.
  trade_id uuid primary key,
  network text check (length(network) <= 64),
  device_hash bytea check (octet_length(device_hash) = 32),
  usd_value numeric(38, 0) not null check (usd_value >= 0),
  created_at timestamptz not null default now()
);
create index trade_origin_by_network on trade_origin (network, created_at);
create index trade_origin_by_device on trade_origin (device_hash, created_at);
create index trade_origin_oldest_first on trade_origin (created_at);

-- What the market-data service said last: prices are there after a restart also while it is away, and processes need not
-- each ask by themselves.
create table market_answer (
  -- 'largest', 'ours', 'history/<coin>/<range>'.
  key text primary key check (length(key) between 1 and 120),
  said_at timestamptz not null,
  -- Prices are decimal texts in it.
  answer jsonb not null
);

-- The last price of each asset that was trusted. One that is too far from it waits as a candidate: trusted once it has
-- stayed where it is, or when the operator says so.
create table price_reference (
  asset text primary key,
  scaled_usd numeric(38, 0) not null check (scaled_usd > 0),
  -- To the millisecond, as processes read it: they replace exactly what they have read.
  as_of timestamptz(3) not null,
  candidate_scaled_usd numeric(38, 0) check (candidate_scaled_usd > 0),
  candidate_since timestamptz(3),
  -- How much the price has moved of late: the variance of its relative changes, in (10^-6)^2 a second. The first value is that
  -- of a coin which moves as much as it is worth in a year.
  variance numeric(38, 0) not null default 31700 check (variance >= 0),
  constraint price_reference_candidate_has_a_time check ((candidate_scaled_usd is null) = (candidate_since is null))
);

-- What each asset cost at each full hour since this installation knows, for the value of the past.
create table asset_price (
  asset text not null,
  at timestamptz not null,
  scaled_usd numeric(38, 0) not null check (scaled_usd > 0),
  source text not null check (source in ('operator', 'live', 'pretend')),
  primary key (asset, at)
);

create table recurring_buy (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  from_asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  to_asset text not null check (to_asset <> from_asset and to_asset <> 'USD'),
  every text not null check (every in ('day', 'week', 'month')),
  state text not null default 'active' check (state in ('active', 'paused')),
  -- The first time; each later one is counted from it, so that the 31st stays the 31st where there is one.
  first_at timestamptz not null,
  -- By whose clock and calendar they are counted.
  time_zone text not null,
  next_at timestamptz not null,
  -- It is due and there is no price to buy at: since when that was found.
  waits_since timestamptz,
  -- Refusals in a row.
  failures smallint not null default 0 check (failures >= 0),
  last_run_at timestamptz,
  last_transaction_id uuid references wallet_transaction (id),
  last_refusal text,
  created_at timestamptz not null,
  constraint recurring_buy_ran_with_an_outcome check (
    (last_run_at is null) = (last_transaction_id is null and last_refusal is null)
    and (last_transaction_id is null or last_refusal is null)
  )
);
create index recurring_buy_due on recurring_buy (next_at) where state = 'active';

-- Each time that one was due, once, whatever came of it.
create table recurring_buy_run (
  recurring_buy_id uuid not null references recurring_buy (id) on delete cascade,
  due_at timestamptz not null,
  ran_at timestamptz not null,
  transaction_id uuid references wallet_transaction (id),
  refusal text,
  primary key (recurring_buy_id, due_at),
  constraint recurring_buy_run_has_one_outcome check ((transaction_id is null) <> (refusal is null))
);

create table price_alert (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  asset text not null,
  direction text not null check (direction in ('above', 'below')),
  line_scaled_usd numeric(38, 0) not null check (line_scaled_usd > 0),
  state text not null default 'active' check (state in ('active', 'paused', 'triggered')),
  triggered_at timestamptz,
  created_at timestamptz not null,
  constraint price_alert_triggered_at_a_time check (state <> 'triggered' or triggered_at is not null)
);
create index price_alert_by_person on price_alert (user_id);
create index price_alert_watching on price_alert (asset) where state = 'active';

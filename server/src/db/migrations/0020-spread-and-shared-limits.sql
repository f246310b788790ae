-- How much a price has moved of late: the variance of its relative changes, in (10^-6)^2 a second. The first value is that of
-- a coin which moves as much as it is worth in a year.
alter table price_reference add column variance numeric(38, 0) not null default 31700 check (variance >= 0);

-- The spread that an offer was made with, in hundredths of a percent, and which of its amounts was asked for.
alter table quote
  add column spread_bps integer not null default 0 check (spread_bps between 0 and 9999),
  add column asked_side text not null default 'from' check (asked_side in ('from', 'to'));
alter table quote
  alter column spread_bps drop default,
  alter column asked_side drop default;

-- From where a trade was made: limits of a day count over all that share it, and no longer than a day is it kept. A network is a
-- public one only; a device is the SHA-256 of a browser's token.
create table trade_origin (
  -- No reference: it would answer for the trade's own rule that history never changes.
  trade_id uuid primary key,
  network text check (length(network) <= 64),
  device_hash bytea check (octet_length(device_hash) = 32),
  usd_value numeric(38, 0) not null check (usd_value >= 0),
  created_at timestamptz not null default now()
);
create index trade_origin_by_network on trade_origin (network, created_at);
create index trade_origin_by_device on trade_origin (device_hash, created_at);
create index trade_origin_oldest_first on trade_origin (created_at);
-- Who was ever paid at the same address.
create index withdrawal_by_destination_paid on withdrawal (address, memo) where state = 'completed';

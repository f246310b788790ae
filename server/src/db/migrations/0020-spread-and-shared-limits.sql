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

-- From where a trade was made: limits of a day count over all that share it. A network is a public one only; a device is the
-- SHA-256 of a browser's token.
alter table trade
  add column network text check (length(network) <= 64),
  add column device_hash bytea check (octet_length(device_hash) = 32);
create index trade_by_network on trade (network, created_at) where network is not null;
create index trade_by_device on trade (device_hash, created_at) where device_hash is not null;
-- Who was ever paid at the same address.
create index withdrawal_by_destination_paid on withdrawal (address, memo) where state = 'completed';

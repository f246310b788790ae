-- What the console's first page tells of the business.

-- What each hour came to, in millionths of a US dollar. Hours that are over are added up once: nobody reads a month of trades for
-- a page. An hour that nothing happened in has a row too.
create table business_hour (
  starts_at timestamptz primary key,
  volume numeric(38, 0) not null,
  fees numeric(38, 0) not null,
  deposits numeric(38, 0) not null,
  withdrawals numeric(38, 0) not null,
  new_people integer not null check (new_people >= 0)
);
create trigger business_hour_is_append_only before update or delete or truncate on business_hour
  for each statement execute function refuse_change('an hour that is over stays as it was');

-- What each account of the house came to at the end of the newest hour that is over: what customers are owed now is found from it and
-- the entries since, not from those of the whole day.
create table house_hour (
  account_id bigint primary key references account (id),
  -- Exclusive.
  ends_at timestamptz not null,
  balance numeric(38, 0) not null
);

-- What came in and went out, by when it had. Trades are found by their creation and touch no index more.
create index wallet_transaction_in_and_out on wallet_transaction (completed_at) include (type, usd_value)
  where status = 'COMPLETED' and type in ('DEPOSIT', 'TOPUP', 'WITHDRAW');

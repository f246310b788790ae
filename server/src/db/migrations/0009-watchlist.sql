-- The coins that people watch.

create table watched_coin (
  user_id uuid not null references app_user (id),
  -- The market's id of the coin, or the code of an asset that has no market.
  coin text not null check (coin ~ '^([a-z0-9-]{1,64}|[A-Z0-9]{2,12})$'),
  created_at timestamptz not null default now(),
  primary key (user_id, coin)
);

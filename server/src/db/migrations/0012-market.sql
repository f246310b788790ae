-- What the market-data service said last: prices are there after a restart also while it is away, and processes need not
-- each ask by themselves.
create table market_answer (
  -- 'largest', 'ours', 'history/<coin>/<range>'.
  key text primary key check (length(key) between 1 and 120),
  said_at timestamptz not null,
  -- Prices are decimal texts in it.
  answer jsonb not null
);

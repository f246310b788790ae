-- The pretend chain of the sandbox rail. Only the rail itself reads and writes these: to the product they are the outside.
create table sandbox_payment (
  id uuid primary key,
  -- Either towards a top-up, or to an address.
  topup_id uuid,
  address text,
  memo text not null default '',
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  -- The coin that the payer had chosen on the payment page.
  chosen_asset text,
  confirmations integer not null default 0,
  confirmations_needed integer not null,
  has_failed boolean not null default false,
  created_at timestamptz not null default now(),
  check ((topup_id is null) = (address is not null))
);
create index sandbox_payment_by_topup on sandbox_payment (topup_id) where topup_id is not null;
-- What was paid before this and waits for its confirmation has one: in a coin that is worth what it says. A US cent is
-- 10^4 of its smallest units.
insert into sandbox_payment (id, topup_id, asset, amount, chosen_asset, confirmations, confirmations_needed, created_at)
select id, id, 'USDT', usd_amount * 10000, 'USDT', 12, 12, created_at from topup where state = 'payment_seen';
-- Who asked for a pretend payment to their own address, and what they were answered: a repeat is answered alike. Kept for
-- as long as an idempotency key.
create table sandbox_deposit_request (
  user_id uuid not null references app_user (id),
  key text not null,
  fingerprint text not null,
  payment_id uuid not null references sandbox_payment (id),
  -- As it was written; null until the first answer was made.
  reply text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index sandbox_deposit_request_by_age on sandbox_deposit_request (created_at);
-- It pays whatever it is asked to, as often as it is asked to: that nobody asks twice is the product's promise.
create table sandbox_payout (
  id uuid primary key,
  withdrawal_id uuid not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  address text not null,
  memo text not null default '',
  has_failed boolean not null default false,
  created_at timestamptz not null default now()
);
create index sandbox_payout_by_withdrawal on sandbox_payout (withdrawal_id);
-- What is to go wrong next, each once: 'payout-refused', 'payout-answer-lost' (it pays and does not say so),
-- 'payout-unreachable' (it does not pay and does not answer).
create table sandbox_fault (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('payout-refused', 'payout-answer-lost', 'payout-unreachable'))
);

-- Whether the money in these books is real. Until now there was the sandbox only.
create table kind_of_money (
  is_only boolean primary key default true check (is_only),
  is_real boolean not null
);
insert into kind_of_money (is_real) select false where exists (select from entry);

-- A top-up: somebody pays in US dollars' worth of some coin, the account is credited in the product's own. Rate and
-- amounts are fixed when it is opened, so that what was promised is what arrives.
create table topup (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  -- The person's row of history. It is written in the same transaction and moves on with the top-up.
  transaction_id uuid not null unique references wallet_transaction (id),
  usd_amount numeric(38, 0) not null check (usd_amount > 0),
  credit_asset text not null,
  credit_amount numeric(38, 0) not null check (credit_amount > 0),
  -- US dollars for one whole unit of the credited asset, in units of 10^-12.
  price_scaled_usd numeric(38, 0) not null check (price_scaled_usd > 0),
  -- Whoever knows it may pay, and sees what is to be paid; it gives nothing else. 256 random bits.
  payment_token text not null unique check (length(payment_token) >= 43),
  state text not null default 'awaiting_payment'
    check (state in ('awaiting_payment', 'payment_seen', 'completed', 'expired')),
  paid_with text,
  -- Of the instructions that were given, so that a repeat is answered letter for letter.
  locale text not null check (locale ~ '^[a-z]{2}$'),
  transfer_id uuid unique references transfer (id),
  idempotency_key text,
  idempotency_fingerprint text,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  seen_at timestamptz,
  closed_at timestamptz,
  constraint topup_idempotency_key_unique unique (user_id, idempotency_key),
  constraint topup_key_has_fingerprint check ((idempotency_key is null) = (idempotency_fingerprint is null)),
  constraint topup_seen_with_a_coin check ((seen_at is null) = (paid_with is null)),
  constraint topup_unpaid_is_unseen check (case state
    when 'awaiting_payment' then seen_at is null
    when 'expired' then seen_at is null
    else seen_at is not null
  end),
  constraint topup_credited_once_completed check ((state = 'completed') = (transfer_id is not null)),
  constraint topup_closes_once check ((state in ('completed', 'expired')) = (closed_at is not null))
);
-- What is on its way to a person's balance.
create index topup_on_its_way on topup (user_id) where state = 'payment_seen';

create table contact (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  name text not null check (length(name) between 1 and 80),
  wallet_address text not null check (wallet_address = lower(wallet_address)),
  is_favorite boolean not null default false,
  created_at timestamptz not null default now(),
  constraint contact_address_once unique (user_id, wallet_address)
);

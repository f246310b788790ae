-- Money in and out over rails: top-ups, deposits, withdrawals, whom people pay, and what an operator did to money by hand.

-- Whether the money in these books is real. Empty until the first start.
create table kind_of_money (
  is_only boolean primary key default true check (is_only),
  is_real boolean not null
);

-- A top-up: somebody pays US dollars' worth of some coin. Rate and amounts are fixed when it is opened, so what was promised
-- is what arrives.
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
  -- Who knows it may pay, and sees what is to be paid; it gives nothing else. 256 random bits.
  payment_token text not null unique check (length(payment_token) >= 43),
  state text not null default 'awaiting_payment'
    check (state in ('awaiting_payment', 'payment_seen', 'underpaid', 'completed', 'expired')),
  paid_with text,
  -- Of the instructions that were given, so that a repeat is answered letter for letter.
  locale text not null check (locale ~ '^[a-z]{2}$'),
  transfer_id uuid unique references transfer (id),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  seen_at timestamptz,
  closed_at timestamptz,
  rail text not null,
  -- The rail's own id of the payment, and where it is paid. Null until the rail has answered: then it is asked again.
  external_id text,
  payment_url text,
  -- Since when the rail is being asked for it, so that callers who come together do not ask twice.
  asked_at timestamptz,
  -- When the rail was last asked, by the clock, what was paid.
  watched_at timestamptz,
  constraint topup_external_id_unique unique (rail, external_id),
  constraint topup_credited_once_completed check ((state = 'completed') = (transfer_id is not null)),
  constraint topup_closes_once check ((state in ('completed', 'expired')) = (closed_at is not null))
);
-- What is on its way to a person's balance.
create index topup_on_its_way on topup (user_id) where state in ('payment_seen', 'underpaid');
create index topup_unfinished on topup (created_at) where closed_at is null;
create index topup_by_expiry on topup (expires_at);

-- Each payment that a rail saw for a top-up, once. It is credited together with the others of its top-up or, where it does not
-- count towards it, when its person claims it, under a row of history of its own.
create table topup_payment (
  id uuid primary key,
  topup_id uuid not null references topup (id),
  rail text not null,
  -- The rail's own id of it: what makes a repeat a repeat.
  external_id text not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  -- US dollars, rounded down to the cent, at the rail's rate when it came.
  usd_amount numeric(38, 0) not null check (usd_amount >= 0),
  state text not null check (state in ('seen', 'confirmed', 'failed')),
  problem text check (problem in ('late', 'wrong_coin', 'extra', 'excess')),
  -- Of a payment with a problem: the row of history under which it is claimed.
  transaction_id uuid unique references wallet_transaction (id),
  -- What credited it.
  transfer_id uuid references transfer (id),
  seen_at timestamptz not null,
  confirmed_at timestamptz,
  -- What the top-up's rate does not cover is worth the first trusted price after it is final. US dollars, rounded down to
  -- the cent, and the smallest unit of what the top-up is credited as; null until that price is known, and where the rate holds.
  final_usd numeric(38, 0) check (final_usd >= 0),
  final_credit numeric(38, 0) check (final_credit >= 0),
  constraint topup_payment_unique unique (rail, external_id),
  constraint topup_payment_is_credited_when_final check (transfer_id is null or state = 'confirmed'),
  constraint topup_payment_is_claimed_alone check (transaction_id is null or problem is not null),
  constraint topup_payment_is_priced_whole check ((final_usd is null) = (final_credit is null)),
  constraint topup_payment_is_priced_when_final
    check (final_usd is null or (problem is not null and state = 'confirmed')),
  constraint topup_payment_is_offered_at_its_worth check (transaction_id is null or final_usd is not null)
);
create index topup_payment_by_topup on topup_payment (topup_id);
create index topup_payment_unfinished on topup_payment (topup_id) where state = 'seen';
create index topup_payment_unpriced on topup_payment (topup_id)
  where problem is not null and state = 'confirmed' and final_usd is null;

-- Which index of an extended public key, or which tag of a shared address, is given out next. Named after the key itself: a new
-- key begins anew, and chains with the same key never give two accounts the same address.
create table deposit_counter (
  name text primary key,
  next_index bigint not null
);

create table deposit_address (
  user_id uuid not null references app_user (id),
  chain text not null,
  -- A pretended address is not shown where the rail has become a real one.
  rail text not null,
  address text not null,
  -- Tells accounts apart that share an address. Empty elsewhere.
  memo text not null default '',
  derivation_path text,
  created_at timestamptz not null default now(),
  primary key (user_id, chain, rail),
  constraint deposit_address_unique unique (chain, address, memo)
);

-- Addresses of chains where none can be derived from a public key: the operator loads them, each is given out once.
create table deposit_pool (
  chain text not null,
  address text not null,
  rail text not null,
  loaded_at timestamptz not null default now(),
  taken_at timestamptz,
  primary key (chain, address)
);
create index deposit_pool_free on deposit_pool (chain, rail, loaded_at) where taken_at is null;

create table deposit (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  transaction_id uuid not null unique references wallet_transaction (id),
  rail text not null,
  external_id text not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  address text not null,
  memo text not null default '',
  confirmations integer not null check (confirmations >= 0),
  confirmations_needed integer not null check (confirmations_needed > 0),
  state text not null check (state in ('confirming', 'completed', 'failed')),
  transfer_id uuid unique references transfer (id),
  created_at timestamptz not null default now(),
  -- When the rail was last asked about it.
  observed_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint deposit_unique unique (rail, external_id),
  constraint deposit_credited_once_completed check ((state = 'completed') = (transfer_id is not null)),
  constraint deposit_is_final_when_credited check (state <> 'completed' or confirmations >= confirmations_needed),
  constraint deposit_closes_once check ((state = 'confirming') = (closed_at is null))
);
create index deposit_on_its_way on deposit (user_id) where state = 'confirming';
create index deposit_to_watch on deposit (rail, observed_at) where state <> 'completed';

-- What arrived at an address that was nobody's, or whose person had left. It stays so, even if the address becomes somebody's,
-- until an operator has found out whose it is and names them.
create table unassigned_deposit (
  rail text not null,
  external_id text not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  address text not null,
  memo text not null default '',
  confirmations integer not null check (confirmations >= 0),
  confirmations_needed integer not null check (confirmations_needed > 0),
  has_failed boolean not null,
  assigned_to uuid references app_user (id),
  created_at timestamptz not null default now(),
  observed_at timestamptz not null default now(),
  primary key (rail, external_id)
);
create index unassigned_deposit_to_watch on unassigned_deposit (rail, observed_at)
  where assigned_to is null and not has_failed and confirmations < confirmations_needed;

-- Withdrawals. Amount and fee are held from the first moment; the transfer that closes the hold spends them or gives them back.
-- sent_at is written before the rail is asked, and the rail is asked once: who finds it written only looks.
create table withdrawal (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  transaction_id uuid not null unique references wallet_transaction (id),
  hold_id uuid not null unique references hold (id),
  rail text not null,
  asset text not null,
  -- What leaves the balance; the fee is a part of it.
  amount numeric(38, 0) not null check (amount > 0),
  fee numeric(38, 0) not null check (fee >= 0 and fee < amount),
  address text not null,
  memo text not null default '',
  state text not null check (state in (
    'awaiting_confirmation', 'waiting_period', 'queued', 'sending', 'unclear', 'completed', 'failed', 'cancelled', 'expired'
  )),
  verification text check (verification in ('email', 'app')),
  code_hash bytea,
  code_attempts integer not null default 0,
  code_expires_at timestamptz,
  verified_at timestamptz,
  waits_until timestamptz,
  cancel_token_hash bytea unique,
  sent_at timestamptz,
  -- The chain's id of the payment, or the operator's note.
  external_reference text,
  failure text,
  transfer_id uuid unique references transfer (id),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint withdrawal_closes_once check (
    (state in ('completed', 'failed', 'cancelled', 'expired')) = (closed_at is not null)
    and (closed_at is null) = (transfer_id is null)
  ),
  constraint withdrawal_was_sent check (state not in ('sending', 'unclear') or sent_at is not null),
  constraint withdrawal_is_not_taken_back_once_sent check (state not in ('cancelled', 'expired') or sent_at is null),
  constraint withdrawal_goes_after_its_code check (
    verification is null or verified_at is not null or state in ('awaiting_confirmation', 'cancelled', 'expired')
  )
);
create index withdrawal_unfinished on withdrawal (state, created_at) where closed_at is null;
create index withdrawal_by_user on withdrawal (user_id, created_at);
-- Who was ever paid at the same address.
create index withdrawal_by_destination_paid on withdrawal (address, memo) where state = 'completed';

create table withdrawal_address (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  asset text not null,
  address text not null,
  memo text not null default '',
  label text not null check (length(label) between 1 and 80),
  created_at timestamptz not null default now(),
  constraint withdrawal_address_once unique (user_id, asset, address, memo)
);

create table contact (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  name text not null check (length(name) between 1 and 80),
  wallet_address text not null check (wallet_address = lower(wallet_address)),
  is_favorite boolean not null default false,
  created_at timestamptz not null default now(),
  constraint contact_address_once unique (user_id, wallet_address)
);

-- Whom somebody has paid by a transfer, and since when. A recipient is new until a day after the first transfer with a proof:
-- a cent sent ahead makes nobody known.
create table paid_recipient (
  user_id uuid not null references app_user (id),
  -- An account's own, which never changes.
  address text not null check (address = lower(address)),
  first_paid_at timestamptz not null default now(),
  -- By somebody who had just shown the password or a code, so that no stolen session makes its thief known.
  is_proved boolean not null,
  primary key (user_id, address)
);

-- What an operator did to money by hand: who, what, why. Never changed.
create table operator_action (
  id uuid primary key,
  command text not null,
  subject_id uuid,
  operator text not null,
  detail text not null default '',
  created_at timestamptz not null default now()
);
create trigger operator_action_is_append_only before update or delete or truncate on operator_action
  for each statement execute function refuse_change('what an operator did stays written');

-- The pretend chain of the sandbox rail. Only the rail reads and writes these tables: to the product they are the outside.

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

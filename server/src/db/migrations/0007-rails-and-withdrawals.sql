-- Money in and out over rails: payments of top-ups, deposits, withdrawals, and what of them a person sees.

-- History: what an amount was worth in US cents when it was made or completed. Null where nobody knew.
alter table wallet_transaction add column usd_value numeric(38, 0) check (usd_value >= 0);

-- As before, and: a row that is pending may come to another amount than was expected (a top-up paid too little or too
-- much), and keeps the value in US dollars that it was last given. That a completed row agrees with its entries is what
-- the ledger's check proves.
create or replace function ledger_record(records jsonb, outcomes text[], transfer_ids uuid[])
returns void language plpgsql as $$
declare
  asked_count bigint;
  written_count bigint;
begin
  with asked as materialized (
    select
      record.*,
      transfer_ids[record.item] as transfer_id,
      case when record.status = 'PENDING' then null else now() end as completed_at,
      jsonb_build_array(
        jsonb_build_object(
          'state', record.state,
          'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        )
      ) as timeline
    from jsonb_to_recordset(records) as record (
      item integer, id uuid, user_id uuid, type text, asset text, amount numeric, fee numeric, direction text,
      status text, state text, counterparty text, note text, reference_id uuid, usd_value numeric
    )
    where outcomes is null or outcomes[record.item] = 'posted'
  ), written as (
    insert into wallet_transaction (
      id, user_id, type, asset, amount, fee, direction, status, state, counterparty, note, reference_id,
      usd_value, transfer_id, completed_at, timeline
    )
    select
      id, user_id, type, asset, amount, fee, direction, status, state, counterparty, note, reference_id,
      usd_value, transfer_id, completed_at, timeline
    from asked
    on conflict (id) do update
    set status = excluded.status,
        state = excluded.state,
        amount = excluded.amount,
        usd_value = coalesce(excluded.usd_value, wallet_transaction.usd_value),
        transfer_id = coalesce(excluded.transfer_id, wallet_transaction.transfer_id),
        completed_at = excluded.completed_at,
        timeline = wallet_transaction.timeline || excluded.timeline
    where wallet_transaction.status = 'PENDING'
      and wallet_transaction.user_id = excluded.user_id
      and wallet_transaction.type = excluded.type
      and wallet_transaction.asset = excluded.asset
      and wallet_transaction.direction = excluded.direction
    returning 1
  )
  select (select count(*) from asked), (select count(*) from written) into asked_count, written_count;
  if written_count <> asked_count then
    raise exception 'a row of history is no longer pending, or is another one' using errcode = 'check_violation';
  end if;
end
$$;

-- As before, and it says while it moves balances that it is the one who does. How deep a statement stands among triggers did
-- not tell: a further trigger that updates accounts would be as deep.
create or replace function apply_new_entries() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  -- By account, in the order of their ids.
  ids bigint[];
  opening_versions bigint[];
  closing_versions bigint[];
  opening_balances numeric[];
  closing_balances numeric[];
  are_chains boolean;
  complaint text;
  moved_count integer;
begin
  complaint := case
    when exists (select from new_entry group by transfer_id, asset having sum(amount) <> 0)
      then 'the entries of a transfer do not sum to zero'
    when exists (select from new_entry group by transfer_id having min(line) <> 1 or max(line) <> count(*))
      then 'the entries of a transfer are not written whole'
    when exists (
      select from new_entry
      where account_version is null
        and (select owner_id from account where account.id = new_entry.account_id) is not null
    )
      then 'an entry of a customer carries no balance'
  end;
  if complaint is not null then
    raise exception '%', complaint using errcode = 'check_violation';
  end if;

  with chained as (
    select
      account_id, account_version, balance_after, amount,
      lag(account_version) over by_account as version_before,
      lag(balance_after) over by_account as balance_before
    from new_entry
    where account_version is not null
    window by_account as (partition by account_id order by account_version)
  ), movement as (
    select
      account_id,
      min(account_version) - 1 as opening_version,
      max(account_version) as closing_version,
      min(balance_after - amount) filter (where version_before is null) as opening_balance,
      sum(amount) as amount,
      bool_and(
        version_before is null
        or (account_version = version_before + 1 and balance_after = balance_before + amount)
      ) as is_chain
    from chained
    group by account_id
  )
  select
    array_agg(account_id order by account_id),
    array_agg(opening_version order by account_id),
    array_agg(closing_version order by account_id),
    array_agg(opening_balance order by account_id),
    array_agg(opening_balance + amount order by account_id),
    bool_and(is_chain)
  from movement
  into ids, opening_versions, closing_versions, opening_balances, closing_balances, are_chains;
  if ids is null then
    return null;
  end if;

  -- Arrays rather than a join: the one plan there can be looks each account up by its id, however few there were
  -- when it was made. In a sorted array width_bucket finds the position of a value that it holds.
  perform set_config('mercury.moves_accounts', 'yes', true);
  update account
  set balance = closing_balances[width_bucket(id, ids)],
      version = closing_versions[width_bucket(id, ids)]
  where id = any (ids)
    and version = opening_versions[width_bucket(id, ids)]
    and balance = opening_balances[width_bucket(id, ids)];
  get diagnostics moved_count = row_count;
  perform set_config('mercury.moves_accounts', '', true);
  if not are_chains or moved_count <> cardinality(ids) then
    raise exception 'an entry does not follow the last one of its account' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger account_balance_is_moved_by_entries before update of balance, version on account
  for each statement when (coalesce(current_setting('mercury.moves_accounts', true), '') <> 'yes')
  execute function refuse_change('an account moves by its entries only');
create trigger account_stays_its_owners before update of id, owner_id, asset, kind on account
  for each statement execute function refuse_change('an account stays its owner''s, in its asset');

-- Top-ups over any rail.
alter table topup
  drop constraint topup_state_check,
  drop constraint topup_seen_with_a_coin,
  drop constraint topup_unpaid_is_unseen,
  add column rail text not null default 'sandbox',
  -- The rail's own id of the payment, and where it is paid. Null until the rail has answered: then it is asked again.
  add column external_id text,
  add column payment_url text,
  -- Since when the rail is being asked for it, so that callers who come together do not ask twice.
  add column asked_at timestamptz,
  -- When the rail was last asked, by the clock, what was paid.
  add column watched_at timestamptz,
  add constraint topup_external_id_unique unique (rail, external_id),
  add constraint topup_state_check
    check (state in ('awaiting_payment', 'payment_seen', 'underpaid', 'completed', 'expired'));
update topup set external_id = id::text where rail = 'sandbox';
drop index topup_on_its_way;
create index topup_on_its_way on topup (user_id) where state in ('payment_seen', 'underpaid');
create index topup_unfinished on topup (created_at) where closed_at is null;
create index topup_by_expiry on topup (expires_at);

-- Each payment that a rail saw for a top-up, once. It ends credited: together with the others of its top-up, or, where it
-- does not count towards it, by a claim of its person under a row of history of its own.
create table topup_payment (
  id uuid primary key,
  topup_id uuid not null references topup (id),
  rail text not null,
  -- The rail's own id of it: what makes a repeat a repeat.
  external_id text not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  -- US cents, rounded down, at the rail's rate when it came.
  usd_amount numeric(38, 0) not null check (usd_amount >= 0),
  state text not null check (state in ('seen', 'confirmed', 'failed')),
  problem text check (problem in ('late', 'wrong_coin', 'extra')),
  -- Of a payment with a problem: the row of history under which it is claimed.
  transaction_id uuid unique references wallet_transaction (id),
  -- What credited it.
  transfer_id uuid references transfer (id),
  -- The key that it was claimed with, and the reply, for a repeat.
  claim_key text,
  claim_reply text,
  seen_at timestamptz not null,
  confirmed_at timestamptz,
  constraint topup_payment_unique unique (rail, external_id),
  constraint topup_payment_is_credited_when_final check (transfer_id is null or state = 'confirmed'),
  constraint topup_payment_is_claimed_alone check (transaction_id is null or problem is not null)
);
create index topup_payment_by_topup on topup_payment (topup_id);
create index topup_payment_unfinished on topup_payment (topup_id) where state = 'seen';

-- Deposits: each account's own address on a chain, and what arrived there.
-- Which index of an extended public key, or which tag of a shared address, is given out next. Named after the key itself:
-- another key begins anew, and chains with the same one never give two accounts the same address.
create table deposit_counter (
  name text primary key,
  next_index bigint not null
);
create table deposit_address (
  user_id uuid not null references app_user (id),
  chain text not null,
  -- Nobody is shown a pretended address where the rail has become a real one.
  rail text not null,
  address text not null,
  -- Where accounts share an address: what tells them apart. Empty elsewhere.
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

-- What arrived at an address that was nobody's, or whose person had left. It stays so, even if the address is somebody's
-- later, until an operator has found out whose it is and names them.
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

-- Withdrawals. Amount and fee are held from the first moment; they leave, or come back, by the transfer that closes the
-- hold. sent_at is written before the rail is asked, and the rail is asked once: whoever finds it written only looks.
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
alter table app_user
  add column withdraws_to_book_only boolean not null default false,
  -- Turned off, and still on until then.
  add column book_only_ends_at timestamptz;

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

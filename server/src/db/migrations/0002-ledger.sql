-- The books: double entry, per asset. Whoever writes, the database itself keeps the rules that stand here; the
-- server writes through ledger_post only.

-- One account an owner, asset and kind. No owner: the house. House accounts are touched by everybody, so they are
-- never locked nor updated and carry no balance: theirs is the sum of their entries.
create table account (
  id bigint generated always as identity primary key,
  owner_id uuid references app_user (id),
  asset text not null check (asset ~ '^[A-Z0-9]{2,12}$'),
  kind text not null,
  balance numeric(38, 0) not null default 0,
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint account_unique unique nulls not distinct (owner_id, asset, kind),
  -- What an entry's foreign key points to, so that its asset is its account's.
  constraint account_asset_unique unique (id, asset),
  constraint account_kind_fits_owner check (
    case when owner_id is null then kind in ('rail_clearing', 'fees', 'exposure') else kind in ('available', 'held') end
  ),
  constraint account_not_below_zero check (balance >= 0),
  constraint account_of_house_has_no_balance check (owner_id is not null or (balance = 0 and version = 0))
) with (
  -- Room in each page for the new version of a row: a change of balance then touches no index.
  fillfactor = 60
);

create table transfer (
  id uuid primary key,
  kind text not null check (
    kind in ('topup', 'transfer', 'deposit', 'withdrawal', 'trade', 'exchange', 'adjustment', 'hold', 'release', 'reversal')
  ),
  reference_id uuid,
  reverses_id uuid references transfer (id),
  created_at timestamptz not null default now(),
  constraint transfer_reversal_names_its_transfer check ((kind = 'reversal') = (reverses_id is not null))
);
create unique index transfer_reversed_once on transfer (reverses_id) where reverses_id is not null;
create index transfer_by_reference on transfer (reference_id) where reference_id is not null;

create table entry (
  transfer_id uuid not null references transfer (id),
  -- 1, 2, 3 ... within the transfer. All lines of a transfer arrive in one statement, numbered from 1: with the
  -- primary key this is what makes adding to an older transfer impossible.
  line integer not null,
  account_id bigint not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount <> 0),
  -- Null for the house.
  balance_after numeric(38, 0) check (balance_after >= 0),
  account_version bigint check (account_version > 0),
  primary key (transfer_id, line),
  constraint entry_account_fk foreign key (account_id, asset) references account (id, asset),
  -- Also how an account's history, or the sum of a house account, is read.
  constraint entry_version_unique unique (account_id, account_version),
  constraint entry_has_balance_with_version check ((account_version is null) = (balance_after is null))
);

-- Money set aside: it moved from available to held by the transfer of the same id.
create table hold (
  id uuid primary key references transfer (id),
  available_account_id bigint not null references account (id),
  held_account_id bigint not null references account (id),
  amount numeric(38, 0) not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'settled', 'released')),
  reference_id uuid,
  closed_by_transfer_id uuid unique references transfer (id),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint hold_closed_by_a_transfer check (
    (state = 'open') = (closed_by_transfer_id is null) and (state = 'open') = (closed_at is null)
  )
);
create index hold_open_by_account on hold (held_account_id) where state = 'open';

-- What was asked under a key, and which transfer answered it. The first receipt is read back from the transfer's
-- entries, which never change; `context` is text-preserving json so that a repeat is answered letter for letter.
create table idempotency (
  owner_id uuid not null,
  key text not null,
  fingerprint text not null,
  transfer_id uuid not null,
  context json not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, key)
);
create index idempotency_by_age on idempotency (created_at);

-- A person's own row of history; of a transfer between two people each has one.
create table wallet_transaction (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  type text not null check (type in ('BUY', 'SELL', 'DEPOSIT', 'WITHDRAW', 'EXCHANGE', 'TRANSFER', 'TOPUP')),
  asset text not null,
  amount numeric(38, 0) not null check (amount > 0),
  fee numeric(38, 0) not null default 0 check (fee >= 0),
  direction text not null check (direction in ('in', 'out')),
  status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  state text not null,
  counterparty text,
  note text,
  transfer_id uuid references transfer (id),
  reference_id uuid,
  timeline jsonb not null default '[]',
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  constraint wallet_transaction_ends_once check ((status = 'PENDING') = (completed_at is null))
);
create index wallet_transaction_newest_first on wallet_transaction (user_id, created_at desc, id desc);
create index wallet_transaction_by_reference on wallet_transaction (reference_id) where reference_id is not null;
create index wallet_transaction_by_transfer on wallet_transaction (transfer_id) where transfer_id is not null;

-- History never changes.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: %', tg_op, tg_table_name, tg_argv[0] using errcode = 'restrict_violation';
end
$$;

create trigger transfer_is_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change('history never changes, mistakes are reversed');
create trigger entry_is_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change('history never changes, mistakes are reversed');

-- A balance is what the last entry says: it starts at nothing and only the trigger on entry below moves it, which
-- runs at a depth of one. A statement that names account itself runs at depth zero.
create trigger account_moves_by_entries_only before update or delete on account
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change('an account moves by its entries only');
create trigger account_is_not_truncated before truncate on account
  for each statement execute function refuse_change('an account moves by its entries only');
create trigger account_opens_empty before insert on account
  for each row when (new.balance <> 0 or new.version <> 0) execute function refuse_change('an account opens empty');

-- Proves each statement's new entries and moves the balances of the accounts that they name. An account moves only
-- from exactly the balance and version that its first new entry follows, so nobody's concurrent entry is overwritten.
create function apply_new_entries() returns trigger language plpgsql
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
  update account
  set balance = closing_balances[width_bucket(id, ids)],
      version = closing_versions[width_bucket(id, ids)]
  where id = any (ids)
    and version = opening_versions[width_bucket(id, ids)]
    and balance = opening_balances[width_bucket(id, ids)];
  get diagnostics moved_count = row_count;
  if not are_chains or moved_count <> cardinality(ids) then
    raise exception 'an entry does not follow the last one of its account' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger entry_moves_accounts after insert on entry
  referencing new table as new_entry
  for each statement execute function apply_new_entries();

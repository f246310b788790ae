-- The books: double entry, per asset. The rules that stand here hold whoever writes. Money moves by ledger_post alone
-- (0003-posting.sql): the role that serves may read these tables and write none of them (privileges.sql).

-- What money can be: no account is in anything else. Amounts are counted in the decimals of their asset, so a code and its
-- decimals never change, and no asset is ever removed: it is switched off. Only the owner of the tables adds one; those that
-- every build knows are added at the start (asset-table.ts). Prices are in units of 10^-12 US dollars, amounts in the smallest unit.
-- US dollars are counted in millionths wherever they stand, also where they only say what something is worth.
create table asset (
  code text primary key check (code ~ '^[A-Z0-9]{2,12}$' and code ~ '[A-Z]'),
  -- The order in lists.
  position integer not null unique generated always as identity,
  name text not null check (length(name) between 1 and 80),
  -- By language, where its readers call it otherwise.
  names jsonb not null default '{}' check (jsonb_typeof(names) = 'object'),
  decimals smallint not null check (decimals between 0 and 18),
  shown_decimals smallint not null check (shown_decimals between 0 and decimals),
  chain text,
  contract_address text,
  market_id text unique check (market_id ~ '^[a-z0-9-]{1,64}$'),
  -- The operator's own. The price of the product's coin is a setting.
  price_scaled_usd numeric(38, 0) check (price_scaled_usd > 0),
  sandbox_price_scaled_usd numeric(38, 0) check (sandbox_price_scaled_usd > 0),
  withdrawal_min numeric(38, 0) not null check (withdrawal_min > 0),
  network_fee numeric(38, 0) not null default 0 check (network_fee >= 0),
  -- Among the coins that a top-up can be paid with.
  top_up_position integer unique,
  is_transferable boolean not null default true,
  is_active boolean not null default true,
  -- A file that shows its mark.
  icon text check (icon ~ '^[a-z0-9-]{1,32}$'),
  created_at timestamptz not null default now(),
  constraint asset_token_is_on_a_chain check (contract_address is null or chain is not null),
  constraint asset_token_once unique (chain, contract_address),
  constraint asset_has_one_price check (market_id is null or price_scaled_usd is null)
);

create trigger asset_stays_what_it_is before update of code, decimals on asset
  for each row when (new.code is distinct from old.code or new.decimals is distinct from old.decimals)
  execute function refuse_change('amounts are counted in the decimals of their asset');
create trigger asset_is_never_removed before delete or truncate on asset
  for each statement execute function refuse_change('an asset is switched off, never removed');

-- Every process keeps the list, and hears here that there is another: as an event of the live stream, on its channel.
create function tell_of_assets() returns trigger language plpgsql as $$
begin
  perform pg_notify('mercury_changed', '[{"areAssetsChanged":true}]');
  return null;
end
$$;
create trigger asset_is_told_of after insert or update on asset
  for each statement execute function tell_of_assets();

-- One account an owner, asset and kind. No owner: the house. Everybody touches the house's accounts, so they are never
-- locked and carry no balance: theirs is the sum of their entries.
create table account (
  id bigint generated always as identity primary key,
  owner_id uuid references app_user (id),
  asset text not null references asset (code),
  kind text not null,
  balance numeric(38, 0) not null default 0,
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  -- When its owner left. It is empty and stays so.
  closed_at timestamptz,
  constraint account_unique unique nulls not distinct (owner_id, asset, kind),
  -- An entry's foreign key refers to both, so that its asset is its account's.
  constraint account_asset_unique unique (id, asset),
  constraint account_kind_fits_owner check (
    case when owner_id is null then kind in ('rail_clearing', 'fees', 'exposure') else kind in ('available', 'held') end
  ),
  constraint account_not_below_zero check (balance >= 0),
  constraint account_of_house_has_no_balance check (owner_id is not null or (balance = 0 and version = 0)),
  constraint account_closed_is_empty check (closed_at is null or balance = 0)
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
  -- 1, 2, 3 ... within the transfer. All lines of a transfer arrive in one statement, numbered from 1. With the primary
  -- key this makes it impossible to add to an older transfer.
  line integer not null,
  account_id bigint not null,
  asset text not null,
  amount numeric(38, 0) not null check (amount <> 0),
  -- Null for the house.
  balance_after numeric(38, 0) check (balance_after >= 0),
  account_version bigint check (account_version > 0),
  primary key (transfer_id, line),
  constraint entry_account_fk foreign key (account_id, asset) references account (id, asset),
  -- Also serves reading an account's history, and the sum of a house account.
  constraint entry_version_unique unique (account_id, account_version),
  constraint entry_has_balance_with_version check ((account_version is null) = (balance_after is null))
);

-- Money set aside. The transfer of the same id moved it from available to held.
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

-- What the house has of an asset, or owes, because it exchanged it: the sum of its exposure account. It is kept so that a
-- limit can be compared with it. Only trades and top-ups touch it; transfers between people never do.
create table house_position (
  account_id bigint primary key references account (id),
  asset text not null unique,
  position numeric(38, 0) not null default 0
);

-- Replies by key. A repeat of a call with its key is answered with the stored reply, letter for letter: `json` keeps text as
-- it is. The hourly sweep reads the keys of a day from end to end: an index by age would cost every posting more.
create table idempotency (
  owner_id uuid not null,
  key text not null,
  -- A digest of the input: the same key with another input is refused.
  fingerprint text not null,
  reply json not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, key)
);

-- A person's own row of history. A transfer between two people has one for each.
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
  -- What the amount was worth when it was made or completed, in the smallest unit of US dollars. Null where no price was known.
  usd_value numeric(38, 0) check (usd_value >= 0),
  constraint wallet_transaction_ends_once check ((status = 'PENDING') = (completed_at is null))
);
create index wallet_transaction_newest_first on wallet_transaction (user_id, created_at desc, id desc);
create index wallet_transaction_by_reference on wallet_transaction (reference_id) where reference_id is not null;
create index wallet_transaction_by_transfer on wallet_transaction (transfer_id) where transfer_id is not null;

-- A row of history as it is asked for.
create type history_row as (
  posting integer, id uuid, user_id uuid, type text, asset text, amount numeric, fee numeric, direction text,
  status text, state text, counterparty text, note text, reference_id uuid, usd_value numeric
);

-- History never changes.

create trigger transfer_is_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change('history never changes, mistakes are reversed');
create trigger entry_is_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change('history never changes, mistakes are reversed');

-- An account starts empty, and its entries move it: the trigger on entry below runs at a depth of one, a statement that names
-- account itself at depth zero.
create trigger account_moves_by_entries_only before update or delete on account
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change('an account moves by its entries only');
create trigger account_is_not_truncated before truncate on account
  for each statement execute function refuse_change('an account moves by its entries only');
create trigger account_opens_empty before insert on account
  for each row when (new.balance <> 0 or new.version <> 0) execute function refuse_change('an account opens empty');
create trigger account_stays_its_owners before update of id, owner_id, asset, kind on account
  for each statement execute function refuse_change('an account stays its owner''s, in its asset');

-- Proves the new entries of a statement and moves the balances of their accounts. An account moves only from exactly the
-- balance and version that its first new entry follows, so no concurrent entry is overwritten.
create function apply_new_entries() returns trigger language plpgsql
-- The plan must not depend on how few accounts there were when it was made: each is looked up by its id.
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
  named_count bigint;
  moved_count bigint;
  are_chains boolean;
begin
  if exists (select from new_entry group by transfer_id, asset having sum(amount) <> 0) then
    raise exception 'the entries of a transfer do not sum to zero' using errcode = 'check_violation';
  elsif exists (select from new_entry group by transfer_id having min(line) <> 1 or max(line) <> count(*)) then
    raise exception 'the entries of a transfer are not written whole' using errcode = 'check_violation';
  elsif exists (
    select from new_entry join account on account.id = new_entry.account_id
    where new_entry.account_version is null and account.owner_id is not null
  ) then
    raise exception 'an entry of a customer carries no balance' using errcode = 'check_violation';
  end if;

  with chained as (
    select
      account_id, account_version, balance_after, amount,
      lag(account_version) over by_account as version_before,
      lag(balance_after) over by_account as balance_before
    from new_entry
    where account_version is not null
    window by_account as (partition by account_id order by account_version)
  ), movement as materialized (
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
  ), moved as (
    update account
    set balance = movement.opening_balance + movement.amount, version = movement.closing_version
    from movement
    where account.id = movement.account_id
      and account.version = movement.opening_version
      and account.balance = movement.opening_balance
    returning 1
  )
  select count(*), (select count(*) from moved), bool_and(is_chain)
  from movement
  into named_count, moved_count, are_chains;
  if not are_chains or moved_count <> named_count then
    raise exception 'an entry does not follow the last one of its account' using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create trigger entry_moves_account after insert on entry
  referencing new table as new_entry for each statement execute function apply_new_entries();

-- A reversal is its transfer turned round.
create function ledger_verify_reversals(transfer_ids uuid[]) returns void language plpgsql as $$
begin
  if exists (
    select from transfer
    join entry on entry.transfer_id in (transfer.id, transfer.reverses_id)
    where transfer.id = any (transfer_ids) and transfer.reverses_id is not null
    group by transfer.id, entry.account_id
    having sum(entry.amount) <> 0
  ) then
    raise exception 'a reversal mirrors its transfer' using errcode = 'check_violation';
  end if;
end
$$;

-- Opens empty accounts for a person; those that are open stay as they are.
create function ledger_open_accounts(owner uuid, assets text[]) returns void language sql
security definer
set search_path = public, pg_temp
begin atomic
  insert into account (owner_id, asset, kind)
  select owner, asset, 'available' from unnest(assets) as asset
  order by asset
  on conflict do nothing;
end;

-- What people have of some assets, or of all where none is named, and nothing can change it before the transaction ends. Locked
-- in the order in which all who wait lock.
create function ledger_lock_accounts(owners uuid[], assets text[])
returns table (owner_id uuid, asset text, kind text, balance numeric) language sql
security definer
set search_path = public, pg_temp
begin atomic
  select account.owner_id, account.asset, account.kind, account.balance from account
  where account.owner_id = any (owners) and (assets is null or account.asset = any (assets))
  order by account.id
  for no key update;
end;

-- What the house has of some assets, or owes, and nothing can change it before the transaction ends. Ask with the people's
-- accounts locked, as a posting does. An asset that was never traded is left out.
create function ledger_lock_positions(assets text[])
returns table (asset text, house_position numeric) language sql
security definer
set search_path = public, pg_temp
begin atomic
  select held.asset, held.position from house_position held
  where held.asset = any (assets)
  order by held.asset
  for no key update;
end;

-- Positions of the house follow the entries of its exposure accounts.

create function open_house_position() returns trigger language plpgsql as $$
begin
  insert into house_position (account_id, asset) values (new.id, new.asset);
  return null;
end
$$;
create trigger account_of_exposure_has_a_position after insert on account
  for each row when (new.owner_id is null and new.kind = 'exposure') execute function open_house_position();

-- The other accounts of the house have no position, and nothing is moved. A caller who posts lines of several exposure accounts
-- lists them in the order of their assets, so that two never wait for each other in a circle.
create function move_house_position() returns trigger language plpgsql as $$
begin
  update house_position set position = position + new.amount where account_id = new.account_id;
  return null;
end
$$;
create trigger entry_moves_position after insert on entry
  for each row when (new.account_version is null) execute function move_house_position();
create trigger house_position_moves_by_entries_only before update or delete on house_position
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change('a position moves by its entries only');
create trigger house_position_is_not_truncated before truncate on house_position
  for each statement execute function refuse_change('a position moves by its entries only');

-- The accounts of a person who has left.

-- The serving role writes app_user and may not write account: the owner's rights do.
create function close_accounts_of_deleted() returns trigger language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update account set closed_at = new.deleted_at where owner_id = new.id and closed_at is null;
  return null;
end
$$;
create trigger app_user_deletion_closes_accounts after update of deleted_at on app_user
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function close_accounts_of_deleted();

-- No account is opened for a person who has left. The two locks conflict with each other and with little else: a person who
-- leaves waits for accounts that are being opened, and sees them; an account waits for a person who is leaving.
create function lock_leaver() returns trigger language plpgsql as $$
begin
  perform from app_user where id = old.id for update;
  return new;
end
$$;
create trigger app_user_deletion_waits_for_accounts before update of deleted_at on app_user
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function lock_leaver();

create function refuse_account_of_deleted() returns trigger language plpgsql as $$
declare
  gone_at timestamptz;
begin
  select deleted_at into gone_at from app_user where id = new.owner_id for key share;
  if gone_at is not null then
    raise exception 'the owner of an account is gone'
      using errcode = 'check_violation', constraint = 'account_closed_is_empty';
  end if;
  return new;
end
$$;
create trigger account_is_not_opened_for_deleted before insert on account
  for each row when (new.owner_id is not null)
  execute function refuse_account_of_deleted();

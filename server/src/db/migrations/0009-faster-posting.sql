-- Posting with less work for the same rules: every rule of the books stays where it was, in the database.

-- Of an account only its balance and version change, so what it is called is looked at once, when it is opened, and not
-- at each change of its balance.
alter table account drop constraint account_asset_check, drop constraint account_kind_fits_owner;
create trigger account_names_an_asset before insert on account
  for each row when (new.asset !~ '^[A-Z0-9]{2,12}$') execute function refuse_change('that is no code of an asset');
create trigger account_kind_fits_owner before insert on account
  for each row when (
    case when new.owner_id is null then new.kind not in ('rail_clearing', 'fees', 'exposure')
    else new.kind not in ('available', 'held') end
  )
  execute function refuse_change('an owner has no account of that kind');

-- The same rules in fewer words: each check is read anew by each statement that writes.
create domain transfer_kind as text check (
  value in ('topup', 'transfer', 'deposit', 'withdrawal', 'trade', 'exchange', 'adjustment', 'hold', 'release', 'reversal')
);
alter table transfer drop constraint transfer_kind_check, alter column kind type transfer_kind;
alter table entry
  drop constraint entry_balance_after_check,
  drop constraint entry_account_version_check,
  drop constraint entry_has_balance_with_version,
  add constraint entry_balance_after_check check (
    case when account_version is null then balance_after is null
    else account_version > 0 and balance_after is not null and balance_after >= 0 end
  );

-- As before, with less to plan and to start. It has no settings of its own: ledger_post and ledger_post_one, which alone
-- write entries, set what its plans need.
create or replace function apply_new_entries() returns trigger language plpgsql as $$
declare
  -- By account, in the order of their ids.
  ids bigint[];
  opening_versions bigint[];
  closing_versions bigint[];
  opening_balances numeric[];
  closing_balances numeric[];
  are_chains boolean;
  moved_count integer;
  announced text;
  are_zero_sums boolean;
  are_whole boolean;
  has_several_assets boolean;
  has_entries_without_balance boolean;
  -- Of the first entries.
  is_plain boolean;
  transfer_ids uuid[];
  assets text[];
  lines integer[];
  total numeric;
begin
  -- What most statements write, one transfer of one asset between two accounts of customers, needs no more than a look.
  select
    array_agg(transfer_id), array_agg(asset), array_agg(line), sum(amount),
    array_agg(account_id), array_agg(account_version - 1), array_agg(account_version),
    array_agg(balance_after - amount), array_agg(balance_after)
  from (select * from new_entry order by account_id limit 3) few
  into
    transfer_ids, assets, lines, total,
    ids, opening_versions, closing_versions, opening_balances, closing_balances;
  is_plain :=
    cardinality(ids) = 2 and transfer_ids[1] = transfer_ids[2] and assets[1] = assets[2] and total = 0
    and (lines = '{1,2}' or lines = '{2,1}') and ids[1] <> ids[2] and closing_versions[1] + closing_versions[2] > 0;

  if is_plain is not true then
    with written as (
      select
        sum(amount) = 0 as is_zero_sum,
        min(line) = 1 and max(line) = count(*) as is_whole,
        min(asset collate "C") <> max(asset collate "C") as is_of_several_assets,
        bool_or(account_version is null) as is_partly_without_balance
      from new_entry
      group by transfer_id
    ), chained as (
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
      order by account_id
    ), verdict as (
      select
        bool_and(is_zero_sum), bool_and(is_whole), bool_or(is_of_several_assets), bool_or(is_partly_without_balance)
      from written
    ), movements as (
      select
        array_agg(account_id), array_agg(opening_version), array_agg(closing_version), array_agg(opening_balance),
        array_agg(opening_balance + amount), bool_and(is_chain)
      from movement
    )
    select verdict.*, movements.*
    from verdict, movements
    into
      are_zero_sums, are_whole, has_several_assets, has_entries_without_balance,
      ids, opening_versions, closing_versions, opening_balances, closing_balances, are_chains;

    if has_several_assets then
      are_zero_sums := not exists (select from new_entry group by transfer_id, asset having sum(amount) <> 0);
    end if;
    if not are_zero_sums then
      raise exception 'the entries of a transfer do not sum to zero' using errcode = 'check_violation';
    elsif not are_whole then
      raise exception 'the entries of a transfer are not written whole' using errcode = 'check_violation';
    elsif has_entries_without_balance and exists (
      select from new_entry
      where account_version is null
        and (select owner_id from account where account.id = new_entry.account_id) is not null
    ) then
      raise exception 'an entry of a customer carries no balance' using errcode = 'check_violation';
    end if;
    if ids is null then
      return null;
    end if;

    if not are_chains then
      raise exception 'an entry does not follow the last one of its account' using errcode = 'check_violation';
    end if;
  end if;

  -- Arrays rather than a join: the one plan there can be looks each account up by its id, however few there were
  -- when it was made. In a sorted array width_bucket finds the position of a value that it holds.
  announced := set_config('mercury.moves_accounts', 'yes', true);
  update account
  set balance = closing_balances[width_bucket(id, ids)],
      version = closing_versions[width_bucket(id, ids)]
  where id = any (ids)
    and version = opening_versions[width_bucket(id, ids)]
    and balance = opening_balances[width_bucket(id, ids)];
  get diagnostics moved_count = row_count;
  announced := set_config('mercury.moves_accounts', '', true);
  if moved_count <> cardinality(ids) then
    raise exception 'an entry does not follow the last one of its account' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

-- The ids of accounts in the order asked for, customers' before the house's, null where one is not open yet; and the
-- customers' once more in the order in which they are locked, with the position of each.
create function ledger_accounts(
  customer_owners uuid[], customer_assets text[], customer_kinds text[], house_assets text[], house_kinds text[],
  out ids bigint[], out sorted_ids bigint[], out sorted_positions integer[]
) language plpgsql as $$
begin
  ids := array(
    select (
      select a.id from account a
      where a.owner_id = asked.owner_id and a.asset = asked.asset and a.kind = asked.kind
    )
    from unnest(customer_owners, customer_assets, customer_kinds)
      with ordinality as asked (owner_id, asset, kind, position)
    order by asked.position
  );
  select array_agg(customer.id), array_agg(customer.position)
  from (
    select id, position from unnest(ids) with ordinality as by_position (id, position) order by id
  ) customer
  into sorted_ids, sorted_positions;
  if cardinality(house_assets) > 0 then
    ids := ids || array(
      select (
        select a.id from account a where a.owner_id is null and a.asset = asked.asset and a.kind = asked.kind
      )
      from unnest(house_assets, house_kinds) with ordinality as asked (asset, kind, position)
      order by asked.position
    );
  end if;
end
$$;

-- The short way for what is asked most: one transfer of one asset from what one customer has to what another has, when
-- nobody else waits. It stores what ledger_post would, and answers when, and the two balances after it. Where it would have
-- to wait for anybody, to open an account, or to refuse, it has done nothing and answers null: ledger_post then decides.
create function ledger_post_one(
  transfer_id uuid, kind text, from_owner uuid, to_owner uuid, moved_asset text, moved numeric,
  key_owner uuid, asked_key text, fingerprint text, context text, records jsonb
) returns text[] language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_variable
declare
  from_id bigint;
  to_id bigint;
  from_balance numeric;
  to_balance numeric;
  from_version bigint;
  to_version bigint;
begin
  -- Several of these may run at once, but none beside a batch, which would find accounts of its own locked.
  if not pg_try_advisory_xact_lock_shared(6230570001) then
    return null;
  end if;

  -- In no order, since nobody waits.
  select a.id, a.balance - moved, a.version + 1 from account a
  where a.owner_id = from_owner and a.asset = moved_asset and a.kind = 'available'
  for no key update skip locked
  into from_id, from_balance, from_version;
  select a.id, a.balance + moved, a.version + 1 from account a
  where a.owner_id = to_owner and a.asset = moved_asset and a.kind = 'available'
  for no key update skip locked
  into to_id, to_balance, to_version;
  if from_id is null or to_id is null or from_balance < 0 then
    return null;
  end if;

  -- After the locks: who repeats a posting finds them taken while the first one is on its way.
  if asked_key is not null then
    if exists (select from idempotency i where i.owner_id = key_owner and i.key = asked_key) then
      return null;
    end if;
    insert into idempotency (owner_id, key, fingerprint, transfer_id, context)
    values (key_owner, asked_key, fingerprint, transfer_id, context::json);
  end if;
  insert into transfer (id, kind) values (transfer_id, kind);
  insert into entry (transfer_id, line, account_id, asset, amount, balance_after, account_version)
  values
    (transfer_id, 1, from_id, moved_asset, -moved, from_balance, from_version),
    (transfer_id, 2, to_id, moved_asset, moved, to_balance, to_version);
  if records is not null then
    perform ledger_record(records, null, array[transfer_id]);
  end if;
  return array[
    to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), from_balance::text, to_balance::text
  ];
end
$$;

-- Posting with two batches side by side, history rows as rows instead of a document, and one look at each account.

drop function ledger_post(
  boolean, uuid[], text[], text[], text[], text[], uuid[], text[], uuid[], uuid[], uuid[], text[], text[], text[],
  integer[], integer[], integer[], numeric[], jsonb
);
drop function ledger_post_one(uuid, text, uuid, uuid, text, numeric, uuid, text, text, text, jsonb);
drop function ledger_record(jsonb, text[], uuid[]);
drop function ledger_accounts(uuid[], text[], text[], text[], text[]);

-- A row of history as it is asked for: of the transfer at that place in the call, from 1.
create type history_record as (
  item integer, id uuid, user_id uuid, type text, asset text, amount numeric, fee numeric, direction text,
  status text, state text, counterparty text, note text, reference_id uuid, usd_value numeric
);

-- Writes history rows, or moves rows that are still pending on. `outcomes` and `transfer_ids` are per item, null for
-- records without a transfer.
create function ledger_record(records history_record[], outcomes text[], transfer_ids uuid[])
returns void language plpgsql as $$
declare
  at_once constant text := to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  asked_count bigint;
  written_count bigint;
begin
  with asked as materialized (
    select
      record.*,
      transfer_ids[record.item] as transfer_id,
      case when record.status = 'PENDING' then null else now() end as completed_at,
      jsonb_build_array(jsonb_build_object('state', record.state, 'at', at_once)) as timeline
    from unnest(records) as record
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

-- Old keys are looked for once an hour, among those of a day: an index for that costs every posting more than it saves.
drop index idempotency_by_age;

-- Posts any number of transfers in their order, each as if it were alone: one that is refused stores nothing and hurts
-- no other. Accounts come once each, customers' before the house's, and entries name them by position. Items are
-- transfers; entries are sorted by item. No key comes twice.
--
-- Batches fight over rows and commits when they overlap, and one alone leaves a core idle. So there are two lanes, whoever
-- sends them, and each batch takes one that is free. Where none is, it waits for the first, or is sent back if it asked
-- for one that is free now. Where another keeps what it needs, it takes both. Batches that one process has on their way
-- share no account of a customer. What is no batch has no turn, and waits for whoever keeps an account.
--
-- Answers by item: 'posted', 'repeat' (with the first receipt), 'IdempotencyKeyReused', 'InsufficientBalance', or, in a
-- batch only, 'locked': another transaction keeps an account of it, so it is to be asked again rather than all wait. By
-- entry: the balance after it, null for the house. No answers at all: no lane was free, nothing was done.
create function ledger_post(
  turn text,
  customer_owners uuid[], customer_assets text[], customer_kinds text[],
  house_assets text[], house_kinds text[],
  transfer_ids uuid[], transfer_kinds text[], reference_ids uuid[], reverses_ids uuid[],
  key_owners uuid[], keys text[], fingerprints text[], contexts text[],
  entry_items integer[], entry_lines integer[], entry_accounts integer[], entry_amounts numeric[],
  records history_record[],
  out posted_at text, out outcomes text[], out entry_balances numeric[], out receipts json[]
) language plpgsql
-- A plan made while the tables were empty would read them from end to end until the next ANALYZE. So the plans here
-- must not depend on sizes: no sequential scans, and no joins that could be turned round, but lookups one by one.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
-- A transaction that keeps a row locked must not keep everybody's money waiting behind it.
set lock_timeout = '2s'
as $$
declare
  is_batch constant boolean := turn is not null;
  item_count constant integer := cardinality(transfer_ids);
  customer_count constant integer := cardinality(customer_owners);
  -- Copies that can be read by position without walking the array from its start.
  accounts integer[] := entry_accounts;
  amounts numeric[] := entry_amounts;
  owners uuid[] := customer_owners;
  assets text[] := customer_assets || house_assets;
  kinds text[] := customer_kinds || house_kinds;
  -- By account. The house's have no balance and no version: null stays null in the sums below.
  account_ids bigint[];
  balances numeric[];
  versions bigint[];
  found_count integer;
  is_locked_elsewhere boolean[];
  missing_accounts integer[] := '{}';
  -- By entry.
  entry_versions bigint[] := array_fill(null::bigint, array[cardinality(entry_items)]);
  line integer := 1;
  line_after integer;
  account integer;
  posted_count integer := 0;
  written_count integer;
  known record;
begin
  -- The numbers are arbitrary, they only have to be nobody else's.
  if turn = 'next' then
    if not pg_try_advisory_xact_lock(6230570001) then
      if not pg_try_advisory_xact_lock(6230570002) then
        perform pg_advisory_xact_lock(6230570001);
      end if;
    end if;
  elsif turn = 'free' then
    if not pg_try_advisory_xact_lock(6230570001) then
      if not pg_try_advisory_xact_lock(6230570002) then
        return;
      end if;
    end if;
  elsif turn = 'alone' then
    perform pg_advisory_xact_lock(6230570001);
    perform pg_advisory_xact_lock(6230570002);
  elsif is_batch then
    raise exception 'there is no turn %', turn using errcode = 'invalid_parameter_value';
  else
    -- In the order of their ids, as everybody does who waits.
    perform from account a
    where a.id = any (array(
      select (
        select a.id from account a
        where a.owner_id = asked.owner_id and a.asset = asked.asset and a.kind = asked.kind
      )
      from unnest(customer_owners, customer_assets, customer_kinds) as asked (owner_id, asset, kind)
    ))
    order by a.id
    for no key update;
  end if;

  posted_at := to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  outcomes := array_fill(null::text, array[item_count]);
  entry_balances := array_fill(null::numeric, array[cardinality(entry_items)]);

  -- In the order asked for: rows that are locked one by one can only be looked up in a loop over what asks for them.
  select array_agg(a.id), array_agg(coalesce(a.balance, 0)), array_agg(coalesce(a.version, 0)), count(a.id)
  from unnest(customer_owners, customer_assets, customer_kinds) as asked (owner_id, asset, kind)
  left join lateral (
    select account.id, account.balance, account.version from account
    where account.owner_id = asked.owner_id and account.asset = asked.asset and account.kind = asked.kind
    for no key update skip locked
  ) a on true
  into account_ids, balances, versions, found_count;
  if found_count < customer_count then
    -- Those that are there all the same are locked; the others are not open yet.
    for known in
      select asked.position
      from unnest(customer_owners, customer_assets, customer_kinds)
        with ordinality as asked (owner_id, asset, kind, position)
      where account_ids[asked.position] is null and exists (
        select from account a where a.owner_id = asked.owner_id and a.asset = asked.asset and a.kind = asked.kind
      )
    loop
      if not is_batch then
        raise exception 'an account was opened at the same time' using errcode = 'serialization_failure';
      end if;
      is_locked_elsewhere[known.position] := true;
    end loop;
  end if;
  if cardinality(house_assets) > 0 then
    for known in
      select asked.position, a.id
      from unnest(house_assets, house_kinds) with ordinality as asked (asset, kind, position)
      cross join lateral (
        select account.id from account
        where account.owner_id is null and account.asset = asked.asset and account.kind = asked.kind
        offset 0
      ) a
    loop
      account_ids[customer_count + known.position] := known.id;
    end loop;
  end if;

  -- After the locks: who repeats a posting usually waited for its accounts, and sees its key now.
  for known in
    select asked.item, kept.transfer_id, kept.context, kept.fingerprint = asked.fingerprint as is_same
    from unnest(key_owners, keys, fingerprints) with ordinality as asked (owner_id, key, fingerprint, item)
    cross join lateral (
      -- OFFSET 0 keeps it a lookup for each key.
      select * from idempotency where idempotency.owner_id = asked.owner_id and idempotency.key = asked.key offset 0
    ) kept
  loop
    if known.is_same then
      if receipts is null then
        receipts := array_fill(null::json, array[item_count]);
      end if;
      outcomes[known.item] := 'repeat';
      receipts[known.item] := ledger_receipt(known.transfer_id, known.context);
    else
      outcomes[known.item] := 'IdempotencyKeyReused';
    end if;
  end loop;

  for item in 1 .. item_count loop
    line_after := line;
    while entry_items[line_after] = item loop
      line_after := line_after + 1;
    end loop;
    if outcomes[item] is null then
      outcomes[item] := 'posted';
      for position in line .. line_after - 1 loop
        account := accounts[position];
        if is_locked_elsewhere[account] then
          outcomes[item] := 'locked';
          exit;
        elsif balances[account] + amounts[position] < 0 then
          outcomes[item] := 'InsufficientBalance';
        end if;
      end loop;
      if outcomes[item] = 'posted' then
        posted_count := posted_count + 1;
        for position in line .. line_after - 1 loop
          account := accounts[position];
          if account_ids[account] is null then
            account_ids[account] := nextval('account_id_seq');
            missing_accounts := missing_accounts || account;
          end if;
          balances[account] := balances[account] + amounts[position];
          versions[account] := versions[account] + 1;
          entry_balances[position] := balances[account];
          entry_versions[position] := versions[account];
        end loop;
      end if;
    end if;
    line := line_after;
  end loop;
  if posted_count = 0 then
    return;
  end if;

  if cardinality(missing_accounts) > 0 then
    insert into account (id, owner_id, asset, kind) overriding system value
    select account_ids[missing.position], owners[missing.position], assets[missing.position], kinds[missing.position]
    from unnest(missing_accounts) as missing (position)
    -- In one order, or two that open the same ones would wait for each other.
    order by owners[missing.position], assets[missing.position], kinds[missing.position]
    on conflict do nothing;
    get diagnostics written_count = row_count;
    if written_count <> cardinality(missing_accounts) then
      raise exception 'an account was opened at the same time' using errcode = 'serialization_failure';
    end if;
  end if;

  with new_transfer as (
    insert into transfer (id, kind, reference_id, reverses_id)
    select asked.id, asked.kind, asked.reference_id, asked.reverses_id
    from unnest(transfer_ids, transfer_kinds, reference_ids, reverses_ids)
      with ordinality as asked (id, kind, reference_id, reverses_id, item)
    where outcomes[asked.item] = 'posted'
  ), new_entry as (
    insert into entry (transfer_id, line, account_id, asset, amount, balance_after, account_version)
    select
      transfer_ids[asked.item], asked.line, account_ids[asked.account], assets[asked.account], asked.amount,
      asked.balance_after, asked.account_version
    from unnest(entry_items, entry_lines, accounts, amounts, entry_balances, entry_versions)
      as asked (item, line, account, amount, balance_after, account_version)
    where outcomes[asked.item] = 'posted'
  )
  -- A key that somebody else stored since it was looked for takes the statement down; tried again, it is a repeat.
  insert into idempotency (owner_id, key, fingerprint, transfer_id, context)
  select asked.owner_id, asked.key, asked.fingerprint, asked.transfer_id, asked.context::json
  from unnest(key_owners, keys, fingerprints, transfer_ids, contexts)
    with ordinality as asked (owner_id, key, fingerprint, transfer_id, context, item)
  where asked.key is not null and outcomes[asked.item] = 'posted'
  order by asked.owner_id, asked.key;

  if records is not null then
    perform ledger_record(records, outcomes, transfer_ids);
  end if;
end
$$;

-- The short way for what is asked most: one transfer of one asset from what one customer has to what another has. It
-- stores what ledger_post would, and answers when, and the two balances after it. Where it would have to wait for an
-- account, to open one, or to refuse, it has done nothing and answers null: ledger_post then decides.
create function ledger_post_one(
  transfer_id uuid, kind text, from_owner uuid, to_owner uuid, moved_asset text, moved numeric,
  key_owner uuid, asked_key text, fingerprint text, context text,
  records history_record[]
) returns text[] language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
-- For whoever stores the same key at the same moment.
set lock_timeout = '2s'
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

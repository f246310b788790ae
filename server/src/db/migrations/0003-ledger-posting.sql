-- Posting: what the server calls to write the books, in one call however many transfers there are.

-- Writes history rows, or moves rows that are still pending on. A record is {item, id, user_id, ...}; `outcomes` and
-- `transfer_ids` are per item, null for records without a transfer.
create function ledger_record(records jsonb, outcomes text[], transfer_ids uuid[]) returns void language plpgsql as $$
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
      status text, state text, counterparty text, note text, reference_id uuid
    )
    where outcomes is null or outcomes[record.item] = 'posted'
  ), written as (
    insert into wallet_transaction (
      id, user_id, type, asset, amount, fee, direction, status, state, counterparty, note, reference_id,
      transfer_id, completed_at, timeline
    )
    select
      id, user_id, type, asset, amount, fee, direction, status, state, counterparty, note, reference_id,
      transfer_id, completed_at, timeline
    from asked
    on conflict (id) do update
    set status = excluded.status,
        state = excluded.state,
        transfer_id = coalesce(excluded.transfer_id, wallet_transaction.transfer_id),
        completed_at = excluded.completed_at,
        timeline = wallet_transaction.timeline || excluded.timeline
    where wallet_transaction.status = 'PENDING'
      and wallet_transaction.user_id = excluded.user_id
      and wallet_transaction.type = excluded.type
      and wallet_transaction.asset = excluded.asset
      and wallet_transaction.amount = excluded.amount
      and wallet_transaction.direction = excluded.direction
    returning 1
  )
  select (select count(*) from asked), (select count(*) from written) into asked_count, written_count;
  if written_count <> asked_count then
    raise exception 'a row of history is no longer pending, or is another one' using errcode = 'check_violation';
  end if;
end
$$;

-- Posts any number of transfers in their order, each as if it were alone: one that is refused stores nothing and
-- hurts no other. Accounts are locked in the order of their ids, and opened by the first entry that needs them.
--
-- Accounts come once each, customers' before the house's, and entries name them by position. Items are transfers;
-- entries are sorted by item. No key comes twice. Answers by item: 'posted', 'repeat' (with the first receipt),
-- 'IdempotencyKeyReused', 'InsufficientBalance', or, in a batch only, 'locked': another transaction keeps an account
-- of it, so it is to be posted by itself rather than all wait. By entry: the balance after it, null for the house.
create function ledger_post(
  is_batch boolean,
  customer_owners uuid[], customer_assets text[], customer_kinds text[],
  house_assets text[], house_kinds text[],
  transfer_ids uuid[], transfer_kinds text[], reference_ids uuid[], reverses_ids uuid[],
  key_owners uuid[], keys text[], fingerprints text[], contexts text[],
  entry_items integer[], entry_lines integer[], entry_accounts integer[], entry_amounts numeric[],
  records jsonb,
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
  lockable_ids bigint[];
  lockable_positions integer[];
  lockable integer := 1;
  balances numeric[] := array_fill(0::numeric, array[customer_count]);
  versions bigint[] := array_fill(0::bigint, array[customer_count]);
  is_locked_elsewhere boolean[];
  missing_accounts integer[] := '{}';
  -- By entry.
  entry_versions bigint[] := array_fill(null::bigint, array[cardinality(entry_items)]);
  line integer := 1;
  line_after integer;
  account integer;
  posted_count integer := 0;
  claimed_count integer;
  written_count integer;
  known record;
begin
  posted_at := to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  outcomes := array_fill(null::text, array[item_count]);
  entry_balances := array_fill(null::numeric, array[cardinality(entry_items)]);

  if is_batch then
    -- Batches of several processes on one database fight over rows and commits when they overlap; in turn they are
    -- faster. The number is arbitrary, it only has to be nobody else's.
    perform pg_advisory_xact_lock(6230570001);
  end if;

  select array_agg(id order by position), array_agg(id order by id), array_agg(position order by id)
  from (
    select
      asked.position,
      (
        select a.id from account a
        where a.owner_id = asked.owner_id and a.asset = asked.asset and a.kind = asked.kind
      ) as id
    from unnest(customer_owners, customer_assets, customer_kinds)
      with ordinality as asked (owner_id, asset, kind, position)
  ) customer
  into account_ids, lockable_ids, lockable_positions;
  if cardinality(house_assets) > 0 then
    account_ids := account_ids || array(
      select (
        select a.id from account a where a.owner_id is null and a.asset = asked.asset and a.kind = asked.kind
      )
      from unnest(house_assets, house_kinds) with ordinality as asked (asset, kind, position)
      order by asked.position
    );
  end if;

  if is_batch then
    for known in
      select a.id, a.balance, a.version from account a where a.id = any (lockable_ids)
      order by a.id
      for no key update skip locked
    loop
      while lockable_ids[lockable] < known.id loop
        is_locked_elsewhere[lockable_positions[lockable]] := true;
        lockable := lockable + 1;
      end loop;
      balances[lockable_positions[lockable]] := known.balance;
      versions[lockable_positions[lockable]] := known.version;
      lockable := lockable + 1;
    end loop;
    -- Accounts that are not open yet come last, without an id.
    while lockable_ids[lockable] is not null loop
      is_locked_elsewhere[lockable_positions[lockable]] := true;
      lockable := lockable + 1;
    end loop;
  else
    for known in
      select a.id, a.balance, a.version from account a where a.id = any (lockable_ids)
      order by a.id
      for no key update
    loop
      balances[lockable_positions[lockable]] := known.balance;
      versions[lockable_positions[lockable]] := known.version;
      lockable := lockable + 1;
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
  ), claim as (
    select asked.*
    from unnest(key_owners, keys, fingerprints, transfer_ids, contexts)
      with ordinality as asked (owner_id, key, fingerprint, transfer_id, context, item)
    where asked.key is not null and outcomes[asked.item] = 'posted'
  ), new_key as (
    insert into idempotency (owner_id, key, fingerprint, transfer_id, context)
    select claim.owner_id, claim.key, claim.fingerprint, claim.transfer_id, claim.context::json
    from claim
    order by claim.owner_id, claim.key
    on conflict do nothing
    returning 1
  )
  select (select count(*) from claim), (select count(*) from new_key) into claimed_count, written_count;
  if written_count <> claimed_count then
    raise exception 'an idempotency key was used at the same time' using errcode = 'serialization_failure';
  end if;

  if records is not null then
    perform ledger_record(records, outcomes, transfer_ids);
  end if;
end
$$;

-- The receipt of a transfer as it was first given: its entries have not changed since.
create function ledger_receipt(wanted_transfer_id uuid, context json) returns json language sql stable as $$
  select json_build_object(
    'transferId', transfer.id,
    'postedAt', to_char(transfer.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'balances', coalesce((
      select json_agg(
        json_build_object(
          'owner', account.owner_id, 'asset', account.asset, 'kind', account.kind,
          'balance', entry.balance_after::text
        )
        order by entry.line
      )
      from entry
      cross join lateral (select * from account where account.id = entry.account_id offset 0) account
      where entry.transfer_id = transfer.id and account.owner_id is not null
    ), '[]'),
    'context', context
  )
  from transfer
  where transfer.id = wanted_transfer_id
$$;

-- Posts as before. What of it needs no turn is done before a batch takes its turn, and a key is stored without being looked
-- for once more.
create or replace function ledger_post(
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
  written_count integer;
  known record;
begin
  posted_at := to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  outcomes := array_fill(null::text, array[item_count]);
  entry_balances := array_fill(null::numeric, array[cardinality(entry_items)]);

  select known_accounts.ids, known_accounts.sorted_ids, known_accounts.sorted_positions
  from ledger_accounts(customer_owners, customer_assets, customer_kinds, house_assets, house_kinds) as known_accounts
  into account_ids, lockable_ids, lockable_positions;

  if is_batch then
    -- Batches of several callers on one database fight over rows and commits when they overlap; in turn they are faster.
    -- What needs no turn was done above, while the one before was written. The number is arbitrary, it only has to be
    -- nobody else's.
    perform pg_advisory_xact_lock(6230570001);
    if array_position(account_ids, null) is not null then
      -- It may have been opened in the meantime.
      select known_accounts.ids, known_accounts.sorted_ids, known_accounts.sorted_positions
      from ledger_accounts(customer_owners, customer_assets, customer_kinds, house_assets, house_kinds) as known_accounts
      into account_ids, lockable_ids, lockable_positions;
    end if;
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

-- How money moves. These functions are the only way: they run with the rights of their owner, and the role that serves may
-- call them.

-- A transfer as it is asked for.
create type posting as (
  id uuid,
  kind text,
  reference_id uuid,
  -- The transfer that a reversal mirrors.
  reverses_id uuid,
  -- The open hold that it settles or releases, whole.
  closes_hold_id uuid,
  -- Whose key, which key, and the digest of the input. No key: a repeat is another transfer.
  key_owner_id uuid,
  key text,
  fingerprint text,
  -- JSON that the caller gets back with the receipt, and stores with the key.
  context text
);

-- A line of a transfer. `posting` is its transfer's place in the call, from 1. No owner: the house.
create type posting_entry as (
  posting integer,
  line integer,
  owner_id uuid,
  asset text,
  kind text,
  amount numeric
);

-- Writes rows of history, or moves rows that are still pending on. A pending row may come to another amount than was expected
-- (a top-up paid too little or too much), and keeps the last value in US dollars that it was given. `transfer_ids` are by
-- posting, null for one that was refused: its rows are left out. No array at all: the rows belong to no transfer.
create function ledger_write_history(history history_row[], transfer_ids uuid[]) returns void language plpgsql as $$
declare
  at_once constant text := to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  asked_count bigint;
  written_count bigint;
begin
  if transfer_ids is null and exists (select from unnest(history) as asked where asked.status = 'COMPLETED') then
    raise exception 'a completed row of history belongs to a transfer' using errcode = 'check_violation';
  end if;
  with asked as materialized (
    select
      asked.*,
      transfer_ids[asked.posting] as transfer_id,
      case when asked.status = 'PENDING' then null else now() end as completed_at,
      jsonb_build_array(jsonb_build_object('state', asked.state, 'at', at_once)) as timeline
    from unnest(history) as asked
    where transfer_ids is null or transfer_ids[asked.posting] is not null
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

-- Writes what ledger_post has decided. `transfer_ids` are by posting, null where it was refused; the other arrays by entry.
create function ledger_write(
  postings posting[], transfer_ids uuid[], receipts json[],
  entries posting_entry[], account_ids bigint[], balances numeric[], versions bigint[]
) returns void language plpgsql as $$
begin
  insert into transfer (id, kind, reference_id, reverses_id)
  select id, kind, reference_id, reverses_id
  from unnest(postings, transfer_ids)
    as asked (id, kind, reference_id, reverses_id, closes_hold_id, key_owner_id, key, fingerprint, context, transfer_id)
  where transfer_id is not null;

  insert into entry (transfer_id, line, account_id, asset, amount, balance_after, account_version)
  select transfer_ids[posting], line, account_id, asset, amount, balance, version
  from unnest(entries, account_ids, balances, versions)
    as asked (posting, line, owner_id, asset, kind, amount, account_id, balance, version)
  where transfer_ids[posting] is not null;

  -- A key that somebody else stored since it was looked for takes the statement down; tried again, it is a repeat.
  insert into idempotency (owner_id, key, fingerprint, reply)
  select key_owner_id, key, fingerprint, receipt
  from unnest(postings, receipts, transfer_ids)
    as asked (id, kind, reference_id, reverses_id, closes_hold_id, key_owner_id, key, fingerprint, context, receipt, transfer_id)
  where key is not null and transfer_id is not null
  order by key_owner_id, key;
end
$$;

-- Opens and closes the holds of what was posted. A hold has the amount that its transfer moved to held, and the transfer that
-- closes it takes just that amount away.
create function ledger_write_holds(postings posting[], transfer_ids uuid[]) returns void language plpgsql as $$
declare
  asked_count bigint;
  written_count bigint;
  held_count bigint;
begin
  with asked as (
    select * from unnest(postings) where id = any (transfer_ids) and (kind = 'hold' or closes_hold_id is not null)
  ), opened as (
    insert into hold (id, available_account_id, held_account_id, amount, reference_id)
    select asked.id, debit.account_id, credit.account_id, credit.amount, asked.reference_id
    from asked
    join entry debit on debit.transfer_id = asked.id and debit.amount < 0
    join entry credit on credit.transfer_id = asked.id and credit.amount > 0
    join account available on available.id = debit.account_id and available.kind = 'available'
    join account held on held.id = credit.account_id and held.kind = 'held' and held.owner_id = available.owner_id
    where asked.kind = 'hold'
    returning 1
  ), closed as (
    update hold
    set state = case when asked.kind = 'release' then 'released' else 'settled' end,
        closed_by_transfer_id = asked.id,
        closed_at = now()
    from asked join entry on entry.transfer_id = asked.id
    where hold.id = asked.closes_hold_id and hold.state = 'open'
      and entry.account_id = hold.held_account_id and entry.amount = -hold.amount
    returning 1
  )
  select
    (select count(*) from asked),
    (select count(*) from opened) + (select count(*) from closed),
    (
      select count(*) from asked
      join entry on entry.transfer_id = asked.id
      join account on account.id = entry.account_id and account.kind = 'held'
    )
  into asked_count, written_count, held_count;
  if written_count <> asked_count or held_count <> asked_count then
    raise exception 'a hold is opened and closed by transfers of its amount' using errcode = 'check_violation';
  end if;
end
$$;

-- History of what moves no money: a payment that is awaited, or one that will never come.
create function ledger_record(history history_row[]) returns void language sql
security definer
set search_path = public, pg_temp
begin atomic
  select ledger_write_history(history, null);
end;

-- Posts any number of transfers in their order, each as if it were alone: one that is refused stores nothing and hurts no
-- other. Entries are sorted by posting and line. No key comes twice, and no account twice in a posting.
--
-- Answers a row for each posting, in order. Outcomes: 'posted', 'repeat' (with the stored receipt), 'IdempotencyKeyReused',
-- 'InsufficientBalance', 'HoldNotOpen', 'NotReversible', 'AccountClosed' (its owner has left), 'SenderFrozen' (of a transfer
-- between people), and in a batch 'locked': another transaction keeps an account of it, so it is to be asked again rather
-- than all wait. The receipt tells the balance after each entry of a customer.
--
-- Batches take turns, whichever process sends them: they are faster one after the other than beside one another. What is no
-- batch has no turn and waits for the accounts that others keep.
create function ledger_post(is_batch boolean, postings posting[], entries posting_entry[], history history_row[])
returns table (outcome text, receipt json) language plpgsql
security definer
set search_path = public, pg_temp
-- The plans must not depend on how small the tables were when they were made: rows are looked up one by one.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
-- A transaction that keeps a row locked must not keep everybody's money waiting behind it.
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  posted_at constant text := to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  -- By posting.
  outcomes text[] := array_fill(null::text, array[cardinality(postings)]);
  receipts json[] := array_fill(null::json, array[cardinality(postings)]);
  transfer_ids uuid[] := array_fill(null::uuid, array[cardinality(postings)]);
  has_holds boolean := false;
  has_reversals boolean := false;
  -- By entry: the number of its account among those that the call names, and what that account has after it.
  accounts integer[];
  entry_accounts bigint[] := array_fill(null::bigint, array[cardinality(entries)]);
  entry_balances numeric[] := array_fill(null::numeric, array[cardinality(entries)]);
  entry_versions bigint[] := array_fill(null::bigint, array[cardinality(entries)]);
  -- By account. The house's have neither balance nor version: null stays null in the sums below.
  ids bigint[];
  owners uuid[];
  assets text[];
  kinds text[];
  balances numeric[];
  versions bigint[];
  are_locked boolean[];
  are_closed boolean[];
  opened integer[] := '{}';
  opened_count integer;
  -- Of the posting that is being decided.
  wanted posting;
  item record;
  account integer;
  lines json[];
begin
  if is_batch then
    -- The number is arbitrary. It only has to be nobody else's.
    perform pg_advisory_xact_lock(6230570001);
  else
    -- People before accounts, both in the order of their ids, as all who wait do.
    perform from app_user where id in (select owner_id from unnest(entries)) order by id for key share;
    perform from account
    where id = any (array(
      select (
        select account.id from account
        where account.owner_id = named.owner_id and account.asset = named.asset and account.kind = named.kind
      )
      from unnest(entries) as named
    ))
    order by id
    for no key update;
  end if;

  -- Number the accounts that the entries name.
  select array_agg(number order by entry)
  from (
    select entry, dense_rank() over (order by owner_id, asset, kind) as number
    from unnest(entries) with ordinality as named (posting, line, owner_id, asset, kind, amount, entry)
  ) as numbered
  into accounts;

  -- Lock and read them. One that is there and can't be locked is kept elsewhere. One that is not there will be opened, unless
  -- its owner is leaving.
  select
    array_agg(coalesce(customer.id, house.id)), array_agg(named.owner_id), array_agg(named.asset), array_agg(named.kind),
    array_agg(case when named.owner_id is not null then coalesce(customer.balance, 0) end),
    array_agg(case when named.owner_id is not null then coalesce(customer.version, 0) end),
    array_agg(customer.id is null and exists (
      select from account
      where account.owner_id = named.owner_id and account.asset = named.asset and account.kind = named.kind
      union all
      select from app_user where app_user.id = named.owner_id and owner.id is null
    )),
    array_agg(customer.closed_at is not null or owner.deleted_at is not null)
  from (
    select distinct owner_id, asset, kind from unnest(entries) order by owner_id, asset, kind
  ) as named
  left join lateral (
    select account.id, account.balance, account.version, account.closed_at from account
    where account.owner_id = named.owner_id and account.asset = named.asset and account.kind = named.kind
    for no key update skip locked
  ) as customer on true
  left join lateral (
    select app_user.id, app_user.deleted_at from app_user
    where customer.id is null and app_user.id = named.owner_id
    for key share skip locked
  ) as owner on true
  left join lateral (
    select account.id from account
    where named.owner_id is null
      and account.owner_id is null and account.asset = named.asset and account.kind = named.kind
    offset 0
  ) as house on true
  into ids, owners, assets, kinds, balances, versions, are_locked, are_closed;

  -- What decides on a posting before its balances do. It is read after the locks: a repeat mostly waited for its accounts
  -- and sees its key now, and so do those who come after a freeze, a closed hold and a reversal.
  for item in
    select asked.number, kept.fingerprint = asked.fingerprint as is_same, kept.reply
    from unnest(postings) with ordinality
      as asked (id, kind, reference_id, reverses_id, closes_hold_id, key_owner_id, key, fingerprint, context, number)
    cross join lateral (
      select * from idempotency where idempotency.owner_id = asked.key_owner_id and idempotency.key = asked.key offset 0
    ) as kept
  loop
    outcomes[item.number] := case when item.is_same then 'repeat' else 'IdempotencyKeyReused' end;
    receipts[item.number] := case when item.is_same then item.reply end;
  end loop;
  for item in
    select asked.posting as number, 'SenderFrozen' as refusal
    from unnest(entries) as asked
    where asked.kind = 'available' and asked.amount < 0 and (postings[asked.posting]).kind = 'transfer' and exists (
      select from app_user
      where app_user.id = asked.owner_id and is_frozen(app_user.frozen_at, app_user.unfreezes_at)
    )
    union all
    select asked.number, case when asked.reverses_id is null then 'HoldNotOpen' else 'NotReversible' end
    from unnest(postings) with ordinality
      as asked (id, kind, reference_id, reverses_id, closes_hold_id, key_owner_id, key, fingerprint, context, number)
    where asked.closes_hold_id is not null
        and not exists (select from hold where hold.id = asked.closes_hold_id and hold.state = 'open')
      or asked.reverses_id is not null
        and exists (select from transfer where transfer.reverses_id = asked.reverses_id)
  loop
    outcomes[item.number] := coalesce(outcomes[item.number], item.refusal);
  end loop;

  -- Decide in order, each with the balances that those before it leave.
  for item in
    select posting as number, array_agg(entry order by entry) as entries, array_agg(amount order by entry) as amounts
    from unnest(entries) with ordinality as asked (posting, line, owner_id, asset, kind, amount, entry)
    group by posting
    order by posting
  loop
    continue when outcomes[item.number] is not null;
    wanted := postings[item.number];
    outcomes[item.number] := 'posted';
    for line in 1 .. cardinality(item.amounts) loop
      account := accounts[item.entries[line]];
      if are_locked[account] and not is_batch then
        raise exception 'an account is being opened or closed' using errcode = 'serialization_failure';
      elsif are_locked[account] then
        outcomes[item.number] := 'locked';
        exit;
      elsif outcomes[item.number] <> 'posted' then
        continue;
      elsif balances[account] + item.amounts[line] < 0 then
        outcomes[item.number] := 'InsufficientBalance';
      elsif are_closed[account] then
        outcomes[item.number] := 'AccountClosed';
      elsif item.amounts[line] <> trunc(item.amounts[line]) then
        raise exception 'an amount is a whole number of the smallest unit' using errcode = 'check_violation';
      elsif kinds[account] = 'held' and (wanted.kind = 'hold') = (wanted.closes_hold_id is not null) then
        raise exception 'held money moves by its hold only' using errcode = 'check_violation';
      end if;
    end loop;
    continue when outcomes[item.number] <> 'posted';

    lines := '{}';
    for line in 1 .. cardinality(item.amounts) loop
      account := accounts[item.entries[line]];
      if ids[account] is null then
        ids[account] := nextval('account_id_seq');
        opened := array_append(opened, account);
      end if;
      balances[account] := balances[account] + item.amounts[line];
      versions[account] := versions[account] + 1;
      entry_accounts[item.entries[line]] := ids[account];
      entry_balances[item.entries[line]] := balances[account];
      entry_versions[item.entries[line]] := versions[account];
      if owners[account] is not null then
        lines := array_append(lines, json_build_object(
          'owner', owners[account], 'asset', assets[account], 'kind', kinds[account], 'balance', balances[account]::text
        ));
      end if;
    end loop;
    has_holds := has_holds or wanted.kind = 'hold' or wanted.closes_hold_id is not null;
    has_reversals := has_reversals or wanted.reverses_id is not null;
    transfer_ids[item.number] := wanted.id;
    receipts[item.number] := json_build_object(
      'transferId', wanted.id, 'postedAt', posted_at, 'balances', to_json(lines), 'context', wanted.context::json
    );
  end loop;

  if array_position(outcomes, 'posted') is not null then
    if cardinality(opened) > 0 then
      insert into account (id, owner_id, asset, kind) overriding system value
      select ids[number], owners[number], assets[number], kinds[number]
      from unnest(opened) as number
      -- In one order, or two that open the same ones would wait for each other.
      order by owners[number], assets[number], kinds[number]
      on conflict do nothing;
      get diagnostics opened_count = row_count;
      if opened_count <> cardinality(opened) then
        raise exception 'an account was opened at the same time' using errcode = 'serialization_failure';
      end if;
    end if;
    perform ledger_write(postings, transfer_ids, receipts, entries, entry_accounts, entry_balances, entry_versions);
    if has_holds then
      perform ledger_write_holds(postings, transfer_ids);
    end if;
    if has_reversals then
      perform ledger_verify_reversals(transfer_ids);
    end if;
    if cardinality(history) > 0 then
      perform ledger_write_history(history, transfer_ids);
    end if;
  end if;

  return query select * from unnest(outcomes, receipts);
end
$$;

-- PUBLIC could call every function that it is not kept from. Who may, is written in privileges.sql.
revoke execute on all functions in schema public from public;
alter default privileges revoke execute on functions from public;

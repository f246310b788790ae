-- A freeze and a transfer meet at the sender's accounts: whoever freezes locks them first, so that a transfer is committed before,
-- or finds here that its sender is frozen. What was read of the sender before the posting can't tell.
-- Otherwise as before: writes history rows, or moves rows that are still pending on. `outcomes` and `transfer_ids` are per item,
-- null for records without a transfer.
create or replace function ledger_record(records history_record[], outcomes text[], transfer_ids uuid[])
returns void language plpgsql as $$
declare
  at_once constant text := to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  asked_count bigint;
  written_count bigint;
begin
  if exists (
    select from unnest(records) as record join app_user sender on sender.id = record.user_id
    where record.type = 'TRANSFER' and record.direction = 'out'
      and (outcomes is null or outcomes[record.item] = 'posted')
      and sender.frozen_at is not null and (sender.unfreezes_at is null or sender.unfreezes_at > now())
  ) then
    raise exception 'the sender is frozen' using errcode = 'check_violation', constraint = 'transfer_of_frozen';
  end if;
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

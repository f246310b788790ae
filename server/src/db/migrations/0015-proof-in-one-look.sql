-- As before, and what most statements write is proved and moved in one look instead of two.
create or replace function apply_new_entries() returns trigger language plpgsql
-- The plan must not depend on how few accounts there were when it was made: each is looked up by its id.
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  -- By account, in the order of their ids.
  ids bigint[];
  opening_versions bigint[];
  closing_versions bigint[];
  opening_balances numeric[];
  closing_balances numeric[];
  are_chains boolean;
  moved_count integer;
  announced text := set_config('mercury.moves_accounts', 'yes', true);
  are_zero_sums boolean;
  are_whole boolean;
  has_several_assets boolean;
  has_entries_without_balance boolean;
begin
  -- Most statements write one transfer of one asset between two accounts of customers: two entries, each of which finds
  -- the other, which makes it whole, and its account as it was before. Where only one of the two does, its account does not
  -- stand any more where its entry begins, and the whole statement is refused below.
  update account
  set balance = written.balance_after, version = written.account_version
  from new_entry as written, new_entry as other
  where (select count(*) from (select from new_entry limit 3) as few) = 2
    and other.transfer_id = written.transfer_id and other.line = 3 - written.line and other.line in (1, 2)
    and other.asset = written.asset and other.amount = -written.amount
    and other.account_version is not null
    and account.id = written.account_id
    and account.version = written.account_version - 1
    and account.balance = written.balance_after - written.amount;
  get diagnostics moved_count = row_count;
  if moved_count = 2 then
    announced := set_config('mercury.moves_accounts', '', true);
    return null;
  end if;

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
    announced := set_config('mercury.moves_accounts', '', true);
    return null;
  end if;

  if not are_chains then
    raise exception 'an entry does not follow the last one of its account' using errcode = 'check_violation';
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
  announced := set_config('mercury.moves_accounts', '', true);
  if moved_count <> cardinality(ids) then
    raise exception 'an entry does not follow the last one of its account' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

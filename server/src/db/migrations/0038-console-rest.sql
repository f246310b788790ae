-- A trade at another venue that a correction undid may be booked anew: it replaces that booking, and each is replaced once.
alter table outside_trade add column replaces_id uuid unique references outside_trade (id) check (replaces_id <> id);
drop index outside_trade_booked_once;
-- However the venue is spelt, a trade is booked once.
create unique index outside_trade_booked_once on outside_trade (lower(venue), reference) where replaces_id is null;
create index outside_trade_by_reference on outside_trade (lower(venue), reference, id);

-- The role that serves can't write what the trial balance is held against, so it can't make wrong books look right. All accounts
-- are read in one statement, so in one snapshot.
create function account_reading_take() returns void
language sql security definer set search_path = public, pg_temp
begin atomic
  insert into account_reading (asset, read_at, sum, held_without_holds)
  select account.asset, now(),
    sum(case when owner_id is null then house_balance_at(account.id, null) else balance end)::numeric(38, 0),
    (coalesce(sum(balance) filter (where kind = 'held'), 0) - coalesce(min(open.amount), 0))::numeric(38, 0)
  from account
  left join (
    select held.asset, sum(hold.amount) as amount
    from hold join account held on held.id = hold.held_account_id
    where hold.state = 'open' group by held.asset
  ) open on open.asset = account.asset
  group by account.asset
  on conflict (asset) do update
    set read_at = excluded.read_at, sum = excluded.sum, held_without_holds = excluded.held_without_holds
    where excluded.read_at > account_reading.read_at;
end;

revoke execute on all functions in schema public from public;

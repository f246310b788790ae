-- The house in order books: an account of its own, what it quotes, one halt of all trading; and orders that never traded are
-- put away.

-- The house places orders as a person does, so it is one (features/house-quotes/house.ts). Nobody can be it: what opens an account
-- to somebody is refused to it.
alter table app_user add constraint app_user_house_is_nobody check (
  id <> '00000000-0000-7000-8000-000000000001' or email_verified_at is null and deleted_at is null
);
alter table session add constraint session_is_not_of_the_house check (user_id <> '00000000-0000-7000-8000-000000000001');
alter table api_key add constraint api_key_is_not_of_the_house check (user_id <> '00000000-0000-7000-8000-000000000001');
alter table password_reset add constraint password_reset_is_not_of_the_house
  check (user_id <> '00000000-0000-7000-8000-000000000001');

-- As the operator wants it quoted. A market without a row is quoted as the product does by default.
create table house_quote (
  market text primary key references market (symbol),
  is_on boolean not null,
  -- On each side.
  levels integer not null check (levels between 1 and 20),
  -- From the best bid to the best ask, and from one level to the next, in hundredths of a percent.
  spread_bps integer not null check (spread_bps between 2 and 2000),
  step_bps integer not null check (step_bps between 1 and 1000),
  -- What all levels of a side are worth together, in US dollars in their smallest unit.
  depth_usd numeric(38, 0) not null check (depth_usd > 0)
);

-- How low and how high the house's position in each asset can be: with what its own account has, and if all its open orders that
-- lower it trade, or all that raise it.
create function house_reach(assets text[]) returns table (asset text, lowest numeric, highest numeric) language sql stable
begin atomic
  select named.asset,
    coalesce(house_position.position, 0) + coalesce(own.balance - own.reserved, 0),
    coalesce(house_position.position, 0) + coalesce(own.balance, 0) + coalesce(coming.amount, 0)
  from unnest(assets) as named (asset)
  left join house_position on house_position.asset = named.asset
  left join account own
    on own.owner_id = '00000000-0000-7000-8000-000000000001' and own.asset = named.asset and own.kind = 'available'
  left join (
    select case when side = 'BUY' then market.base else market.quote end as asset,
      sum(case when side = 'BUY' then remaining * lot_units else price::numeric * remaining * tick_lot_units end) as amount
    from book_order join market on market.symbol = book_order.market
    where user_id = '00000000-0000-7000-8000-000000000001' and status in ('OPEN', 'WAITING')
    group by 1
  ) coming on coming.asset = named.asset;
end;

-- The same, and no trade with the house can change the position before the transaction ends. Its orders may trade meanwhile, which
-- stays within the reach. What is read is read after the locks.
drop function ledger_lock_positions(text[]);
create function ledger_lock_positions(assets text[])
returns table (asset text, lowest numeric, highest numeric) language plpgsql
security definer
set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  perform from house_position held where held.asset = any (assets) order by held.asset for no key update;
  return query select reach.asset, reach.lowest, reach.highest from house_reach(assets) reach;
end
$$;

-- What the operator halted: one asset, or all trading. Offers of the house and order books both ask.
create table trading_halt (
  -- Null: all of them.
  asset text unique nulls not distinct references asset (code),
  operator text not null,
  halted_at timestamptz not null default now()
);

create function is_trading_halted(assets text[]) returns boolean language sql stable
begin atomic
  select exists (select from trading_halt where asset is null or asset = any (assets));
end;

-- Those of them that are halted. No other halt comes into force before the transaction ends. What is read after the lock holds.
create function begin_trade(assets text[]) returns text[] language plpgsql
set search_path = public, pg_temp
as $$
begin
  -- The number is arbitrary. It only has to be nobody else's.
  perform pg_advisory_xact_lock_shared(6230573002);
  return array(select named from unnest(assets) as named where is_trading_halted(array[named]));
end
$$;

-- All that is on its way is done first; what comes next finds the halt.
create function end_trading(markets text[]) returns void language plpgsql
set search_path = public, pg_temp
set lock_timeout = '5s'
as $$
begin
  perform book_take(symbol) from (select unnest(markets) as symbol order by 1) taken;
  perform pg_advisory_xact_lock(6230573002);
end
$$;

-- Orders that never traded, 90 days after they were over, where their person named them: a repeat is answered as ever.
create table archived_order (
  user_id uuid not null references app_user (id),
  client_order_id text not null,
  -- As book_read tells an order.
  told jsonb not null,
  primary key (user_id, client_order_id)
);

-- By its creation, which never changes: an index on what changes would make each trade dearer.
create index book_order_without_fill on book_order (id) where status in ('CANCELLED', 'EXPIRED');

drop trigger book_order_is_never_removed on book_order;
create trigger book_order_that_traded_is_never_removed before delete on book_order
  for each row when (old.status in ('OPEN', 'WAITING') or old.filled > 0)
  execute function refuse_change('an order that is open or traded is never removed');
create trigger book_order_is_not_truncated before truncate on book_order
  for each statement execute function refuse_change('an order is over, never removed');

-- Answers how many: the caller asks again until there are fewer than it allowed.
create function book_archive(orders_max integer) returns integer language sql
security definer
set search_path = public, pg_temp
begin atomic
  with gone as materialized (
    delete from book_order
    where id in (
      select id from book_order
      where status in ('CANCELLED', 'EXPIRED') and filled = 0 and updated_at < now() - interval '90 days'
      order by id limit orders_max
      for update skip locked
    )
    returning user_id, client_order_id, to_jsonb(book_order)
      || jsonb_build_object('budget', budget::text, 'quote_filled', quote_filled::text, 'fee', fee::text) as told
  ), kept as (
    insert into archived_order (user_id, client_order_id, told)
    select user_id, client_order_id, told from gone where client_order_id is not null
  )
  select count(*)::integer from gone;
end;

-- A batch knows halts, and the names of archived orders. The function stays as it is but for that, so it is changed in its own
-- text.
do $$
declare
  source text := pg_get_functiondef('book_read(text, bigint, uuid[], text[], uuid[])'::regprocedure);
  changed text;
  change record;
begin
  for change in
    select * from (values
      ('exists (select from asset where code in (known.base, known.quote) and not is_active)',
        '(is_trading_halted(array[known.base, known.quote])
        or exists (select from asset where code in (known.base, known.quote) and not is_active))'),
      ('select json_agg(to_jsonb(book_order)', E'select json_agg(told) from (\n      select to_jsonb(book_order)'),
      ('''fee'', fee::text))
      from unnest(people, client_order_ids) as named (user_id, client_order_id)
      join book_order using (user_id, client_order_id)',
        '''fee'', fee::text) as told
      from unnest(people, client_order_ids) as named (user_id, client_order_id)
      join book_order using (user_id, client_order_id)
      union all
      select told from unnest(people, client_order_ids) as named (user_id, client_order_id)
      join archived_order using (user_id, client_order_id)
      ) repeat')
    ) as listed (before, after)
  loop
    changed := replace(source, change.before, change.after);
    if changed = source then
      raise exception 'book_read has no %', change.before;
    end if;
    source := changed;
  end loop;
  execute source;
end
$$;

revoke execute on all functions in schema public from public;

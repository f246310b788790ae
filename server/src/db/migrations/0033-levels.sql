-- Levels: how much a person may pay in, pay out and trade. Where there is no level there are no such limits.

create table level (
  id uuid primary key,
  -- From the lowest on, which everybody has who was given no other.
  rank integer not null check (rank > 0),
  name text not null check (length(name) between 1 and 40),
  -- What its people read about how to get a higher one. Null: they write on the contact page.
  advice text check (length(advice) between 1 and 500),
  -- In the smallest unit of US dollars, within 24 hours and within 30 days. Null: as much as they like.
  deposit_day numeric(38, 0) check (deposit_day >= 0),
  deposit_month numeric(38, 0) check (deposit_month >= 0),
  withdrawal_day numeric(38, 0) check (withdrawal_day >= 0),
  withdrawal_month numeric(38, 0) check (withdrawal_month >= 0),
  trade_day numeric(38, 0) check (trade_day >= 0),
  trade_month numeric(38, 0) check (trade_month >= 0),
  -- At the end of a transaction: several move at once.
  constraint level_rank_unique unique (rank) deferrable initially deferred
);
create unique index level_name_unique on level (lower(name));

-- Null: the lowest.
alter table app_user add column level_id uuid references level (id);
create index app_user_by_level on app_user (level_id) where level_id is not null;

-- Who was given which level, and why. Documents are checked elsewhere: the reference says where.
create table level_change (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  -- As they were called then.
  name_before text not null,
  name_after text not null,
  note text not null check (length(note) between 3 and 500),
  reference text not null check (length(reference) between 1 and 200),
  -- The email of a member of staff, or the name of the operator of the command.
  actor text not null check (length(actor) between 1 and 254),
  created_at timestamptz not null default now()
);
create index level_change_newest_first on level_change (user_id, id desc);
create trigger level_change_is_append_only before update or delete or truncate on level_change
  for each statement execute function refuse_change('what was done stays written');

-- What a person paid in and out lately. Trades have the index of all history: one more would cost each of them.
create index wallet_transaction_paid on wallet_transaction (user_id, created_at)
  where type in ('DEPOSIT', 'TOPUP', 'WITHDRAW');

-- The level that a person has. No row: there are none.
create function level_of(person uuid) returns setof level language sql stable
begin atomic
  select * from level
  where id = coalesce(
    (select level_id from app_user where app_user.id = person), (select lowest.id from level lowest order by rank limit 1)
  );
end;

-- What counts towards a limit: what was asked for since then and has not failed, at its worth of then.
create function counted_for_level(person uuid, kind text, since timestamptz)
returns table (id uuid, created_at timestamptz, usd_value numeric) language sql stable
begin atomic
  select id, created_at, usd_value from wallet_transaction
  where kind = 'deposit' and type in ('DEPOSIT', 'TOPUP')
    and user_id = person and created_at > since and status <> 'FAILED'
  union all
  select id, created_at, usd_value from wallet_transaction
  where kind = 'withdrawal' and type = 'WITHDRAW'
    and user_id = person and created_at > since and status <> 'FAILED'
  union all
  select id, created_at, usd_value from wallet_transaction
  where kind = 'trade' and type in ('BUY', 'SELL', 'EXCHANGE')
    and user_id = person and created_at > since and status <> 'FAILED';
end;

-- What a person's level allows of a kind, and how much of it is used. Null where nothing limits it: then nothing is summed up.
create function level_use(person uuid, kind text) returns jsonb language plpgsql stable as $$
declare
  own level;
  day_max numeric;
  month_max numeric;
  day_used numeric;
  month_used numeric;
begin
  if not exists (select from level) then
    return null;
  end if;
  select * into own from level_of(person);
  case kind
    when 'deposit' then day_max := own.deposit_day; month_max := own.deposit_month;
    when 'withdrawal' then day_max := own.withdrawal_day; month_max := own.withdrawal_month;
    when 'trade' then day_max := own.trade_day; month_max := own.trade_month;
  end case;
  if day_max is null and month_max is null then
    return null;
  end if;
  select
    coalesce(sum(usd_value) filter (where created_at > now() - interval '24 hours'), 0),
    coalesce(sum(usd_value), 0)
  into day_used, month_used
  from counted_for_level(
    person, kind, now() - case when month_max is null then interval '24 hours' else interval '30 days' end);
  -- As text: a number in JSON would lose digits.
  return jsonb_build_object('dayMax', day_max::text, 'dayUsed', day_used::text, 'monthMax', month_max::text,
    'monthUsed', month_used::text);
end
$$;

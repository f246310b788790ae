-- The operator reads the books, proves them and corrects them; answers visitors; tells everybody something.

-- The house's account of what was put right.
alter table account drop constraint account_kind_fits_owner;
alter table account add constraint account_kind_fits_owner check (
  case when owner_id is null then kind in ('rail_clearing', 'fees', 'exposure', 'corrections') else kind in ('available', 'held') end
);

-- A person sees a correction in their history.
alter table wallet_transaction drop constraint wallet_transaction_type_check;
alter table wallet_transaction add constraint wallet_transaction_type_check check (
  type in ('BUY', 'SELL', 'DEPOSIT', 'WITHDRAW', 'EXCHANGE', 'TRANSFER', 'TOPUP', 'CORRECTION')
);
create index wallet_transaction_corrections on wallet_transaction (user_id, completed_at desc) where type = 'CORRECTION';

-- What a correction put right, and why. It and its transfer are one commit.
create table ledger_correction (
  transfer_id uuid primary key references transfer (id),
  template text not null check (template in ('reversal', 'credit_person', 'debit_person', 'rail_gain', 'rail_loss')),
  reason text not null check (length(reason) between 3 and 500),
  created_at timestamptz not null default now()
);
create trigger ledger_correction_is_append_only before update or delete or truncate on ledger_correction
  for each statement execute function refuse_change('history never changes, mistakes are reversed');

-- The house's accounts have no versions: their entries are read in the order of their transfers' ids, which grow with time.
create index entry_of_house on entry (account_id, transfer_id) include (amount) where account_version is null;

-- The least id that a transfer of that time could have.
create function first_id_at(at timestamptz) returns uuid language sql immutable strict
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- When the UTC day ends in which an id was made.
create function end_of_day_of(id uuid) returns timestamptz language sql immutable strict
return date_trunc(
  'day', to_timestamp(('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0) at time zone 'utc'
) at time zone 'utc' + interval '24 hours';

-- What the house's accounts came to at the end of a UTC day. They carry no balance, so that no posting waits for them: the balance
-- of any moment is the last of these and the entries since. Only days with entries have a row.
create table house_balance (
  account_id bigint not null references account (id),
  -- Exclusive.
  ends_at timestamptz not null,
  balance numeric(38, 0) not null,
  primary key (account_id, ends_at)
);
create trigger house_balance_is_append_only before update or delete or truncate on house_balance
  for each statement execute function refuse_change('a day that is over stays as it was');

-- Closes the days that are over for at least an hour: no transfer waits for so long with its id.
create function ledger_close_days() returns void language sql
security definer
set search_path = public, pg_temp
as $$
  insert into house_balance (account_id, ends_at, balance)
  select account.id, moved.ends_at,
    coalesce(closed.balance, 0) + sum(moved.amount) over (partition by account.id order by moved.ends_at)
  from account
  left join lateral (
    select kept.ends_at, kept.balance from house_balance kept
    where kept.account_id = account.id
    order by kept.ends_at desc limit 1
  ) closed on true
  cross join lateral (
    select end_of_day_of(entry.transfer_id) as ends_at, sum(entry.amount) as amount from entry
    where entry.account_id = account.id and entry.account_version is null
      and entry.transfer_id >= first_id_at(coalesce(closed.ends_at, to_timestamp(0)))
      and entry.transfer_id < first_id_at(date_trunc('day', (now() - interval '1 hour') at time zone 'utc') at time zone 'utc')
    group by 1
  ) moved
  where account.owner_id is null
  on conflict do nothing;
$$;

-- What an account of the house came to right after a transfer; after all of them without one.
create function house_balance_at(account bigint, through uuid) returns numeric language sql stable
as $$
  select coalesce(closed.balance, 0) + coalesce(rest.amount, 0)
  from (select coalesce(end_of_day_of(through), 'infinity'::timestamptz) as ends_at) asked
  left join lateral (
    select kept.ends_at, kept.balance from house_balance kept
    where kept.account_id = account and kept.ends_at < asked.ends_at
    order by kept.ends_at desc limit 1
  ) closed on true
  cross join lateral (
    select sum(entry.amount) as amount from entry
    where entry.account_id = account and entry.account_version is null
      and entry.transfer_id >= first_id_at(coalesce(closed.ends_at, to_timestamp(0)))
      and (through is null or entry.transfer_id <= through)
  ) rest;
$$;

-- A proof of the books that somebody asked for from the console.
create table books_check (
  id uuid primary key,
  asked_by text not null check (length(asked_by) between 1 and 254),
  started_at timestamptz not null default now(),
  rules_done integer not null default 0,
  rules_total integer not null check (rules_done between 0 and rules_total),
  ended_at timestamptz,
  -- Failed: the books could not be read.
  outcome text check (outcome in ('right', 'wrong', 'failed')),
  account_count bigint,
  transfer_count bigint,
  entry_count bigint,
  findings jsonb not null default '[]' check (jsonb_typeof(findings) = 'array'),
  constraint books_check_ends_once check ((ended_at is null) = (outcome is null))
);
-- It reads everything.
create unique index books_check_one_at_a_time on books_check ((true)) where ended_at is null;

-- Messages, unread first.
create index contact_message_unread_first on contact_message ((read_at is not null), id desc);
create table contact_answer (
  id uuid primary key,
  message_id uuid not null references contact_message (id) on delete cascade,
  answer text not null check (length(answer) between 1 and 5000),
  staff_id uuid not null references staff_member (id),
  answered_at timestamptz not null default now()
);
create index contact_answer_by_message on contact_answer (message_id, id);
create trigger contact_answer_stays_as_written before update or truncate on contact_answer
  for each statement execute function refuse_change('an answer stays as it was sent');

create index announcement_newest_first on announcement (starts_at desc, id desc);

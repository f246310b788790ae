-- Mails about received transfers and trades follow from history. Where they stand goes by the database's clock: ids are made by the
-- clocks of processes, and one that was ahead kept mails waiting.

-- A row of history is mailed once, however often it is looked at. Kept for a day.
create table moved_money_mail (
  transaction_id uuid primary key references wallet_transaction (id),
  mailed_at timestamptz not null default now()
);

create table moved_money_mail_mark (
  is_only boolean primary key default true check (is_only),
  -- Nothing of before is mailed.
  begins_at timestamptz not null,
  mailed_to timestamptz not null
);
-- The former mark is an id; its first 48 bits are milliseconds.
insert into moved_money_mail_mark (begins_at, mailed_to)
select mark, mark
from (
  select coalesce(
    (
      select to_timestamp(('x' || translate(left(mailed_to_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
      from transfer_mail_mark
    ),
    now()
  ) as mark
) former;
-- Trades were mailed in their own commit.
insert into moved_money_mail (transaction_id)
select id from wallet_transaction
where id > (select mailed_to_id from transfer_mail_mark) and type in ('BUY', 'SELL', 'EXCHANGE');
drop table transfer_mail_mark;

-- History grows in the order of time, so the last minutes are its last pages: this costs a posting next to nothing.
create index wallet_transaction_by_time on wallet_transaction using brin (created_at) with (autosummarize = on);

-- Trades of before are not mailed. Null where mails were chosen before this was kept.
alter table app_user add column trade_mails_since timestamptz;

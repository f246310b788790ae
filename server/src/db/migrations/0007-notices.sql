-- Notices of money and security are read from history and from the events themselves: nothing is written for them. Table notice
-- keeps only what stands nowhere else.

-- Up to when a person has read, in whichever browser.
create table notice_mark (
  user_id uuid primary key references app_user (id),
  read_until timestamptz not null
);
-- What was unread stays so, and the history of before is no news.
insert into notice_mark (user_id, read_until)
select app_user.id, coalesce(min(notice.created_at) - interval '1 millisecond', now())
from app_user
left join notice on notice.user_id = app_user.id and notice.read_at is null
where app_user.deleted_at is null
group by app_user.id;
alter table notice drop column read_at;

-- What somebody chose to be told of, by subject and channel. The rest follows the product's defaults.
alter table app_user add column notice_choices jsonb not null default '{}' check (jsonb_typeof(notice_choices) = 'object');

-- What a rail brought or took is news when it ends, which may be long after its row was made. Rows of transfers and trades are
-- not in it: they end as they begin, and wallet_transaction_newest_first finds them.
create index wallet_transaction_ended on wallet_transaction (user_id, completed_at desc)
  where type in ('DEPOSIT', 'TOPUP', 'WITHDRAW') and completed_at is not null;

-- Up to which row of history the mails about received transfers are written. Ids grow with time.
create table transfer_mail_mark (
  is_only boolean primary key default true check (is_only),
  mailed_to_id uuid not null
);

-- What the operator tells everybody.
create table announcement (
  id uuid primary key,
  -- By language.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts ->> 'en' is not null),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at)
);

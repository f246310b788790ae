-- Whom somebody has paid by a transfer, and since when: a recipient is new until a day after the first one that a proof
-- went with, so that a cent sent ahead makes nobody known.
create table paid_recipient (
  user_id uuid not null references app_user (id),
  -- An account's own, which never changes.
  address text not null check (address = lower(address)),
  first_paid_at timestamptz not null default now(),
  -- By somebody who had just shown the password or a code, so that no stolen session makes its thief known.
  is_proved boolean not null,
  primary key (user_id, address)
);

insert into paid_recipient (user_id, address, first_paid_at, is_proved)
select paid.user_id, lower(paid.counterparty), min(paid.created_at), true
  from wallet_transaction paid join app_user on app_user.id = paid.user_id
 where paid.type = 'TRANSFER' and paid.direction = 'out' and paid.counterparty is not null
   and app_user.deleted_at is null
 group by paid.user_id, lower(paid.counterparty);

alter table app_user
  -- US cents that go to new recipients within a day without a proof; null for the product's own limit.
  add column transfer_limit_cents numeric(38, 0) check (transfer_limit_cents >= 0);

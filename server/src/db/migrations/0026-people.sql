-- What staff know of a person.

-- A file that is open in a session of staff. Why is in the audit log.
create table person_look (
  session_id uuid not null references staff_session (id) on delete cascade,
  user_id uuid not null references app_user (id),
  until timestamptz not null,
  primary key (session_id, user_id)
);
create index person_look_by_user on person_look (user_id);
create index person_look_by_expiry on person_look (until);

-- They stay as they were written, also when the person leaves: they say why something was done.
create table person_note (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  staff_id uuid not null references staff_member (id),
  text text not null check (length(text) between 1 and 500),
  created_at timestamptz not null default now()
);
create index person_note_newest_first on person_note (user_id, id desc);
create trigger person_note_is_append_only before update or delete or truncate on person_note
  for each statement execute function refuse_change('a note stays as it was written');

-- By how a name begins.
create index app_user_by_name_prefix on app_user (lower(username) text_pattern_ops) where deleted_at is null;
create index app_user_by_email_prefix on app_user (lower(email) text_pattern_ops) where deleted_at is null;
-- Hexadecimal addresses are written in capitals too.
create index deposit_address_by_address on deposit_address (lower(address), memo);
-- Whose a payment of a chain is; one may be written with the number of its output behind it.
create index deposit_by_reference on deposit (external_id text_pattern_ops);
create index topup_payment_by_reference on topup_payment (external_id text_pattern_ops);
create index withdrawal_by_reference on withdrawal (external_reference text_pattern_ops) where external_reference is not null;
create index archived_order_by_id on archived_order ((told ->> 'id'));
-- What a person waits for. History is mostly over.
create index wallet_transaction_pending on wallet_transaction (user_id, created_at desc, id desc) where status = 'PENDING';

alter table ended_session drop constraint ended_session_reason_check;
alter table ended_session add constraint ended_session_reason_check check (
  reason in (
    'ended_elsewhere', 'ended_by_operator', 'password_changed', 'email_changed', 'two_factor_changed', 'account_frozen'
  )
);

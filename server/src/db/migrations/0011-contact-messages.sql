-- What visitors wrote to the operator.
create table contact_message (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  email text not null check (length(email) between 3 and 254),
  subject text not null check (length(subject) between 1 and 150),
  message text not null check (length(message) between 1 and 5000),
  -- The language that its writer reads.
  locale text not null check (locale ~ '^[a-z]{2}$'),
  created_at timestamptz not null default now(),
  -- When an operator first opened it.
  read_at timestamptz
);
create index contact_message_by_age on contact_message (created_at);

-- A message stays as it was written, and what was read stays read. It is removed whole when its time is over.
create trigger contact_message_stays_as_written
  before update of id, name, email, subject, message, locale, created_at on contact_message
  for each statement execute function refuse_change('a message stays as it was written');
create trigger contact_message_stays_read before update on contact_message
  for each row when (old.read_at is not null and new.read_at is distinct from old.read_at)
  execute function refuse_change('what was read stays read');
create trigger contact_message_is_not_truncated before truncate on contact_message
  for each statement execute function refuse_change('a message stays as it was written');

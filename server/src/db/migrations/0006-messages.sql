-- What people are sent and told, and what visitors write to the operator.

-- What a mail says is kept only until it is sent: it may hold a code or a link that opens something.
create table outgoing_mail (
  id uuid primary key,
  user_id uuid references app_user (id) on delete cascade,
  recipient text not null check (length(recipient) between 3 and 254),
  locale text not null check (locale ~ '^[a-z]{2}$'),
  template text not null,
  template_values jsonb check (jsonb_typeof(template_values) = 'object'),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The reader's anti-phishing phrase; forgotten with the rest once the mail is sent.
  phrase text,
  constraint outgoing_mail_forgets_when_sent check ((sent_at is null) = (template_values is not null))
);
create index outgoing_mail_recent on outgoing_mail (lower(recipient), template, created_at);

-- What a person is told in the app. Newest first by its id, which is a UUIDv7.
create table notice (
  id uuid primary key,
  user_id uuid not null references app_user (id),
  -- What happened, by its kind, as the contract writes it.
  news jsonb not null check (news ->> 'kind' is not null),
  created_at timestamptz not null,
  read_at timestamptz
);
create index notice_newest_first on notice (user_id, id desc);

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

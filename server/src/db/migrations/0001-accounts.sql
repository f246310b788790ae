-- People, their sessions, and what is sent to them.

create table app_user (
  id uuid primary key,
  -- A public handle, kept as it was typed and unique without regard to case.
  username text not null check (username ~ '^[A-Za-z0-9_]{3,32}$'),
  email text not null check (length(email) between 3 and 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  email_verified_at timestamptz,
  name text not null check (length(name) between 2 and 80),
  password_hash text not null check (password_hash ~ '^\$argon2id\$'),
  -- The wallet address that others transfer to, in lower case.
  address text not null check (address = lower(address) and length(address) between 8 and 128),
  -- Which languages are offered is the contract's business; a language tag is ours.
  locale text not null check (locale ~ '^[a-z]{2}$'),
  accepted_terms_version text,
  accepted_terms_at timestamptz,
  created_at timestamptz not null default now(),
  constraint app_user_address_unique unique (address),
  constraint app_user_terms_have_version_and_time check ((accepted_terms_version is null) = (accepted_terms_at is null))
);
create unique index app_user_username_unique on app_user (lower(username));
-- Anybody may register with anybody's address, and only its owner can prove it: until then an account holds no address,
-- so that nobody is kept from their own, and nothing that a stranger did with it becomes theirs.
create unique index app_user_verified_email_unique on app_user (lower(email)) where email_verified_at is not null;
-- By id, which grows with time: the newest account of an address.
create index app_user_by_email on app_user (lower(email), id);

create table session (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- SHA-256 of the token: whoever reads this table can't sign in with it.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  is_remembered boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  user_agent text not null check (length(user_agent) <= 300),
  network_address text not null check (length(network_address) <= 64),
  constraint session_token_unique unique (token_hash),
  -- What an event ticket points to, so that its person is its session's.
  constraint session_user_unique unique (id, user_id),
  constraint session_idle_ends_within_absolute check (idle_expires_at <= absolute_expires_at)
);
create index session_oldest_first on session (user_id, created_at, id);

-- The one proof that an account's address waits for, by purpose; asking again replaces it.
create table email_verification (
  user_id uuid not null references app_user (id) on delete cascade,
  purpose text not null check (purpose in ('registration')),
  -- The address to prove, as it was when the mail was written.
  email text not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  code_attempts smallint not null default 0 check (code_attempts between 0 and 5),
  code_expires_at timestamptz not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  token_expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, purpose),
  constraint email_verification_token_unique unique (token_hash)
);
create index email_verification_newest on email_verification (lower(email), created_at);

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
  constraint outgoing_mail_forgets_when_sent check ((sent_at is null) = (template_values is not null))
);
create index outgoing_mail_recent on outgoing_mail (lower(recipient), template, created_at);

-- Opens the stream of live changes once. A browser can't send a header there, and a session's token belongs in no URL.
create table event_ticket (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  constraint event_ticket_session_fk foreign key (session_id, user_id) references session (id, user_id) on delete cascade
);
create index event_ticket_by_session on event_ticket (session_id, user_id);
create index event_ticket_by_expiry on event_ticket (expires_at);

-- The shape that rate-limiter-flexible reads and writes. `expire` is in milliseconds since 1970; double precision,
-- because the library expects a number where the driver would make a bigint of an int8.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire double precision
);
create index rate_limit_by_expiry on rate_limit (expire);

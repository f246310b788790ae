-- Who people are, how they sign in, and what protects their accounts.

-- For tables that keep history: their rows are never changed.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: %', tg_op, tg_table_name, tg_argv[0] using errcode = 'restrict_violation';
end
$$;

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
  -- The contract says which languages are offered; the database only checks the form of a tag.
  locale text not null check (locale ~ '^[a-z]{2}$'),
  accepted_terms_version text,
  accepted_terms_at timestamptz,
  created_at timestamptz not null default now(),
  -- Shown in every mail: a forged mail is known by its absence.
  phrase text check (length(phrase) between 3 and 60),
  -- Whether a second factor is asked for. Its secret stands in two_factor.
  two_factor_enabled_at timestamptz,
  -- Frozen: no session is live and nobody signs in. By a link until a reset and a day have passed, or by the operator.
  frozen_at timestamptz,
  frozen_by text check (frozen_by in ('link', 'operator')),
  unfreezes_at timestamptz,
  -- What named the person is gone; the row stays, because the ledger refers to it.
  deleted_at timestamptz,
  -- Withdrawals go to saved addresses only. Turned off, it stays in force until book_only_ends_at.
  withdraws_to_book_only boolean not null default false,
  book_only_ends_at timestamptz,
  -- US dollars, in their smallest unit, that go to new recipients within a day without a proof; null for the product's limit.
  transfer_limit_usd numeric(38, 0) check (transfer_limit_usd >= 0),
  constraint app_user_address_unique unique (address),
  constraint app_user_terms_have_version_and_time check ((accepted_terms_version is null) = (accepted_terms_at is null)),
  constraint app_user_frozen_by_somebody check ((frozen_at is null) = (frozen_by is null)),
  constraint app_user_unfreezes_when_frozen check (unfreezes_at is null or frozen_at is not null)
);
create unique index app_user_username_unique on app_user (lower(username));
-- Anybody may register with any email, and only its owner can prove it. Until then the account does not hold the email:
-- its owner can still register.
create unique index app_user_verified_email_unique on app_user (lower(email)) where email_verified_at is not null;
-- Ids grow with time: the newest account of an email.
create index app_user_by_email on app_user (lower(email), id);

-- Whether an account is frozen now. identity/person/frozen.ts says the same of a row that is read already.
create function is_frozen(frozen_at timestamptz, unfreezes_at timestamptz) returns boolean language sql stable parallel safe
return frozen_at is not null and (unfreezes_at is null or unfreezes_at > now());

create table session (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- SHA-256 of the token: a reader of this table can't sign in with it.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  is_remembered boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  user_agent text not null check (length(user_agent) <= 300),
  network_address text not null check (length(network_address) <= 64),
  -- When the password, a code or a passkey was last shown: some calls want it fresh.
  proved_at timestamptz,
  -- Opened with a recovery code: until then it may replace the second factor that was lost.
  renews_two_factor_until timestamptz,
  constraint session_token_unique unique (token_hash),
  constraint session_idle_ends_within_absolute check (idle_expires_at <= absolute_expires_at)
);
create index session_oldest_first on session (user_id, created_at, id);

-- The one proof that an email waits for, by purpose. Asking again replaces it.
create table email_verification (
  user_id uuid not null references app_user (id) on delete cascade,
  purpose text not null check (purpose in ('registration', 'email-change')),
  -- The email to prove, as it was when the mail was written.
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

-- The newest reset of a password. Asking again replaces it.
create table password_reset (
  user_id uuid primary key references app_user (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Of the code that a person types where the link can't be opened.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  expires_at timestamptz not null
);

-- Wrong passwords, by name and network, or by name alone. Only a hash of these is kept.
create table failed_password (
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  failures integer not null check (failures > 0),
  blocked_until timestamptz,
  last_failed_at timestamptz not null default now()
);
create index failed_password_by_age on failed_password (last_failed_at);

-- The shape that rate-limiter-flexible reads and writes. `expire` is in milliseconds since 1970, in double precision:
-- the library expects a number, and the driver makes a bigint of an int8.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire double precision
);
create index rate_limit_by_expiry on rate_limit (expire);

-- A browser that signed in before has a token of its own. It opens nothing; it spares its person the mail about a new
-- device, and the delays that strangers bring upon the account.
create table known_device (
  user_id uuid not null references app_user (id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);

-- Secrets at rest are sealed with a key that this database does not hold. Its fingerprint tells a process that was
-- started with another key before it seals anything.
create table encryption_key (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);

-- The secret shared with an authenticator app (RFC 6238), sealed; and one that was set up but not verified yet.
create table two_factor (
  user_id uuid primary key references app_user (id) on delete cascade,
  secret_sealed bytea,
  -- The last time step whose code was taken: a step is accepted once.
  last_step bigint not null default 0,
  pending_sealed bytea,
  pending_expires_at timestamptz,
  -- Wrong codes in a row, counted before the check. Recovery codes are counted apart: wrong codes typed in a stolen
  -- session don't keep the owner from them.
  failures smallint not null default 0 check (failures >= 0),
  blocked_until timestamptz,
  recovery_failures smallint not null default 0 check (recovery_failures >= 0),
  recovery_blocked_until timestamptz,
  constraint two_factor_pending_ends check ((pending_sealed is null) = (pending_expires_at is null))
);

-- Ten to an account, of one salt: one hash is compared with all of them.
create table recovery_code (
  user_id uuid not null references app_user (id) on delete cascade,
  code_hash text not null check (code_hash ~ '^\$argon2id\$'),
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- A sign-in whose password was right and that waits for the second factor.
create table sign_in_challenge (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references app_user (id) on delete cascade,
  is_remembered boolean not null,
  attempts smallint not null default 0 check (attempts between 0 and 5),
  passkey_challenge text,
  expires_at timestamptz not null
);
create index sign_in_challenge_by_user on sign_in_challenge (user_id);
create index sign_in_challenge_by_expiry on sign_in_challenge (expires_at);

create table passkey (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  -- As the browser names it, in base64url.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- An authenticator that counts never counts backwards; a copy of it would.
  signature_count bigint not null check (signature_count >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 80),
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_by_user on passkey (user_id);

-- What a passkey has to sign, once. Without a person where somebody is about to sign in.
create table passkey_challenge (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid references app_user (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);
create index passkey_challenge_by_user on passkey_challenge (user_id);

-- What a link in a security mail does when its person confirms it.
create table account_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references app_user (id) on delete cascade,
  purpose text not null check (purpose in ('freeze', 'undo-email-change')),
  -- Where the mail went: the account's email of then. An undone change gives it back, so nobody else can prove it as theirs
  -- before the link has ended.
  email text not null,
  expires_at timestamptz not null
);
create index account_link_by_user on account_link (user_id);
create index account_link_by_expiry on account_link (expires_at);
create index account_link_by_email on account_link (lower(email)) where purpose = 'undo-email-change';

create table security_event (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]+$'),
  actor text not null check (actor in ('person', 'link', 'operator', 'product')),
  user_agent text not null check (length(user_agent) <= 300),
  network_address text not null check (length(network_address) <= 64),
  created_at timestamptz not null default now()
);
create index security_event_newest_first on security_event (user_id, created_at desc, id desc);

-- Why people leave, without whom.
create table account_deletion (
  id uuid primary key,
  reason text not null check (length(reason) <= 500),
  created_at timestamptz not null default now()
);

-- What protects an account: a second factor, passkeys, resets, what is told of its events, and how it is frozen.

-- Secrets at rest are sealed with a key that this database does not hold. Its fingerprint tells a process that was
-- started with another key, before it seals anything that nobody else can open.
create table encryption_key (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);

alter table app_user
  -- Shown in every mail, so that a forged one is known by its absence.
  add column phrase text check (length(phrase) between 3 and 60),
  -- Whether a second factor is asked for; what it is held against stands in two_factor.
  add column two_factor_enabled_at timestamptz,
  -- Frozen: no session is live, nobody signs in. By a link until a reset and a day have passed, or by the operator.
  add column frozen_at timestamptz,
  add column frozen_by text check (frozen_by in ('link', 'operator')),
  add column unfreezes_at timestamptz,
  -- What named the person is gone; the row stays, because the books refer to it.
  add column deleted_at timestamptz,
  add constraint app_user_frozen_by_somebody check ((frozen_at is null) = (frozen_by is null)),
  add constraint app_user_unfreezes_when_frozen check (unfreezes_at is null or frozen_at is not null);

alter table session
  -- When the password, a code or a passkey was last shown: some calls want it fresh.
  add column proved_at timestamptz,
  -- Opened with a recovery code: until then it may replace the second factor that was lost.
  add column renews_two_factor_until timestamptz;

-- A browser that signed in before is known by a token of its own. It opens nothing; it spares its person the mail about
-- a new device, and the delays that strangers bring upon the account.
create table known_device (
  user_id uuid not null references app_user (id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);

-- The secret shared with an authenticator app (RFC 6238), sealed; and one that was set up but not verified yet.
create table two_factor (
  user_id uuid primary key references app_user (id) on delete cascade,
  secret_sealed bytea,
  -- The last time step whose code was taken: a step is accepted once.
  last_step bigint not null default 0,
  pending_sealed bytea,
  pending_expires_at timestamptz,
  -- Wrong codes in a row, counted before the check.
  failures smallint not null default 0 check (failures >= 0),
  blocked_until timestamptz,
  constraint two_factor_pending_ends check ((pending_sealed is null) = (pending_expires_at is null))
);

-- Ten to an account, of one salt, so that one hash is held against all of them.
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

-- What a passkey has to sign, once. Nobody's where somebody is about to sign in.
create table passkey_challenge (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid references app_user (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);
create index passkey_challenge_by_user on passkey_challenge (user_id);

-- The newest reset of an account's password; asking again replaces it.
create table password_reset (
  user_id uuid primary key references app_user (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Of the code that a person can type where the link can't be opened.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  expires_at timestamptz not null
);

-- What a link in a security mail does when its person confirms it.
create table account_link (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references app_user (id) on delete cascade,
  purpose text not null check (purpose in ('freeze', 'undo-email-change')),
  -- Where the mail went, the account's address of then. An undone change gives it back, so that nobody else can prove it
  -- as theirs before that link has ended.
  email text not null,
  expires_at timestamptz not null
);
create index account_link_by_user on account_link (user_id);
create index account_link_by_expiry on account_link (expires_at);
create index account_link_by_email on account_link (lower(email)) where purpose = 'undo-email-change';

alter table email_verification
  drop constraint email_verification_purpose_check,
  add constraint email_verification_purpose_check check (purpose in ('registration', 'email-change'));

-- Wrong passwords, by what was typed as a name and by the network, or by the name alone. Only a hash of them is kept.
create table failed_password (
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  failures integer not null check (failures > 0),
  blocked_until timestamptz,
  last_failed_at timestamptz not null default now()
);
create index failed_password_by_age on failed_password (last_failed_at);

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

alter table outgoing_mail
  -- The reader's anti-phishing phrase; forgotten with the rest once the mail is sent.
  add column phrase text;

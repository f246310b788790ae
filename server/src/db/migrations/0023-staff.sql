-- Who runs this installation. Staff are people of their own: no customer becomes one, and no row here belongs to a customer.

create table staff_member (
  id uuid primary key,
  email text not null check (length(email) between 3 and 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  name text not null check (length(name) between 2 and 80),
  role text not null check (role in ('owner', 'treasurer', 'compliance', 'support', 'auditor')),
  locale text not null check (locale ~ '^[a-z]{2}$'),
  -- A password counts only together with an authenticator (RFC 6238), whose secret is sealed.
  password_hash text check (password_hash ~ '^\$argon2id\$'),
  secret_sealed bytea,
  -- The last time step whose code was taken: a step is accepted once.
  last_step bigint not null default 0,
  -- Shown to a signed-in person who sets an authenticator up, and not verified yet.
  pending_secret_sealed bytea,
  -- Wrong codes in a row, counted before the check.
  failures smallint not null default 0 check (failures >= 0),
  blocked_until timestamptz,
  joined_at timestamptz not null default now(),
  -- Whoever leaves stays in the record of what was done.
  removed_at timestamptz,
  constraint staff_member_password_has_authenticator check ((password_hash is null) = (secret_sealed is null))
);
create unique index staff_member_email_unique on staff_member (lower(email)) where removed_at is null;

-- Opened once, by a link that is shown or sent once. It is the only way in.
create table staff_invitation (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  email text not null check (length(email) between 3 and 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  role text not null check (role in ('owner', 'treasurer', 'compliance', 'support', 'auditor')),
  invited_by text not null,
  -- Of an authenticator that is being set up.
  pending_secret_sealed bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint staff_invitation_ends_once check (accepted_at is null or withdrawn_at is null)
);
-- A newer invitation of an email replaces the older.
create unique index staff_invitation_open on staff_invitation (lower(email))
  where accepted_at is null and withdrawn_at is null;

create table staff_passkey (
  id uuid primary key,
  staff_id uuid not null references staff_member (id),
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
create index staff_passkey_by_staff on staff_passkey (staff_id);

-- What a passkey has to sign, once: by an invitation, by a member of staff, or by somebody who is about to sign in.
create table staff_challenge (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  invitation_id uuid references staff_invitation (id),
  staff_id uuid references staff_member (id),
  challenge text not null,
  expires_at timestamptz not null,
  constraint staff_challenge_is_of_one check (invitation_id is null or staff_id is null)
);
create index staff_challenge_by_expiry on staff_challenge (expires_at);

create table staff_session (
  id uuid primary key,
  staff_id uuid not null references staff_member (id),
  -- SHA-256 of the cookie's token: a reader of this table can't sign in with it.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  -- When both factors were last shown: some calls want it fresh.
  proved_at timestamptz not null default now(),
  user_agent text not null check (length(user_agent) <= 300),
  network_address text not null check (length(network_address) <= 64),
  constraint staff_session_idle_ends_within_absolute check (idle_expires_at <= absolute_expires_at)
);
create index staff_session_by_staff on staff_session (staff_id, created_at);

-- Everything that staff and the operator's command did: who, from where, what, why, before and after. Each entry carries a hash
-- over itself and the hash of the entry before, so that a change of any breaks all that follow.
create table audit_entry (
  -- Dense, from 1.
  seq bigint primary key check (seq > 0),
  at timestamptz not null,
  -- The email of a member of staff, or the name of the operator of the command.
  actor text not null check (length(actor) between 1 and 254),
  staff_id uuid references staff_member (id),
  role text,
  session_id uuid,
  network_address text check (length(network_address) <= 64),
  action text not null check (length(action) between 1 and 80),
  subject_kind text check (subject_kind ~ '^[a-z_]+$'),
  subject_id text check (length(subject_id) <= 200),
  before jsonb,
  after jsonb,
  -- As long as it was: an act must not fail because there is much to say of it.
  reason text,
  hash bytea not null check (octet_length(hash) = 32),
  constraint audit_entry_staff_has_session check ((staff_id is null) = (session_id is null))
);
create index audit_entry_by_action on audit_entry (action text_pattern_ops, seq);
create index audit_entry_by_subject on audit_entry (subject_id, seq);
create index audit_entry_by_actor on audit_entry (lower(actor), seq);
create index audit_entry_by_time on audit_entry (at, seq);
create trigger audit_entry_is_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change('what was done stays written');

-- Of one entry after another. Time counts in microseconds, so that no setting of a session changes the text.
create function audit_hash(hash_before bytea, entry audit_entry) returns bytea
language sql immutable parallel safe
return sha256(hash_before || convert_to(
  jsonb_build_array(
    (entry).seq, (extract(epoch from (entry).at) * 1000000)::bigint, (entry).actor, (entry).staff_id, (entry).role,
    (entry).session_id, (entry).network_address, (entry).action, (entry).subject_kind, (entry).subject_id,
    (entry).before, (entry).after, (entry).reason
  )::text, 'UTF8'));

-- Adds the entry that `given` describes by its columns, and answers its number. Entries take turns until their transaction
-- ends: call it last in a transaction that does much.
create function audit_append(given jsonb) returns bigint language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  entry audit_entry;
  last audit_entry;
begin
  lock table audit_entry in exclusive mode;
  select * into last from audit_entry order by seq desc limit 1;
  entry := jsonb_populate_record(null::audit_entry, given);
  entry.seq := coalesce(last.seq, 0) + 1;
  -- The moment of the turn, not of the transaction: so times follow the order of the entries.
  entry.at := clock_timestamp();
  entry.hash := audit_hash(coalesce(last.hash, '\x'), entry);
  insert into audit_entry select entry.*;
  return entry.seq;
end
$$;

-- The first entry that does not follow from the one before; null if the chain holds.
create function audit_first_break() returns bigint language sql stable
security definer
set search_path = public, pg_temp
begin atomic
  select min(checked.seq) from (
    select entry.seq,
      entry.seq <> row_number() over chain
        or entry.hash <> audit_hash(coalesce(lag(entry.hash) over chain, '\x'), entry) as is_broken
    from audit_entry entry
    window chain as (order by entry.seq)
  ) checked
  where checked.is_broken;
end;

-- One log: what operators did by the command so far comes first.
do $$
declare
  action operator_action;
begin
  for action in select * from operator_action order by created_at, id loop
    perform audit_append(jsonb_build_object(
      'actor', action.operator, 'action', action.command, 'subject_id', action.subject_id, 'reason', nullif(action.detail, ''),
      'after', jsonb_build_object('done_at', action.created_at)));
  end loop;
end
$$;
drop table operator_action;

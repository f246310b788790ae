-- Keys with which programs call in a person's name. A call is signed: neither half of a key travels.

create table api_key (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('ed25519', 'hmac')),
  -- The public half of an ed25519 key, in DER (RFC 8410). The private half was never here.
  public_key bytea check (octet_length(public_key) = 44),
  -- The secret of an hmac key, sealed: it must be read to check a signature.
  secret_sealed bytea,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'trade', 'withdraw']),
  -- In CIDR notation; empty: from anywhere.
  allowed_networks text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  constraint api_key_has_what_its_kind_needs check (
    (kind = 'ed25519') = (public_key is not null) and (kind = 'hmac') = (secret_sealed is not null)
  ),
  constraint api_key_withdraws_from_named_networks check (
    not 'withdraw' = any (scopes) or cardinality(allowed_networks) > 0
  ),
  constraint api_key_ends_if_usable_anywhere check ((expires_at is null) = (cardinality(allowed_networks) > 0))
);
create index api_key_by_user on api_key (user_id, created_at);
create index api_key_by_expiry on api_key (expires_at);

-- Why a session is no more, for the browser that still has its token.
create table ended_session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references app_user (id) on delete cascade,
  reason text not null check (
    reason in ('ended_elsewhere', 'password_changed', 'email_changed', 'two_factor_changed', 'account_frozen')
  ),
  ended_at timestamptz not null default now()
);

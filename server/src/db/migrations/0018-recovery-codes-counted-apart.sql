-- Wrong recovery codes are counted apart from wrong codes of the authenticator: whoever has a session, and can type wrong codes
-- in it, keeps its person from neither.
alter table two_factor
  add column recovery_failures smallint not null default 0 check (recovery_failures >= 0),
  add column recovery_blocked_until timestamptz;

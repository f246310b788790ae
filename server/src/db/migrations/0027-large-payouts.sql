-- Payouts that wait for a second person, and what staff list.

alter table withdrawal
  -- It is above what the operator lets go without a second person. It stays queued until it is released.
  add column held_at timestamptz,
  add column released_at timestamptz,
  -- The member of staff who asked for it, by email, or the operator. The audit log also names who approved it.
  add column released_by text check (length(released_by) between 1 and 300),
  add constraint withdrawal_is_released_by_somebody check ((released_at is null) = (released_by is null)),
  add constraint withdrawal_is_released_only_if_held check (released_at is null or held_at is not null),
  add constraint withdrawal_is_not_sent_while_held check (
    state not in ('sending', 'unclear', 'completed') or held_at is null or released_at is not null
  );

-- Ids grow with time, so they are the order of a list and the place in it.
create index withdrawal_by_state on withdrawal (state, id);
create index withdrawal_open on withdrawal (id) where closed_at is null;
create index withdrawal_held on withdrawal (id) where closed_at is null and held_at is not null and released_at is null;
-- What left within a day.
create index withdrawal_sent on withdrawal (asset, sent_at) where sent_at is not null;

create index deposit_by_state on deposit (state, id);

-- Payments have no id of ours before somebody owns them: a number, in the order in which they were seen.
alter table unassigned_deposit add column number bigint generated always as identity;
create unique index unassigned_deposit_by_number on unassigned_deposit (number);
create index unassigned_deposit_waiting on unassigned_deposit (number) where assigned_to is null and not has_failed;
create index unassigned_deposit_assigned on unassigned_deposit (number) where assigned_to is not null and not has_failed;

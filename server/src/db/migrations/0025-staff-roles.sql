-- Roles: five that come with the product, and an operator's own.
create table staff_role (
  name text primary key check (length(name) between 2 and 40),
  -- Null: it comes with the product, which says what it may do.
  permissions text[],
  created_at timestamptz not null default now(),
  constraint staff_role_is_fixed_or_made check (
    (name in ('owner', 'treasurer', 'compliance', 'support', 'auditor')) = (permissions is null)
  )
);
-- Nobody takes one for another.
create unique index staff_role_name_unique on staff_role (lower(name));
insert into staff_role (name) values ('owner'), ('treasurer'), ('compliance'), ('support'), ('auditor');

alter table staff_member drop constraint staff_member_role_check;
alter table staff_invitation drop constraint staff_invitation_role_check;
-- A role stays as long as somebody has it. Whoever left keeps its name in the record alone.
alter table staff_member add column held_role text
  generated always as (case when removed_at is null then role end) stored references staff_role (name);
create index staff_member_by_role on staff_member (held_role);

-- Besides its own permission, what both people must have themselves: nobody hands out what they lack.
alter table proposal add column needs text[] not null default '{}';

create or replace function proposal_is_fixed() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'proposal % has ended', old.id;
  end if;
  if (new.id, new.kind, new.subject_kind, new.subject_id, new.subject_name, new.parameters, new.before, new.after, new.reason,
      new.needs, new.proposed_by, new.session_id, new.network_address, new.proposed_at, new.expires_at, new.cancel_token_hash)
    is distinct from
     (old.id, old.kind, old.subject_kind, old.subject_id, old.subject_name, old.parameters, old.before, old.after, old.reason,
      old.needs, old.proposed_by, old.session_id, old.network_address, old.proposed_at, old.expires_at, old.cancel_token_hash)
    -- A delay may only end, when somebody joins who can approve.
    or (new.delayed_until is distinct from old.delayed_until and new.delayed_until is not null)
  then
    raise exception 'proposal % can only be decided', old.id;
  end if;
  return new;
end
$$;

-- What waits for a second pair of eyes. A proposal says exactly what is so and what will be; it is done once, in the commit that
-- approves it.

create table proposal (
  id uuid primary key,
  -- The permission that proposes it and that approves it.
  kind text not null check (kind ~ '^[a-z_]+\.[a-z_]+$'),
  subject_kind text not null check (subject_kind ~ '^[a-z_]+$'),
  subject_id text not null check (length(subject_id) between 1 and 200),
  subject_name text not null check (length(subject_name) between 1 and 300),
  -- What is needed to do it.
  parameters jsonb not null,
  -- What it was made of. It is done only while this is so.
  before jsonb not null,
  after jsonb not null,
  reason text not null check (length(reason) between 3 and 500),
  proposed_by uuid not null references staff_member (id),
  session_id uuid not null,
  network_address text not null check (length(network_address) <= 64),
  proposed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Nobody else could approve it: it is done by itself then. Its mail carries a link that cancels it.
  delayed_until timestamptz,
  cancel_token_hash bytea unique check (octet_length(cancel_token_hash) = 32),
  -- One that is open and too old is expired, though it says so only once another is proposed in its place.
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'cancelled', 'outdated', 'expired')),
  -- Null: by itself after its delay, or by the link.
  decided_by uuid references staff_member (id),
  decided_at timestamptz,
  decision_reason text check (length(decision_reason) between 3 and 500),
  constraint proposal_ends_once check ((state = 'open') = (decided_at is null)),
  constraint proposal_has_four_eyes check (
    case state
      when 'refused' then decided_by is not null and decided_by <> proposed_by
      when 'done' then
        case when decided_by is null then delayed_until is not null and decided_at >= delayed_until
        else decided_by <> proposed_by end
      else true
    end
  )
);
-- Two of the same would be done twice, or the second would find everything changed.
create unique index proposal_open on proposal (kind, subject_kind, subject_id) where state = 'open';
create index proposal_by_proposer on proposal (proposed_by, id);

-- What was proposed stays as the second person reads it.
create function proposal_is_fixed() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'proposal % has ended', old.id;
  end if;
  if (new.id, new.kind, new.subject_kind, new.subject_id, new.subject_name, new.parameters, new.before, new.after, new.reason,
      new.proposed_by, new.session_id, new.network_address, new.proposed_at, new.expires_at, new.cancel_token_hash)
    is distinct from
     (old.id, old.kind, old.subject_kind, old.subject_id, old.subject_name, old.parameters, old.before, old.after, old.reason,
      old.proposed_by, old.session_id, old.network_address, old.proposed_at, old.expires_at, old.cancel_token_hash)
    -- A delay may only end, when somebody joins who can approve.
    or (new.delayed_until is distinct from old.delayed_until and new.delayed_until is not null)
  then
    raise exception 'proposal % can only be decided', old.id;
  end if;
  return new;
end
$$;
create trigger proposal_is_fixed before update on proposal for each row execute function proposal_is_fixed();

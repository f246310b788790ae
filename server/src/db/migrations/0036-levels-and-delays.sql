-- Levels in the reader's language, a number that tells when a judgement of a level's limit is out of date, and delays that begin later.

-- It reads the columns whose type changes.
drop function level_of(uuid);
drop index level_name_unique;
alter table level
  drop constraint level_name_check,
  drop constraint level_advice_check;
alter table level
  -- By language. English stands in for the others.
  alter column name type jsonb using jsonb_build_object('en', name),
  alter column advice type jsonb using case when advice is not null then jsonb_build_object('en', advice) end;
alter table level
  add constraint level_name_is_by_language check (
    jsonb_typeof(name) = 'object' and name - array['en', 'fa', 'ru', 'zh'] = '{}'
    and coalesce(length(name ->> 'en'), 0) between 1 and 40 and coalesce(length(name ->> 'fa'), 1) between 1 and 40
    and coalesce(length(name ->> 'ru'), 1) between 1 and 40 and coalesce(length(name ->> 'zh'), 1) between 1 and 40
  ),
  add constraint level_advice_is_by_language check (
    advice is null or jsonb_typeof(advice) = 'object' and advice - array['en', 'fa', 'ru', 'zh'] = '{}'
    and coalesce(length(advice ->> 'en'), 0) between 1 and 500 and coalesce(length(advice ->> 'fa'), 1) between 1 and 500
    and coalesce(length(advice ->> 'ru'), 1) between 1 and 500 and coalesce(length(advice ->> 'zh'), 1) between 1 and 500
  );
create unique index level_name_unique on level (lower(name ->> 'en'));

-- The level that a person has. No row: there are none.
create function level_of(person uuid) returns setof level language sql stable
begin atomic
  select * from level
  where id = coalesce(
    (select level_id from app_user where app_user.id = person), (select lowest.id from level lowest order by rank limit 1)
  );
end;

-- What was proposed before has its names in one language: it can't be done any more.
update proposal set state = 'outdated', decided_at = now() where kind = 'levels.change' and state = 'open';

-- How often somebody whose trades are limited has traded or ordered. Whoever judged them by an older number judges again.
create table level_turn (
  user_id uuid primary key references app_user (id),
  number bigint not null check (number > 0)
);

-- As in 0025-staff-roles.sql, but that a delay may also begin later: when the last other person who could approve has gone.
create or replace function proposal_is_fixed() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'proposal % has ended', old.id;
  end if;
  if (new.id, new.kind, new.subject_kind, new.subject_id, new.subject_name, new.parameters, new.before, new.after, new.reason,
      new.needs, new.proposed_by, new.session_id, new.network_address, new.proposed_at)
    is distinct from
     (old.id, old.kind, old.subject_kind, old.subject_id, old.subject_name, old.parameters, old.before, old.after, old.reason,
      old.needs, old.proposed_by, old.session_id, old.network_address, old.proposed_at)
  then
    raise exception 'proposal % can only be decided', old.id;
  end if;
  if (new.delayed_until, new.expires_at, new.cancel_token_hash)
    is distinct from (old.delayed_until, old.expires_at, old.cancel_token_hash)
  then
    -- It begins with a link of its own, and with its whole time.
    if old.delayed_until is null and new.delayed_until >= now() + interval '24 hours' and new.state = 'open'
      and new.expires_at > new.delayed_until and new.cancel_token_hash is distinct from old.cancel_token_hash
      and new.cancel_token_hash is not null
    then
      return new;
    end if;
    -- It ends when somebody joins who can approve.
    if new.delayed_until is not null
      or (new.expires_at, new.cancel_token_hash) is distinct from (old.expires_at, old.cancel_token_hash)
    then
      raise exception 'proposal % can only be decided', old.id;
    end if;
  end if;
  return new;
end
$$;

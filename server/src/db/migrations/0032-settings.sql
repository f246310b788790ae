-- What the operator says of the business, as texts in the notation of the environment. The newest change of a name counts; a name
-- without one has its default. Nothing is ever changed or removed: to undo is another change.
create table setting_change (
  name text not null check (name ~ '^[A-Z][A-Z0-9_]{2,60}$'),
  -- Counts up from 1: whoever saw another one does not overwrite it.
  version integer not null check (version > 0),
  -- Null: the default.
  value text check (length(value) between 1 and 4000),
  reason text not null check (length(reason) between 1 and 500),
  changed_by text not null check (length(changed_by) between 1 and 320),
  changed_at timestamptz not null default now(),
  primary key (name, version)
);

-- Every process keeps the present values, and hears here that there are others: as an event of the live stream, on its channel.
create function tell_of_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('mercury_changed', '[{"areSettingsChanged":true}]');
  return null;
end
$$;
create trigger settings_are_told_of after insert on setting_change
  for each statement execute function tell_of_settings();

-- Who said yes to a change: it was decided in the commit that made it.
create index proposal_of_setting on proposal (subject_id, decided_at) where kind = 'settings.change';

-- An order that is cancelled when the connection of its program is lost: the session or key over whose connection it came.
alter table book_order add column ends_with uuid;

-- The function stays as it is but for that, so it is changed in its own text.
do $$
declare
  source text := pg_get_functiondef('book_commit(jsonb, posting[], posting_entry[], history_row[])'::regprocedure);
  changed text;
  change record;
begin
  for change in
    select * from (values
      ('expires_at, received_at, created_at, updated_at)', 'expires_at, received_at, created_at, updated_at, ends_with)'),
      ('to_timestamp("receivedAt"::numeric / 1000), at, at', 'to_timestamp("receivedAt"::numeric / 1000), at, at, "endsWith"'),
      ('"expiresAt" bigint, "receivedAt" bigint', '"expiresAt" bigint, "receivedAt" bigint, "endsWith" uuid')
    ) as listed (before, after)
  loop
    changed := replace(source, change.before, change.after);
    if changed = source then
      raise exception 'book_commit has no %', change.before;
    end if;
    source := changed;
  end loop;
  execute source;
end
$$;

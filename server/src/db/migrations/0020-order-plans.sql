-- What made a batch of orders slow.

-- Its functions plan as the ledger's do: rows are looked up one by one, whatever the tables' sizes were when the plan was made, and
-- what takes milliseconds is not compiled. The settings also hold in the triggers that they cause.
alter function book_read(text, bigint, uuid[], text[], uuid[])
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off;
alter function book_commit(jsonb, posting[], posting_entry[], history_row[])
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set jit = off;

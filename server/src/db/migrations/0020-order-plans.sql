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

-- Orders are told as text at once. The function stays as it is but for that, so it is changed in its own text.
do $$
declare
  source constant text := pg_get_functiondef('book_commit(jsonb, posting[], posting_entry[], history_row[])'::regprocedure);
  before constant text := $old$
    select json_agg(to_jsonb(book_order)
      || jsonb_build_object('budget', budget::text, 'quote_filled', quote_filled::text, 'fee', fee::text))
    from book_order where id$old$;
  after constant text := $new$
    select json_agg(told) from (
      select id, number, user_id, market, client_order_id, fingerprint, side, type, time_in_force, is_post_only, self_trade, price,
        stop_price, quantity, budget::text, remaining, filled, quote_filled::text, fee::text, maker_fee_ppm, taker_fee_ppm,
        status, reason, seq, queued_seq, expires_at, received_at, created_at, updated_at
      from book_order
    ) as told where id$new$;
  changed constant text := replace(source, before, after);
begin
  if changed = source then
    raise exception 'book_commit tells orders in another way';
  end if;
  execute changed;
end
$$;

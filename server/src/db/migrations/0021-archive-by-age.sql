-- An order's id begins with the time of its making, so the archive looks only at those that are old enough to be over for 90 days.
create or replace function book_archive(orders_max integer) returns integer language sql
security definer
set search_path = public, pg_temp
begin atomic
  with gone as materialized (
    delete from book_order
    where id in (
      select id from book_order
      where status in ('CANCELLED', 'EXPIRED') and filled = 0 and updated_at < now() - interval '90 days'
        and id < (lpad(to_hex((extract(epoch from now() - interval '90 days') * 1000)::bigint), 12, '0')
          || '70008000000000000000')::uuid
      order by id limit orders_max
      for update skip locked
    )
    returning user_id, client_order_id, to_jsonb(book_order)
      || jsonb_build_object('budget', budget::text, 'quote_filled', quote_filled::text, 'fee', fee::text) as told
  ), kept as (
    insert into archived_order (user_id, client_order_id, told)
    select user_id, client_order_id, told from gone where client_order_id is not null
  )
  select count(*)::integer from gone;
end;

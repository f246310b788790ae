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

-- The least number from which on all orders of a person in a market are of that time or later, found as trades are.
create function first_order_since(asked_user uuid, asked_market text, since timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  found_number bigint;
  found_at timestamptz;
begin
  select number + 1 into high from book_order where user_id = asked_user and market = asked_market order by number desc limit 1;
  while low < high loop
    middle := (low + high) / 2;
    select number, created_at into found_number, found_at
      from book_order where user_id = asked_user and market = asked_market and number >= middle order by number limit 1;
    if found_at >= since then
      high := middle;
    else
      low := found_number + 1;
    end if;
  end loop;
  return low;
end
$$;

revoke execute on function first_order_since(uuid, text, timestamptz) from public;

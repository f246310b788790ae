-- A number for each order, for programs that know an order by a whole number. Given once, in the sequence in which orders are written.
alter table book_order add column number bigint not null generated always as identity;
create unique index book_order_by_number on book_order (user_id, market, number);

-- The least number from which on all trades of a market are of that time or later. Numbers and times grow alike, so it is found by
-- halving, without an index on the time.
create function first_trade_since(asked_market text, since timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  found_seq bigint;
  found_at timestamptz;
begin
  select seq + 1 into high from fill where market = asked_market order by seq desc limit 1;
  while low < high loop
    middle := (low + high) / 2;
    select seq, created_at into found_seq, found_at from fill where market = asked_market and seq >= middle order by seq limit 1;
    if found_at >= since then
      high := middle;
    else
      low := found_seq + 1;
    end if;
  end loop;
  return low;
end
$$;

revoke execute on function first_trade_since(text, timestamptz) from public;

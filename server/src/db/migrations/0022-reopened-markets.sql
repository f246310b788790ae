-- The breaker of a market that reopens counts from there. A candle begins with its minute, and most markets reopen within one: what
-- was traded in the rest of it counted for nothing, so the price could go anywhere. Nothing trades in the two minutes before, so all of
-- that minute's candle is of the time since.
create or replace function book_write_fills(known market, fills jsonb, at timestamptz) returns void language plpgsql as $$
begin
  if jsonb_array_length(fills) = 0 then
    return;
  end if;
  insert into fill
    (market, seq, price, quantity, taker_side, maker_order_id, taker_order_id, maker_user_id, taker_user_id, maker_fee, taker_fee,
     transfer_id, created_at)
  select known.symbol, seq, price, quantity, "takerSide", "makerId", "takerId", "makerPersonId", "takerPersonId", "makerFee",
    "takerFee", "transferId", at
  from jsonb_to_recordset(fills) as traded (
    seq bigint, price bigint, quantity bigint, "takerSide" text, "makerId" uuid, "takerId" uuid, "makerPersonId" uuid,
    "takerPersonId" uuid, "makerFee" numeric, "takerFee" numeric, "transferId" uuid
  );

  insert into candle (market, minute, open, high, low, close, volume, quote_volume, fill_count)
  select known.symbol, date_trunc('minute', at), (array_agg(price order by seq))[1], max(price), min(price),
    (array_agg(price order by seq desc))[1], sum(quantity), sum(price::numeric * quantity * known.tick_lot_units), count(*)
  from jsonb_to_recordset(fills) as traded (seq bigint, price bigint, quantity bigint)
  on conflict (market, minute) do update
  set high = greatest(candle.high, excluded.high), low = least(candle.low, excluded.low), close = excluded.close,
      volume = candle.volume + excluded.volume, quote_volume = candle.quote_volume + excluded.quote_volume,
      fill_count = candle.fill_count + excluded.fill_count;

  update market set post_only_until = at + interval '2 minutes'
  where symbol = known.symbol and (
    select max(high) * 10 > min(low) * 11 from candle
    where market = known.symbol and minute > greatest(at - interval '5 minutes', known.post_only_until - interval '1 minute')
  );
end
$$;

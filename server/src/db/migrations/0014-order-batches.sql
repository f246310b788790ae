-- How order books are read and written: a batch of a market's commands is one call of each.

-- Takes the market for this transaction. Whoever else has it ends first.
create function book_take(asked_market text) returns void language sql
set search_path = public, pg_temp
set lock_timeout = '5s'
begin atomic
  -- The first number is arbitrary. It only has to be nobody else's.
  select pg_advisory_xact_lock(6230572, hashtext(asked_market));
end;

-- The price of one of them jumped, and has neither settled nor been trusted: nobody knows around which price to trade.
create function has_jumped_price(base text, quote text) returns boolean language sql stable
begin atomic
  select exists (select from price_reference where asset in (base, quote) and candidate_scaled_usd is not null);
end;

-- Takes the market, and answers what a batch needs: the market, what its people can spend, which of their own names for orders are
-- taken, which of the sessions and keys that ask are still there, and what happened since `known_seq` (null, or too far back: the
-- whole book). Each statement sees what was committed before it, so all of it is read after the lock.
create function book_read(asked_market text, known_seq bigint, people uuid[], client_order_ids text[], callers uuid[])
returns json language plpgsql
set search_path = public, pg_temp
as $$
declare
  known market;
  at timestamptz;
  is_whole boolean;
begin
  perform book_take(asked_market);
  select * into known from market where symbol = asked_market;
  at := clock_timestamp();
  -- The log is kept for a day.
  is_whole := known_seq is null or known.seq - known_seq > 2000 or known.seq > known_seq and not exists (
    select from book_event where market = asked_market and seq = known_seq + 1
  );
  return json_build_object(
    'seq', known.seq,
    'lastPrice', known.last_price,
    'at', floor(extract(epoch from at) * 1000),
    -- The operator switched one of its assets off.
    'state', case
      when known.state <> 'halted' and exists (select from asset where code in (known.base, known.quote) and not is_active)
        then 'cancel_only'
      when known.state = 'open' and (known.post_only_until > at or has_jumped_price(known.base, known.quote)) then 'post_only'
      else known.state
    end,
    'makerFeePpm', known.maker_fee_ppm,
    'takerFeePpm', known.taker_fee_ppm,
    'meanPrice', (
      select trunc(sum(quote_volume) / (sum(volume) * known.tick_lot_units)) from candle
      where market = asked_market and minute > at - interval '5 minutes'
    ),
    'people', (
      select json_agg(json_build_object(
        'id', person.id,
        'isBarred', person.deleted_at is not null or is_frozen(person.frozen_at, person.unfreezes_at),
        'base', coalesce((
          select balance - reserved from account
          where owner_id = person.id and asset = known.base and kind = 'available'
        ), 0)::text,
        'quote', coalesce((
          select balance - reserved from account
          where owner_id = person.id and asset = known.quote and kind = 'available'
        ), 0)::text,
        'makerPercent', coalesce(tier.maker_percent, 100),
        'takerPercent', coalesce(tier.taker_percent, 100)
      ))
      from app_user person
      left join lateral (
        select maker_percent, taker_percent from traded_volume join fee_tier on volume_from <= usd_value
        where user_id = person.id
        order by volume_from desc limit 1
      ) tier on true
      where person.id = any (people)
    ),
    'callers', (
      select json_agg(id) from (
        select id from session where id = any (callers) union all select id from api_key where id = any (callers)
      ) caller
    ),
    'repeats', (
      select json_agg(to_jsonb(book_order)
        || jsonb_build_object('budget', budget::text, 'quote_filled', quote_filled::text, 'fee', fee::text))
      from unnest(people, client_order_ids) as named (user_id, client_order_id)
      join book_order using (user_id, client_order_id)
    ),
    'orders', case when is_whole then (
      select coalesce(json_agg(to_jsonb(book_order) - 'budget'), '[]') from book_order
      where market = asked_market and status in ('OPEN', 'WAITING')
    ) end,
    'events', case when not is_whole then (
      select coalesce(json_agg(event order by seq), '[]') from book_event where market = asked_market and seq > known_seq
    ) end
  );
end
$$;

-- Writes a batch: all of it or nothing. The caller holds the market (book_read). People and accounts are locked in the order of all
-- who wait. What is freed is freed first, then money moves, then what is new is reserved: so each is checked by the database.
create function book_commit(batch jsonb, postings posting[], entries posting_entry[], history history_row[])
returns json language plpgsql
security definer
set search_path = public, pg_temp
set enable_hashjoin = off
set enable_mergejoin = off
set lock_timeout = '2s'
as $$
declare
  known market;
  people constant uuid[] := array(select jsonb_array_elements_text(batch -> 'people')::uuid);
  placers constant uuid[] := array(select jsonb_array_elements_text(batch -> 'placers')::uuid);
  callers constant uuid[] := array(select jsonb_array_elements_text(batch -> 'callers')::uuid);
  at constant timestamptz := to_timestamp((batch ->> 'at')::numeric / 1000);
  refused text;
begin
  -- Until the commit nobody who asks for an order can be frozen, leave, or end all sessions.
  perform from app_user where id = any (placers) order by id for share;
  perform from app_user where id = any (people) order by id for key share;
  perform from account
  where id = any (array(
    select account.id from market
    cross join unnest(people) as person (id)
    join account on account.owner_id = person.id and account.kind = 'available' and account.asset in (market.base, market.quote)
    where market.symbol = batch ->> 'market'
  ))
  order by id
  for no key update;
  if exists (
    select from app_user
    where id = any (placers) and (deleted_at is not null or is_frozen(frozen_at, unfreezes_at))
  ) or exists (
    select from unnest(callers) as caller (id)
    where not exists (select from session where session.id = caller.id)
      and not exists (select from api_key where api_key.id = caller.id)
  ) then
    raise exception 'the account was frozen or closed, or the session has ended' using errcode = 'check_violation', constraint = 'book_order_is_allowed';
  end if;

  update market set seq = (batch ->> 'seq')::bigint, last_price = (batch ->> 'lastPrice')::bigint
  where symbol = batch ->> 'market' and seq = (batch ->> 'seqBefore')::bigint
  returning * into known;
  if known is null then
    raise exception 'the market has moved on' using errcode = 'serialization_failure';
  end if;

  -- An order that enters again is freed whole first.
  update book_order
  set remaining = case when change."isEntering" then 0 else coalesce(change.remaining, book_order.remaining) end,
      price = coalesce(change.price, book_order.price),
      quantity = coalesce(change.quantity, book_order.quantity) - change."quantityTaken",
      filled = book_order.filled + change.filled,
      quote_filled = book_order.quote_filled + change."quoteFilled",
      fee = book_order.fee + change.fee,
      status = coalesce(change.status, book_order.status),
      reason = coalesce(change.reason, book_order.reason),
      seq = coalesce(change.seq, book_order.seq),
      queued_seq = coalesce(change."queuedSeq", book_order.queued_seq),
      updated_at = at
  from jsonb_to_recordset(batch -> 'changes') as change (
    id uuid, remaining bigint, price bigint, quantity bigint, "quantityTaken" bigint, filled bigint, "quoteFilled" numeric,
    fee numeric, status text, reason text, seq bigint, "queuedSeq" bigint, "isEntering" boolean
  )
  where book_order.id = change.id and book_order.market = known.symbol;

  if cardinality(postings) > 0 then
    select min(outcome) into refused from ledger_post(false, postings, entries, history) where outcome <> 'posted';
    if refused is not null then
      raise exception 'a trade was refused: %', refused
        using errcode = 'check_violation', constraint = 'account_reserved_is_there';
    end if;
  end if;

  update book_order set remaining = change.remaining
  from jsonb_to_recordset(batch -> 'changes') as change (id uuid, remaining bigint, "isEntering" boolean)
  where change."isEntering" and book_order.id = change.id and change.remaining > 0;

  insert into book_order
    (id, user_id, market, client_order_id, fingerprint, side, type, time_in_force, is_post_only, self_trade, price, stop_price,
     quantity, budget, remaining, filled, quote_filled, fee, maker_fee_ppm, taker_fee_ppm, status, reason, seq, queued_seq,
     expires_at, received_at, created_at, updated_at)
  select id, "userId", known.symbol, "clientOrderId", fingerprint, side, type, "timeInForce", "isPostOnly", "selfTrade", price,
     "stopPrice", quantity, budget, remaining, filled, "quoteFilled", fee, "makerFeePpm", "takerFeePpm", status, reason, seq,
     "queuedSeq", to_timestamp("expiresAt"::numeric / 1000), to_timestamp("receivedAt"::numeric / 1000), at, at
  from jsonb_to_recordset(batch -> 'orders') as placed (
    id uuid, "userId" uuid, "clientOrderId" text, fingerprint text, side text, type text, "timeInForce" text, "isPostOnly" boolean,
    "selfTrade" text, price bigint, "stopPrice" bigint, quantity bigint, budget numeric, remaining bigint, filled bigint,
    "quoteFilled" numeric, fee numeric, "makerFeePpm" integer, "takerFeePpm" integer, status text, reason text, seq bigint,
    "queuedSeq" bigint, "expiresAt" bigint, "receivedAt" bigint
  );

  perform book_write_fills(known, batch -> 'fills', at);

  insert into book_event (market, seq, event, created_at)
  select known.symbol, (event ->> 'seq')::bigint, event::json, at from jsonb_array_elements(batch -> 'events') as event;

  return (
    select json_agg(to_jsonb(book_order)
      || jsonb_build_object('budget', budget::text, 'quote_filled', quote_filled::text, 'fee', fee::text))
    from book_order where id = any (array(select jsonb_array_elements_text(batch -> 'answers')::uuid))
  );
end
$$;

-- The trades of a batch, the candle of their minute, and the breaker: a price that moved by more than a tenth within five
-- minutes makes the market post-only for two. Minutes before it reopened count no more.
create function book_write_fills(known market, fills jsonb, at timestamptz) returns void language plpgsql as $$
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
    where market = known.symbol and minute > greatest(at - interval '5 minutes', known.post_only_until)
  );
end
$$;

-- Those that every build begins with, where their assets are known. The assets come after the migrations.
create function add_seeded_markets() returns void language sql
begin atomic
  insert into market
    (symbol, base, quote, tick_units, lot_units, tick_lot_units, lots_min, range_bps, maker_fee_ppm, taker_fee_ppm)
  select base.code || '-' || quote.code, base.code, quote.code, tick_units, lot_units,
    trunc(tick_units * lot_units / 10::numeric ^ base.decimals), trunc(least * 10::numeric ^ base.decimals / lot_units),
    listed.range_bps, 1000, 2000
  from (values
    ('BTC', 'USD', 0.1, 0.00001, 0.0001, 500), ('BTC', 'USDT', 0.1, 0.00001, 0.0001, 500),
    ('ETH', 'USD', 0.01, 0.0001, 0.001, 500), ('ETH', 'USDT', 0.01, 0.0001, 0.001, 500),
    ('SOL', 'USD', 0.01, 0.0001, 0.01, 1000), ('SOL', 'USDT', 0.01, 0.0001, 0.01, 1000),
    ('XRP', 'USD', 0.0001, 0.01, 1, 1000), ('XRP', 'USDT', 0.0001, 0.01, 1, 1000),
    ('LTC', 'USD', 0.01, 0.0001, 0.01, 1000), ('LTC', 'USDT', 0.01, 0.0001, 0.01, 1000),
    ('MRCY', 'USD', 0.0001, 0.01, 1, 1000), ('MRCY', 'USDT', 0.0001, 0.01, 1, 1000),
    ('ETH', 'BTC', 0.00001, 0.001, 0.001, 500)
  ) as listed (base_code, quote_code, tick, lot, least, range_bps)
  join asset base on base.code = base_code
  join asset quote on quote.code = quote_code
  cross join lateral (select trunc(tick * 10::numeric ^ quote.decimals) as tick_units,
    trunc(lot * 10::numeric ^ base.decimals) as lot_units) as units
  -- Their positions follow: the great coins first, and each against dollars first.
  order by
    quote_code = 'BTC', array_position(array['BTC', 'ETH', 'SOL', 'XRP', 'LTC', 'MRCY'], base_code),
    array_position(array['USD', 'USDT', 'BTC'], quote_code)
  on conflict (symbol) do nothing;
end;

revoke execute on all functions in schema public from public;

import { candleIntervals } from '@mercury/contract/api/markets.ts';
import type { StreamCandles } from '@mercury/contract/api/stream.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { Database } from '../../../db/database.ts';
import type { LoggedEvent } from '../../../matching/book.ts';
import { openOrdersIn } from '../book-calls.ts';
import { termsOf, type MarketRow } from '../market-terms.ts';
import { orderJson, orderRowSchema, type OrderRow } from '../order-row.ts';
import { presentCandle } from '../present.ts';
import { findCandles, findTrades, type FillRow } from '../queries.ts';

/** What a copy of a book needs to catch up: the events since, or all of it. */
export interface MarketReading {
  readonly market: MarketRow;
  readonly news:
    | { readonly kind: 'events'; readonly events: readonly DatedEvent[] }
    | { readonly kind: 'whole'; readonly orders: readonly OrderRow[]; readonly trades: readonly FillRow[] };
  /** Of the people whose orders are watched: what happened, and the orders that it happened to as they are after it. */
  readonly own: { readonly events: readonly DatedEvent[]; readonly orders: readonly OrderRow[] };
  /** The log no longer has all that happened to them. */
  readonly isOwnCut: boolean;
}

export interface DatedEvent {
  readonly at: string;
  readonly event: LoggedEvent;
}

// Above this the open orders are fewer. Nor does the log reach further back than a day.
const eventsMax = 2000;

export interface OwnQuestion {
  readonly people: readonly string[];
  readonly knownSeq: number;
}

const readingSql = `select market.*, has_jumped_price(base, quote), is_trading_halted(array[base, quote]) as is_halted,
     case when is_whole then (
       select coalesce(json_agg(to_jsonb(book_order) - 'budget'), '[]') from book_order
        where book_order.market = market.symbol and status in ('OPEN', 'WAITING')
     ) end as open_orders,
     case when not is_whole and $4 then (
       select coalesce(json_agg(json_build_object('at', created_at, 'event', event) order by seq), '[]')
         from book_event where book_event.market = market.symbol and book_event.seq > $2
     ) end as events,
     own.events as own_events,
     case when own.events is not null then (
       select json_agg(${orderJson}) from book_order
        where book_order.id = any (own.ids::uuid[]) and user_id::text = any ($5)
     ) end as own_orders,
     cardinality($5::text[]) > 0 and market.seq > $6 and not exists (
       select from book_event where book_event.market = market.symbol and book_event.seq = $6 + 1
     ) as is_own_cut
   from market
   cross join lateral (
     select $4 and ($2::bigint is null or market.seq - $2 > $3 or market.seq > $2 and not exists (
       select from book_event where book_event.market = market.symbol and book_event.seq = $2 + 1
     )) as is_whole
   ) as asked
   left join lateral (
     select json_agg(json_build_object('at', created_at, 'event', event) order by seq) as events,
       array_agg(event ->> 'orderId') || array_agg(event -> 'order' ->> 'orderId')
         || array_agg(event ->> 'makerId') || array_agg(event ->> 'takerId') as ids
       from book_event
      where cardinality($5::text[]) > 0 and book_event.market = market.symbol and book_event.seq > $6 and (
        event ->> 'personId' = any ($5) or event -> 'order' ->> 'personId' = any ($5)
        or event ->> 'makerPersonId' = any ($5) or event ->> 'takerPersonId' = any ($5)
      )
   ) as own on true
   where symbol = $1`;

interface ReadingRow extends MarketRow {
  readonly open_orders: unknown[] | null;
  readonly events: DatedEvent[] | null;
  readonly own_events: DatedEvent[] | null;
  readonly own_orders: unknown[] | null;
  readonly is_own_cut: boolean;
}

/**
 * Undefined for a market that there is not. One statement, so all of it is of one moment, between two batches; it takes no lock,
 * so no order waits for whoever watches. Where nobody sees the book, only what is somebody's own is read.
 */
export async function readMarket(
  db: Database,
  {
    symbol,
    isShown,
    knownSeq,
    own = { people: [], knownSeq: 0 },
  }: {
    symbol: string;
    isShown: boolean;
    knownSeq: number | undefined;
    own?: OwnQuestion | undefined;
  },
): Promise<MarketReading | undefined> {
  const { rows } = await db.pool.query<ReadingRow>(readingSql, [
    symbol,
    knownSeq ?? null,
    eventsMax,
    isShown,
    own.people,
    own.knownSeq,
  ]);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { open_orders, events, own_events, own_orders, is_own_cut: isOwnCut, ...market } = row;
  const told = {
    market,
    own: {
      events: own_events ?? [],
      orders: (own_orders ?? []).map((order) => orderRowSchema.parse(order)),
    },
    isOwnCut,
  };
  if (open_orders === null) return { ...told, news: { kind: 'events', events: events ?? [] } };
  const trades = await findTrades(db, {
    market: symbol,
    before: market.seq + 1n,
    limit: limits.streamTrades,
  });
  return { ...told, news: { kind: 'whole', orders: openOrdersIn(open_orders), trades } };
}

// A trade of this moment is before it.
const aheadMs = 60_000;

/** The candles of the minutes since a time that have trades. */
export async function readMinutes(
  db: Database,
  { market, type, from }: { market: MarketRow; type: StreamCandles['type']; from: Date },
): Promise<StreamCandles> {
  const { symbol, seq } = market;
  const to = new Date(Date.now() + aheadMs);
  const rows = await findCandles(db, { market: symbol, lengthMs: candleIntervals['1m'], from, to });
  const candles = rows.map((row) => presentCandle(termsOf(market), row));
  return { type, channel: 'candles', market: symbol, seq: Number(seq), candles };
}

import { limits } from '@mercury/contract/limits.ts';
import type { Database } from '../../../db/database.ts';
import type { LoggedEvent } from '../../../matching/book.ts';
import { openOrdersIn } from '../book-calls.ts';
import type { MarketRow } from '../market-terms.ts';
import type { OrderRow } from '../order-row.ts';
import { findTrades, type FillRow } from '../queries.ts';

/** What a copy of a book needs to catch up: the events since, or all of it. */
export interface MarketReading {
  readonly market: MarketRow;
  readonly news:
    | { readonly kind: 'events'; readonly events: readonly DatedEvent[] }
    | { readonly kind: 'whole'; readonly orders: readonly OrderRow[]; readonly trades: readonly FillRow[] };
}

export interface DatedEvent {
  readonly at: string;
  readonly event: LoggedEvent;
}

// Above this the open orders are fewer. Nor does the log reach further back than a day.
const eventsMax = 2000;

/**
 * Undefined for a market that there is not. One statement, so all of it is of one moment, between two batches; it takes no lock,
 * so no order waits for whoever watches.
 */
export async function readMarket(
  db: Database,
  { symbol, knownSeq }: { symbol: string; knownSeq: number | undefined },
): Promise<MarketReading | undefined> {
  const { rows } = await db.pool.query<
    MarketRow & { open_orders: unknown[] | null; events: DatedEvent[] | null }
  >(
    `select market.*, has_jumped_price(base, quote), is_trading_halted(array[base, quote]) as is_halted,
       case when is_whole then (
         select coalesce(json_agg(to_jsonb(book_order) - 'budget'), '[]') from book_order
          where book_order.market = market.symbol and status in ('OPEN', 'WAITING')
       ) end as open_orders,
       case when not is_whole then (
         select coalesce(json_agg(json_build_object('at', created_at, 'event', event) order by seq), '[]')
           from book_event where book_event.market = market.symbol and book_event.seq > $2
       ) end as events
     from market
     cross join lateral (
       select $2::bigint is null or market.seq - $2 > $3 or market.seq > $2 and not exists (
         select from book_event where book_event.market = market.symbol and book_event.seq = $2 + 1
       ) as is_whole
     ) as asked
     where symbol = $1`,
    [symbol, knownSeq ?? null, eventsMax],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const { open_orders: orders, events, ...market } = row;
  if (orders === null) return { market, news: { kind: 'events', events: events ?? [] } };
  const trades = await findTrades(db, {
    market: symbol,
    before: market.seq + 1n,
    limit: limits.streamTrades,
  });
  return { market, news: { kind: 'whole', orders: openOrdersIn(orders), trades } };
}

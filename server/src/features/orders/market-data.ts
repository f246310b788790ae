import type { Database } from '../../db/database.ts';
import { writePrice, writeQuantity, type MarketTerms } from './market-terms.ts';
import { findLevels, type FillRow, type LevelRow } from './queries.ts';

/** What anyone may know of a market, beyond a page of it. */

export async function readLevels(db: Database, market: MarketTerms, depth: number) {
  const { seq, levels } = await findLevels(db, { market: market.symbol, depth });
  return { seq, bids: sideOf(market, levels, 'BUY'), asks: sideOf(market, levels, 'SELL') };
}

function sideOf(market: MarketTerms, levels: readonly LevelRow[], side: LevelRow['side']) {
  return levels
    .filter((level) => level.side === side)
    .map(({ price, quantity }) => ({
      price: writePrice(market, Number(price)),
      quantity: writeQuantity(market, Number(quantity)),
    }));
}

/** In ticks and lots. Null where nobody offers. */
export interface BestRow {
  readonly symbol: string;
  readonly bid: bigint | null;
  readonly bid_quantity: bigint | null;
  readonly ask: bigint | null;
  readonly ask_quantity: bigint | null;
}

/** Of the last 24 hours, to the minute; in ticks and lots. */
export interface TickerRow extends BestRow {
  /** Null before the first trade of the market. */
  readonly last_price: bigint | null;
  /** Null where nobody traded in that time. */
  readonly open: bigint | null;
  readonly high: bigint | null;
  readonly low: bigint | null;
  readonly volume: bigint;
  /** In the smallest unit of the quote. */
  readonly quote_volume: bigint;
  readonly trade_count: bigint;
  readonly last_trade: bigint | null;
}

/** Of these markets, in their order. */
export async function findTickers({ pool }: Database, symbols: readonly string[]): Promise<TickerRow[]> {
  const { rows } = await pool.query<TickerRow>(
    `select symbol, last_price, open, high, low, coalesce(volume, 0) as volume, coalesce(quote_volume, 0) as quote_volume,
            coalesce(trade_count, 0) as trade_count, last.seq as last_trade, ${best}
       from market
       left join lateral (
         select (array_agg(open order by minute))[1] as open, max(high) as high, min(low) as low, sum(volume) as volume,
                sum(quote_volume) as quote_volume, sum(fill_count) as trade_count
           from candle where market = symbol and minute > now() - interval '24 hours'
       ) day on true
       left join lateral (select seq from fill where market = symbol order by seq desc limit 1) last on true
       ${joinBest}
      where symbol = any ($1) order by position`,
    [symbols],
  );
  return rows;
}

const bestOf = (side: 'BUY' | 'SELL', direction: 'asc' | 'desc'): string =>
  `select price, sum(remaining) as quantity from book_order
    where market = symbol and status = 'OPEN' and side = '${side}' and remaining > 0
    group by price order by price ${direction} limit 1`;

const best = 'bid.price as bid, bid.quantity as bid_quantity, ask.price as ask, ask.quantity as ask_quantity';
const joinBest = `left join lateral (${bestOf('BUY', 'desc')}) bid on true
  left join lateral (${bestOf('SELL', 'asc')}) ask on true`;

/** As the tickers, without the day, of which each minute is read. */
export async function findBestPrices({ pool }: Database, symbols: readonly string[]): Promise<BestRow[]> {
  const { rows } = await pool.query<BestRow>(
    `select symbol, ${best} from market ${joinBest} where symbol = any ($1)`,
    [symbols],
  );
  return rows;
}

export type TradeRow = FillRow;

/** In which trades to look, and from where. */
export interface TradeRange {
  /** A number, or a time. Without both it is the newest. */
  readonly fromSeq?: number | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly limit: number;
}

/** Oldest first. */
export async function findTradesWithin(
  { pool }: Database,
  market: string,
  { fromSeq, since, until, limit }: TradeRange,
): Promise<readonly TradeRow[]> {
  const isFromStart = fromSeq !== undefined || since !== undefined;
  const { rows } = await pool.query<TradeRow>(
    `select * from fill
      where market = $1 and ($2::bigint is null or seq >= $2)
        and ($3::timestamptz is null or seq >= first_trade_since($1, $3))
        and ($4::timestamptz is null or seq < first_trade_since($1, $4))
      order by seq ${isFromStart ? 'asc' : 'desc'} limit $5`,
    [market, fromSeq ?? null, since ?? null, until ?? null, limit],
  );
  return isFromStart ? rows : rows.toReversed();
}

/** The minute of the first trade. */
export async function findFirstMinute({ pool }: Database, market: string): Promise<Date | undefined> {
  const { rows } = await pool.query<{ minute: Date }>(
    'select minute from candle where market = $1 order by minute limit 1',
    [market],
  );
  return rows[0]?.minute;
}

import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import type { Database } from '../../db/database.ts';
import { findBestPrices, findTickers, type BestRow, type TickerRow } from '../orders/market-data.ts';
import {
  termsOf,
  writePrice,
  writeQuantity,
  writeQuote,
  type MarketRow,
  type MarketTerms,
} from '../orders/market-terms.ts';
import { writeMeanPrice } from '../orders/present.ts';
import { listMarketsOf, symbolOf } from './symbols.ts';

/** Of these markets, in their order. */
type ShowEach = (db: Database, markets: readonly MarketRow[]) => Promise<readonly object[]>;

/** One ticker for one symbol, else a list. */
export async function showTickers(
  db: Database,
  { symbol, symbols }: { symbol: string | undefined; symbols: readonly string[] | undefined },
  showEach: ShowEach,
): Promise<object> {
  const shown = await showEach(db, await listMarketsOf(db, symbol === undefined ? symbols : [symbol]));
  const [only] = shown;
  return symbol !== undefined && only !== undefined ? only : shown;
}

const showBy =
  <R extends { readonly symbol: string }>(
    find: (db: Database, symbols: readonly string[]) => Promise<readonly R[]>,
    present: (market: MarketTerms, row: R) => object,
  ): ShowEach =>
  async (db, markets) => {
    const rows = await find(
      db,
      markets.map((market) => market.symbol),
    );
    const found = new Map(rows.map((row) => [row.symbol, row]));
    return markets.flatMap((market) => {
      const row = found.get(market.symbol);
      return row === undefined ? [] : [present(termsOf(market), row)];
    });
  };

const price = (market: MarketTerms, ticks: bigint | null): string => writePrice(market, Number(ticks ?? 0n));
const quantity = (market: MarketTerms, lots: bigint | null): string =>
  writeQuantity(market, Number(lots ?? 0n));

export const showPrices: ShowEach = async (_db, markets) =>
  markets.map((row) => ({ symbol: symbolOf(row), price: price(termsOf(row), row.last_price) }));

const presentBest = (market: MarketTerms, row: BestRow) => ({
  symbol: symbolOf(market),
  bidPrice: price(market, row.bid),
  bidQty: quantity(market, row.bid_quantity),
  askPrice: price(market, row.ask),
  askQty: quantity(market, row.ask_quantity),
});

export const showBests = showBy(findBestPrices, presentBest);

/** Where nobody traded within the day, the price stands still. */
const presentDay = (market: MarketTerms, row: TickerRow) => {
  const last = row.last_price ?? 0n;
  const { open = last, high = last, low = last } = withoutNulls(row);
  const closeTime = Date.now();
  return {
    ...presentBest(market, row),
    priceChange: signedPrice(market, last - open),
    priceChangePercent: formatDecimal(
      open === 0n ? 0n : divide((last - open) * 100_000n, open, 'half-even'),
      3,
    ),
    weightedAvgPrice:
      writeMeanPrice(market, { lots: row.volume, quote: row.quote_volume }) ?? price(market, last),
    prevClosePrice: price(market, open),
    lastPrice: price(market, last),
    openPrice: price(market, open),
    highPrice: price(market, high),
    lowPrice: price(market, low),
    volume: quantity(market, row.volume),
    quoteVolume: writeQuote(market, row.quote_volume),
    openTime: closeTime - dayMs,
    closeTime,
    // Of the first trade nobody needs the number, and finding it costs.
    firstId: -1,
    lastId: row.last_trade === null ? -1 : Number(row.last_trade),
    count: Number(row.trade_count),
  };
};

export const showDays = showBy(findTickers, presentDay);

const dayMs = 24 * 60 * 60 * 1000;

function withoutNulls({ open, high, low }: TickerRow): { open?: bigint; high?: bigint; low?: bigint } {
  return open === null || high === null || low === null ? {} : { open, high, low };
}

function signedPrice(market: MarketTerms, ticks: bigint): string {
  return ticks < 0n ? `-${price(market, -ticks)}` : price(market, ticks);
}

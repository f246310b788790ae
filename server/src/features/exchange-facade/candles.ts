import { candleIntervals, startOfCandle } from '@mercury/contract/api/markets.ts';
import type { Database } from '../../db/database.ts';
import { readCandles } from '../orders/candles.ts';
import { findFirstMinute } from '../orders/market-data.ts';
import { writePrice, writeQuantity, writeQuote } from '../orders/market-terms.ts';
import { requireTerms } from './symbols.ts';

const hourMs = candleIntervals['1h'];

/** Those of /v1, and what is known here beyond them. Months are not all as long, and seconds are not kept. */
const lengths = {
  ...candleIntervals,
  '3m': 3 * candleIntervals['1m'],
  '30m': 30 * candleIntervals['1m'],
  '2h': 2 * hourMs,
  '6h': 6 * hourMs,
  '8h': 8 * hourMs,
  '12h': 12 * hourMs,
  '3d': 3 * candleIntervals['1d'],
} as const;
export type Interval = keyof typeof lengths;
// Object.keys forgets what it lists.
export const intervals = Object.keys(lengths) as Interval[];

/** From a time on as many as asked for, or the newest. */
export async function showCandles(
  db: Database,
  asked: {
    readonly symbol: string;
    readonly interval: Interval;
    readonly since: Date | undefined;
    readonly until: Date | undefined;
    readonly limit: number;
  },
) {
  const market = await requireTerms(db, asked.symbol);
  const length = lengths[asked.interval];
  const now = Date.now();
  const lastMs = Math.min(asked.until?.getTime() ?? now, now);
  const firstMs =
    asked.since === undefined
      ? startOfCandle(lastMs - 1, length) - (asked.limit - 1) * length
      : Math.max(
          startOfCandle(asked.since.getTime() + length - 1, length),
          // Clients ask from the beginning of time to learn when a market began.
          startOfCandle((await findFirstMinute(db, market.symbol))?.getTime() ?? now, length),
        );
  const endMs = Math.min(lastMs, firstMs + asked.limit * length);
  if (firstMs >= endMs) return [];
  const rows = await readCandles(db, market, { length, firstMs, endMs });
  return rows.map((row) => [
    row.at.getTime(),
    writePrice(market, Number(row.open)),
    writePrice(market, Number(row.high)),
    writePrice(market, Number(row.low)),
    writePrice(market, Number(row.close)),
    writeQuantity(market, Number(row.volume)),
    row.at.getTime() + length - 1,
    writeQuote(market, row.quote_volume),
    Number(row.trade_count),
    // Who took is not kept in candles.
    '0',
    '0',
    '0',
  ]);
}

import { candleIntervals } from '@mercury/contract/api/markets.ts';
import type { StreamCandles } from '@mercury/contract/api/stream.ts';
import type { Database } from '../../../db/database.ts';
import { termsOf, type MarketRow } from '../market-terms.ts';
import { presentCandle } from '../present.ts';
import { findCandles } from '../queries.ts';

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

import {
  candleIntervals,
  startOfCandle,
  type Candle,
  type CandleInterval,
} from '@mercury/contract/api/markets.ts';
import type { Database } from '../../db/database.ts';
import type { MarketTerms } from './market-terms.ts';
import { presentCandle } from './present.ts';
import { findCandles, findCloseBefore, type CandleRow } from './queries.ts';

const candlesMax = 1000;
const candlesByDefault = 300;

/** The newest of the time that was asked for, at most a thousand. Where nobody traded it is the last close, with no volume. */
export async function listCandles(
  db: Database,
  market: MarketTerms,
  asked: {
    readonly interval: CandleInterval;
    readonly from: Date | undefined;
    readonly to: Date | undefined;
  },
): Promise<Candle[]> {
  const length = candleIntervals[asked.interval];
  const now = Date.now();
  const endMs = Math.min(asked.to?.getTime() ?? now, now);
  const wantedMs = asked.from?.getTime() ?? endMs - (candlesByDefault - 1) * length;
  const firstMs = startOfCandle(Math.max(wantedMs, endMs - (candlesMax - 1) * length), length);
  const rows = await readCandles(db, market, { length, firstMs, endMs });
  return rows.map((row) => presentCandle(market, row));
}

/** Without holes from the first trade on. The last one may still be running. */
export async function readCandles(
  db: Database,
  { symbol }: MarketTerms,
  {
    length,
    firstMs,
    endMs,
  }: {
    readonly length: number;
    /** Where a candle begins. */
    readonly firstMs: number;
    readonly endMs: number;
  },
): Promise<CandleRow[]> {
  const from = new Date(firstMs);
  const rows = await findCandles(db, { market: symbol, lengthMs: length, from, to: new Date(endMs) });
  const before = await findCloseBefore(db, { market: symbol, at: from });
  return fillHoles({ rows, firstMs, endMs, length, before });
}

function fillHoles({
  rows,
  firstMs,
  endMs,
  length,
  before,
}: {
  rows: readonly CandleRow[];
  firstMs: number;
  endMs: number;
  length: number;
  before: bigint | undefined;
}): CandleRow[] {
  const known = new Map(rows.map((row) => [row.at.getTime(), row]));
  const candles: CandleRow[] = [];
  let close = before;
  for (let atMs = firstMs; atMs < endMs; atMs += length) {
    const row = known.get(atMs) ?? (close === undefined ? undefined : stillCandle(atMs, close));
    if (row === undefined) continue;
    candles.push(row);
    ({ close } = row);
  }
  return candles;
}

function stillCandle(atMs: number, close: bigint): CandleRow {
  const nothing = { volume: 0n, quote_volume: 0n, trade_count: 0n };
  return { at: new Date(atMs), open: close, high: close, low: close, close, ...nothing };
}

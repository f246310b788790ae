import type { Candle, CandleInterval } from '@mercury/contract/api/markets.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { readFigure } from './market-numbers.ts';
import type { Minutes } from './market-stream.ts';

const minuteMs = 60_000;
const lengthMs: Readonly<Record<CandleInterval, number>> = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '1h': 60 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': 24 * 60 * minuteMs,
  '1w': 7 * 24 * 60 * minuteMs,
};
// A Monday: where weeks begin, as the server counts them.
const originMs = Date.parse('2024-01-01T00:00:00Z');

interface MinuteNews {
  /** When the candles were answered: they have these already. Undefined: nobody can tell. */
  known: Minutes | undefined;
  now: Minutes | undefined;
  interval: CandleInterval;
}

/** The candles with what was traded since they were answered. */
export function withMinutes(candles: readonly Candle[], { known, now, interval }: MinuteNews): Candle[] {
  const shown = [...candles];
  if (known === undefined || now === undefined) return shown;
  const news = [...now.values()]
    .filter((minute) => known.get(minute.at) !== minute)
    .toSorted((one, other) => one.at.localeCompare(other.at));
  for (const minute of news) {
    const at = new Date(startOf(Date.parse(minute.at), lengthMs[interval])).toISOString();
    const place = shown.findLastIndex((candle) => candle.at === at);
    const before = shown[place];
    if (before) shown[place] = addTo(before, minute, known.get(minute.at));
    else if (at > (shown.at(-1)?.at ?? '')) shown.push({ ...minute, at });
  }
  return shown;
}

function startOf(timeMs: number, length: number): number {
  return originMs + Math.floor((timeMs - originMs) / length) * length;
}

function addTo(candle: Candle, minute: Candle, counted: Candle | undefined): Candle {
  // One without trades only repeats the last price.
  if (!/[1-9]/.test(candle.volume)) return { ...minute, at: candle.at };
  return {
    at: candle.at,
    open: candle.open,
    high: Number(minute.high) > Number(candle.high) ? minute.high : candle.high,
    low: Number(minute.low) < Number(candle.low) ? minute.low : candle.low,
    close: minute.close,
    volume: sumOf(candle.volume, minute.volume, counted?.volume),
    quoteVolume: sumOf(candle.quoteVolume, minute.quoteVolume, counted?.quoteVolume),
  };
}

/** The volume with a minute's, less what was counted of that minute. */
function sumOf(volume: string, added: string, counted = '0'): string {
  const decimals = Math.max(...[volume, added, counted].map((text) => (text.split('.')[1] ?? '').length));
  const [all = 0n, more = 0n, less = 0n] = [volume, added, counted].map((text) => readFigure(text, decimals));
  return formatDecimal(all + more - less, decimals);
}

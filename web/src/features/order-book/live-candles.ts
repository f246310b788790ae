import {
  type Candle,
  type CandleInterval,
  candleIntervals,
  startOfCandle,
} from '@mercury/contract/api/markets.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { readFigure } from './market-numbers.ts';
import type { Minutes } from './market-stream.ts';

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
    const at = new Date(startOfCandle(Date.parse(minute.at), candleIntervals[interval])).toISOString();
    const place = shown.findLastIndex((candle) => candle.at === at);
    const before = shown[place];
    if (before) shown[place] = addTo(before, minute, known.get(minute.at));
    else if (at > (shown.at(-1)?.at ?? '')) shown.push({ ...minute, at });
  }
  return shown;
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

import type { Candle } from '@mercury/contract/api/markets.ts';
import { expect, it } from 'vitest';
import { withMinutes } from './live-candles.ts';

function candleOf(time: string, prices: string, volume: string): Candle {
  const [open = '', high = '', low = '', close = ''] = prices.split(' ');
  const at = `2026-03-02T${time}:00.000Z`;
  return { at, open, high, low, close, volume, quoteVolume: volume };
}

const minutesOf = (...minutes: Candle[]) => new Map(minutes.map((minute) => [minute.at, minute]));

const candles = [candleOf('10:00', '5 6 4 5', '10.0'), candleOf('10:15', '5 5 5 5', '2.5')];
const counted = candleOf('10:20', '5 5 5 5', '2.5');
const known = minutesOf(counted);

it('adds to the running candle what its minutes have more than when it was answered', () => {
  const now = minutesOf(candleOf('10:20', '5 7 5 6', '4.0'), candleOf('10:21', '6 6 3 4', '1.0'));
  expect(withMinutes(candles, { known, now, interval: '15m' })).toEqual([
    candles[0],
    candleOf('10:15', '5 7 3 4', '5.0'),
  ]);
});

it('compares prices as figures, not as texts', () => {
  const running = [candleOf('10:15', '10 10 10 10', '2.5')];
  const now = minutesOf(candleOf('10:16', '9.5 110 9.5 9.5', '1.0'));
  expect(withMinutes(running, { known: new Map(), now, interval: '15m' })).toEqual([
    candleOf('10:15', '10 110 9.5 9.5', '3.5'),
  ]);
});

it('begins another candle with the first minute of its time', () => {
  const now = minutesOf(counted, candleOf('10:31', '6 8 6 7', '1.0'), candleOf('10:32', '7 9 7 9', '0.5'));
  expect(withMinutes(candles, { known, now, interval: '15m' }).slice(2)).toEqual([
    candleOf('10:30', '6 9 6 9', '1.5'),
  ]);
});

it('takes one in which nobody had traded from the minute alone', () => {
  const quiet = [candleOf('10:15', '5 5 5 5', '0.0')];
  const now = minutesOf(candleOf('10:16', '8 9 8 9', '1.0'));
  expect(withMinutes(quiet, { known: new Map(), now, interval: '15m' })).toEqual([
    candleOf('10:15', '8 9 8 9', '1.0'),
  ]);
});

it('counts weeks from Monday', () => {
  const now = minutesOf(candleOf('10:31', '6 8 6 7', '1.0'));
  expect(withMinutes([], { known: new Map(), now, interval: '1w' })[0]?.at).toBe('2026-03-02T00:00:00.000Z');
});

it('leaves as it is what nobody can tell from what was answered', () => {
  const now = minutesOf(candleOf('10:20', '5 7 5 6', '4.0'));
  expect(withMinutes(candles, { known: undefined, now, interval: '15m' })).toEqual(candles);
});

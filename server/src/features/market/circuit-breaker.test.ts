import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import { MarketAnswerUnusableError, MarketServiceAwayError } from './market-service.ts';

let lines: string[];
let clockMs: number;
let closing: AbortController;
let breaker: CircuitBreaker;

beforeEach(() => {
  lines = [];
  clockMs = 0;
  closing = new AbortController();
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  breaker = createCircuitBreaker({ now: () => clockMs, log, closing: closing.signal });
});

const away = () => breaker.call(() => Promise.reject(new MarketServiceAwayError('away')));
const well = () => breaker.call(async () => 'well');

it('logs an outage once when it begins and once when it is over', async () => {
  for (let call = 0; call < 10; call += 1) {
    await expect(away()).rejects.toThrow(MarketServiceAwayError);
    clockMs += 120_000;
  }
  expect(lines).toEqual(['market prices can’t be had']);
  await expect(well()).resolves.toBe('well');
  await well();
  expect(lines).toEqual(['market prices can’t be had', 'market prices can be had again']);
});

it('is open for a while that doubles, up to a minute', async () => {
  const waits: number[] = [];
  for (let failure = 0; failure < 6; failure += 1) {
    await expect(away()).rejects.toThrow('away');
    const failedAt = clockMs;
    while (await isOpen()) clockMs += 1_000;
    waits.push(clockMs - failedAt);
  }
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

async function isOpen(): Promise<boolean> {
  let wasCalled = false;
  await breaker
    .call(async () => {
      wasCalled = true;
      // Neither good nor away, so the breaker stays as it is.
      throw new MarketAnswerUnusableError('unusable');
    })
    .catch(() => undefined);
  return !wasCalled;
}

it('counts calls that fail together as one failure', async () => {
  await expect(Promise.all([away(), away(), away()])).rejects.toThrow('away');
  clockMs += 5_000;
  await expect(well()).resolves.toBe('well');
});

it('stays closed where one answer alone can’t be used', async () => {
  const unusable = breaker.call(() => Promise.reject(new MarketAnswerUnusableError('unusable')));
  await expect(unusable).rejects.toThrow('unusable');
  await expect(well()).resolves.toBe('well');
  expect(lines).toEqual([]);
});

it('logs nothing where it is we who leave', async () => {
  closing.abort();
  await expect(away()).rejects.toThrow(MarketServiceAwayError);
  expect(lines).toEqual([]);
});

it.each([
  [1_000, 5_000],
  [30_000, 30_000],
  [600_000, 600_000],
  [86_400_000, 600_000],
])(
  'is open for the %i ms that the service asks for: at least five seconds, at most ten minutes',
  async (retryAfterMs, expected) => {
    const asking = breaker.call(() => Promise.reject(new MarketServiceAwayError('away', { retryAfterMs })));
    await expect(asking).rejects.toThrow('away');
    clockMs = expected - 1;
    expect(await isOpen()).toBe(true);
    clockMs = expected;
    expect(await isOpen()).toBe(false);
  },
);

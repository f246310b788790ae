import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { MarketAnswerUnusableError, MarketServiceAwayError } from './market-service.ts';
import { createOutage, type Outage } from './outage.ts';

let lines: string[];
let clockMs: number;
let closing: AbortController;
let outage: Outage;

beforeEach(() => {
  lines = [];
  clockMs = 0;
  closing = new AbortController();
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  outage = createOutage({ now: () => clockMs, log, closing: closing.signal });
});

const away = () => outage.call(() => Promise.reject(new MarketServiceAwayError('away')));
const well = () => outage.call(async () => 'well');

it('is logged once when it begins and once when it is over', async () => {
  for (let call = 0; call < 10; call += 1) {
    await expect(away()).rejects.toThrow(MarketServiceAwayError);
    clockMs += 120_000;
  }
  expect(lines).toEqual(['market prices can’t be had']);
  await expect(well()).resolves.toBe('well');
  await well();
  expect(lines).toEqual(['market prices can’t be had', 'market prices can be had again']);
});

it('keeps calls back for a while that doubles, up to a minute', async () => {
  const waits: number[] = [];
  for (let failure = 0; failure < 6; failure += 1) {
    await expect(away()).rejects.toThrow('away');
    const failedAt = clockMs;
    while (await isKeptBack()) clockMs += 1_000;
    waits.push(clockMs - failedAt);
  }
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

async function isKeptBack(): Promise<boolean> {
  let wasCalled = false;
  await outage
    .call(async () => {
      wasCalled = true;
      // Neither good nor away, so that the outage is as it was.
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

it('is none where one answer alone can’t be used', async () => {
  const unusable = outage.call(() => Promise.reject(new MarketAnswerUnusableError('unusable')));
  await expect(unusable).rejects.toThrow('unusable');
  await expect(well()).resolves.toBe('well');
  expect(lines).toEqual([]);
});

it('is none where it is we who leave', async () => {
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
  'keeps calls back for the %i ms that the service asks for, ten minutes at most',
  async (retryAfterMs, expected) => {
    const asking = outage.call(() => Promise.reject(new MarketServiceAwayError('away', { retryAfterMs })));
    await expect(asking).rejects.toThrow('away');
    clockMs = expected - 1;
    expect(await isKeptBack()).toBe(true);
    clockMs = expected;
    expect(await isKeptBack()).toBe(false);
  },
);

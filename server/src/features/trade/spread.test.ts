import { parseAmount } from '@mercury/contract/money/amount.ts';
import { tradeOf } from '@mercury/contract/money/trade.ts';
import { describe, expect, it } from 'vitest';
import { seededRandom, type SeededRandom } from '../../test/seeded-random.ts';
import type { TrustedPrice } from './offer.ts';
import { judgePrice, type PriceReference } from './price-jump.ts';
import { leastVariance, varianceAfter } from './price-variance.ts';
import { spreadBpsOf } from './spread.ts';

const beganMs = Date.parse('2026-11-23T12:00:00.000Z');
const at = (seconds: number): Date => new Date(beganMs + seconds * 1000);
const live = (variance: bigint, ageSeconds: number) =>
  ({ source: 'live', asOf: at(-ageSeconds), variance }) as const;

describe('the spread of an offer', () => {
  it('is the operator’s where the market is calm, its prices are young, or they are not the market’s', () => {
    expect(spreadBpsOf(50, [live(leastVariance, 60)], at(0))).toBe(50);
    expect(spreadBpsOf(50, [live(400_000n, 1)], at(0))).toBe(76);
    for (const source of ['operator', 'par', 'pretend'] as const) {
      const wild = { source, asOf: at(-300), variance: 10n ** 9n };
      expect(spreadBpsOf(50, [wild], at(0))).toBe(50);
    }
  });

  it('is three standard deviations from when the price was said until the offer ends', () => {
    // 3 × √(250,000 × (60 + 15)) millionths
    expect(spreadBpsOf(50, [live(250_000n, 60)], at(0))).toBe(130);
    expect(spreadBpsOf(50, [live(250_000n, 0)], at(0))).toBe(59);
    expect(spreadBpsOf(50, [live(250_000n, 60), live(750_000n, 60)], at(0))).toBe(260);
    // A price from the future counts as one from now.
    expect(spreadBpsOf(0, [live(250_000n, -60)], at(0))).toBe(59);
  });

  it('grows by a hundredth of a percent each second from a minute on, however calm the market was', () => {
    // 3 × √(31,700 × 75) millionths are within the operator's spread; no calm makes it less.
    for (const variance of [0n, leastVariance]) {
      expect(spreadBpsOf(0, [live(variance, 60)], at(0))).toBe(47);
      expect(spreadBpsOf(0, [live(variance, 180)], at(0))).toBe(75 + 120);
    }
  });

  it('covers what its sources differ by, of both currencies', () => {
    const doubted = { ...live(leastVariance, 1), doubtBps: 300 };
    expect(spreadBpsOf(50, [doubted], at(0))).toBe(300);
    expect(spreadBpsOf(50, [doubted, { ...doubted, doubtBps: 40 }], at(0))).toBe(340);
    expect(() => spreadBpsOf(50, [{ ...doubted, doubtBps: 1001 }], at(0))).toThrow('PriceJumped');
  });

  it('that would be more than a tenth is none: such a market is not traded with', () => {
    expect(spreadBpsOf(0, [live(14_814_800n, 60)], at(0))).toBe(1000);
    expect(() => spreadBpsOf(0, [live(14_850_000n, 60)], at(0))).toThrow('PriceJumped');
  });
});

describe('the variance of a price', () => {
  const known = { scaledUsd: 100_000_000n, asOf: at(0), variance: 10_000n };

  it('falls where the price stands still, to half in the time that it is remembered', () => {
    expect(varianceAfter(known, { scaledUsd: 100_000_000n, asOf: at(900) })).toBe(5_000n);
  });

  it('grows with the square of a change, up or down alike', () => {
    // (10,000 × 900 + 1,000²) / (900 + 60) with a tenth of a percent in a minute
    for (const scaledUsd of [100_100_000n, 99_900_000n]) {
      expect(varianceAfter(known, { scaledUsd, asOf: at(60) })).toBe(10_417n);
    }
    expect(varianceAfter(known, { scaledUsd: 101_000_000n, asOf: at(60) })).toBe(113_542n);
  });

  it('is not of a jump that has settled', () => {
    const jumped = [
      { scaledUsd: 200_000_000n, asOf: at(60) },
      { scaledUsd: 200_000_000n, asOf: at(660) },
    ];
    let reference: PriceReference = { ...known, candidate: null };
    for (const heard of jumped) reference = judgePrice(reference, heard, 1_000).next ?? reference;
    expect(reference).toMatchObject({ scaledUsd: 200_000_000n, variance: 10_000n });
  });
});

/** Normally distributed (Box and Muller). */
function normal(random: SeededRandom): number {
  const [one, other] = [(random.below(2 ** 30) + 1) / 2 ** 30, random.below(2 ** 30) / 2 ** 30];
  return Math.sqrt(-2 * Math.log(one)) * Math.cos(2 * Math.PI * other);
}

interface SimulationOptions {
  readonly seed: number;
  /** In millionths, for each second. */
  readonly sigmaAt: (second: number) => number;
  /** The share by which news moves the market, by second of the day. */
  readonly news?: Readonly<Record<number, number>>;
  /** The product's own by default. */
  readonly spreadOf?: typeof spreadBpsOf;
}

const hours = 24;
/** Before anything moves, the house earns 0.75 % of a trade. */
const [feeBps, operatorBps] = [25, 50];
const ordinaryUsd = 1_000;
/** The most that one order may be worth. There are enough accounts for an order at each price. */
const informedUsd = 10_000;
/** Closing the position elsewhere costs this: for less nobody trades. */
const closingBps = 10;
const heardEverySeconds = 60;
/** A person without news buys or sells every ten minutes. */
const ordinaryEverySeconds = 600;

/**
 * A day of a random market whose price the house hears every minute. One person sees it up to a minute earlier and takes each
 * price that is worth it; others trade at any time. Returns what the house gained from each, at the market's price of that
 * second.
 */
function simulate({ seed, sigmaAt, news = {}, spreadOf = spreadBpsOf }: SimulationOptions) {
  const random = seededRandom(seed);
  let market = 50_000;
  let reference: PriceReference | undefined;
  let trusted: TrustedPrice | undefined;
  let isTaken = false;
  const day = { informed: 0, ordinary: 0 };
  for (let second = 0; second < hours * 3600; second += 1) {
    market *= 1 + (sigmaAt(second) * normal(random)) / 1_000_000 + (news[second] ?? 0);
    if (second % heardEverySeconds === 0) {
      const heard = { scaledUsd: BigInt(Math.round(market * 1e6)) * 10n ** 6n, asOf: at(second) };
      const verdict = judgePrice(reference, heard, 1_000);
      reference = verdict.next ?? reference;
      trusted = verdict.trusted && { asset: 'BTC', source: 'live', ...verdict.trusted };
      isTaken = false;
    }
    if (trusted === undefined) continue;
    const spreadBps = spreadOf(operatorBps, [trusted], at(second));
    if (second % ordinaryEverySeconds === 61) {
      const side = random.pick<'buy' | 'sell'>(['buy', 'sell']);
      day.ordinary += gainOf(trusted, { side, market, spreadBps, usd: ordinaryUsd });
    }
    const side = market > usdOf(trusted) ? 'buy' : 'sell';
    const gain = isTaken ? 0 : gainOf(trusted, { side, market, spreadBps, usd: informedUsd });
    if (gain < (-informedUsd * closingBps) / 10_000) {
      day.informed += gain;
      isTaken = true;
    }
  }
  return day;
}

function usdOf({ scaledUsd }: TrustedPrice): number {
  return Number(scaledUsd) / 1e12;
}

/** In US dollars, by the product's own sum. */
function gainOf(
  bitcoin: TrustedPrice,
  { side, market, spreadBps, usd }: { side: 'buy' | 'sell'; market: number; spreadBps: number; usd: number },
): number {
  const dollar = { asset: 'USD', scaledUsd: 10n ** 12n } as const;
  const [fromPrice, toPrice] = side === 'buy' ? [dollar, bitcoin] : [bitcoin, dollar];
  const text = side === 'buy' ? usd.toFixed(2) : (usd / usdOf(bitcoin)).toFixed(8);
  const amount = parseAmount(fromPrice.asset, text);
  const trade = amount && tradeOf({ fromPrice, toPrice, feeBps, spreadBps }, amount);
  if (trade === undefined) throw new Error('an order of the simulation is none');
  const worth = ({ asset, minorUnits }: { asset: string; minorUnits: bigint }): number =>
    asset === 'USD' ? Number(minorUnits) / 1e6 : (Number(minorUnits) / 1e8) * market;
  return worth(trade.from) - worth(trade.to);
}

/** From percent a year to a second. */
const yearly = (percent: number): number => (percent * 10_000) / Math.sqrt(365 * 24 * 3600);

const markets = [
  ['calm: 50 % a year', () => yearly(50)],
  ['lively: 150 % a year', () => yearly(150)],
  ['wild: 400 % a year', () => yearly(400)],
  ['calm, and wild for an hour in four', (second) => yearly(Math.floor(second / 3600) % 4 === 3 ? 400 : 50)],
] as const satisfies readonly (readonly [string, SimulationOptions['sigmaAt']])[];

const seeds = [1, 2, 3, 4];

function averageDay(options: Omit<SimulationOptions, 'seed'>) {
  const days = seeds.map((seed) => simulate({ ...options, seed }));
  const average = (of: keyof (typeof days)[number]): number =>
    days.reduce((sum, day) => sum + day[of], 0) / days.length;
  return { informed: average('informed'), ordinary: average('ordinary') };
}

describe('beside somebody who sees the market a minute earlier', () => {
  it.each(markets)('the house does not lose on average in a market that is %s', (_name, sigmaAt) => {
    const { informed, ordinary } = averageDay({ sigmaAt });
    expect(informed + ordinary).toBeGreaterThan(0);
    // The informed person takes a small part of what the others bring.
    expect(-informed).toBeLessThan(ordinary / 10);
  });

  it('the house does not lose on a calm day with news twice, either', () => {
    const { informed, ordinary } = averageDay({
      sigmaAt: () => yearly(50),
      news: { 20_007: 0.02, 60_031: -0.02 },
    });
    expect(informed).toBeLessThan(0);
    expect(informed + ordinary).toBeGreaterThan(0);
  });

  it('the house would lose in a wild one with the operator’s spread alone', () => {
    const { informed, ordinary } = averageDay({ sigmaAt: () => yearly(400), spreadOf: (bps) => bps });
    expect(informed + ordinary).toBeLessThan(0);
  });
});

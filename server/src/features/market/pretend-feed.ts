import type { CoinStatistics, MarketCoin, MarketRange } from '@mercury/contract/api/market.ts';
import { limits } from '@mercury/contract/limits.ts';
import { assetOfMarket, listAssets, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatDecimal, parseDecimal } from '@mercury/contract/money/decimal.ts';
import { formatPrice, priceDecimals, type Price } from '@mercury/contract/money/price.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import {
  markOf,
  pointAt,
  type PricePoint,
  type SaidCoin,
  type SaidCoins,
  type SaidHistory,
  type SaidPrice,
} from './answers.ts';
import { daysOfPeak, pretendGrowth, pretendSwing, toldSecondOf } from './pretend-walk.ts';
import { shorten } from './read-numbers.ts';

/** Pretend prices, used without a market-data service and until its first answer: good to look at, and marked as pretend. */
export interface PretendFeed {
  listCoins(): SaidCoins;
  listAssetPrices(): SaidCoins;
  findCoin(id: string): SaidCoin | undefined;
  findHistory(id: string, range: MarketRange): SaidHistory | undefined;
  priceOf(asset: AssetCode): SaidPrice | undefined;
}

interface PretendCoin {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly basePriceUsd: string;
  /** The size of a coin's swing, in thousandths of the usual one. A coin tied to the dollar has 0. */
  readonly liveliness: number;
  /** Whole coins in circulation; undefined if nobody has made up a number. */
  readonly supply: bigint | undefined;
}

type Traits = Pick<PretendCoin, 'liveliness' | 'supply'>;

/** With their prices, these supplies order the coins about as markets do. */
const traitsById: Readonly<Record<string, Traits>> = {
  bitcoin: { liveliness: 700, supply: 19_800_000n },
  ethereum: { liveliness: 900, supply: 120_500_000n },
  tether: { liveliness: 0, supply: 140_000_000_000n },
  ripple: { liveliness: 1100, supply: 100_000_000_000n },
  binancecoin: { liveliness: 800, supply: 150_000_000n },
  solana: { liveliness: 1300, supply: 440_000_000n },
  'usd-coin': { liveliness: 0, supply: 40_000_000_000n },
  dogecoin: { liveliness: 1400, supply: 148_000_000_000n },
  tron: { liveliness: 800, supply: 95_000_000_000n },
  cardano: { liveliness: 1200, supply: 22_000_000_000n },
  litecoin: { liveliness: 900, supply: 75_500_000n },
  'the-open-network': { liveliness: 1100, supply: 2_000_000_000n },
};
const usualTraits: Traits = { liveliness: 1000, supply: undefined };

/** No wallet can hold it: real markets list such coins too. */
const nobodys = { id: 'cardano', name: 'Cardano', symbol: 'ADA', basePriceUsd: '0.4872' };

function withTraits(coin: Omit<PretendCoin, keyof Traits>): PretendCoin {
  return { ...coin, ...(traitsById[coin.id] ?? usualTraits) };
}

/** All assets with a market id and a sandbox price. */
function pretendCoins(): readonly PretendCoin[] {
  const ours = listAssets().flatMap(({ code, name, marketId, sandboxPriceUsd }) =>
    marketId === null || sandboxPriceUsd === null
      ? []
      : [{ id: marketId, name, symbol: code, basePriceUsd: sandboxPriceUsd }],
  );
  return [...ours, nobodys].map(withTraits);
}

const million = 1_000_000n;
const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const steps: Readonly<Record<MarketRange, Step>> = {
  day: { ms: 5 * minuteMs, count: 288 },
  week: { ms: hourMs, count: 168 },
  month: { ms: 4 * hourMs, count: 180 },
  year: { ms: dayMs, count: 365 },
  all: { ms: 15 * dayMs, count: 243 },
};
const weekLineStep = { ms: 3 * hourMs, count: 56 };

/** Prices change at each full minute, so that everybody sees the same price in between. */
export function createPretendFeed(now: () => number): PretendFeed {
  let latest: PretendMinute | undefined;

  function latestMinute(): PretendMinute {
    const atMs = Math.floor(now() / minuteMs) * minuteMs;
    if (latest?.atMs !== atMs || latest.assets !== listAssets()) latest = createMinute(atMs);
    return latest;
  }

  return {
    listCoins() {
      const { atMs, ids, coinOf } = latestMinute();
      return { ...originAt(atMs), coins: listOf(ids.slice(0, limits.marketCoinCount), coinOf) };
    },
    listAssetPrices() {
      const { atMs, ids, coinOf } = latestMinute();
      const ours = ids.filter((id) => assetOfMarket(id) !== undefined);
      return { ...originAt(atMs), coins: listOf(ours, coinOf) };
    },
    findCoin(id) {
      const { atMs, coinOf } = latestMinute();
      const coin = coinOf(id);
      return coin && { ...originAt(atMs), coin };
    },
    findHistory(id, range) {
      const { atMs } = latestMinute();
      const coin = pretendCoins().find((each) => each.id === id);
      return coin && { ...originAt(atMs), points: pointsUntil(coin, atMs, steps[range]) };
    },
    priceOf(asset) {
      const { atMs, prices } = latestMinute();
      const price = prices.get(asset);
      return price && { ...price, asOf: new Date(atMs) };
    },
  };
}

interface PretendMinute {
  readonly atMs: number;
  /** The asset list that the coins were made from. */
  readonly assets: ReturnType<typeof listAssets>;
  /** The largest first. What nobody knows the supply of comes last. */
  readonly ids: readonly string[];
  readonly prices: ReadonlyMap<AssetCode, Price>;
  /** With its statistics, which take most of the time: computed when first asked for. */
  readonly coinOf: (id: string) => MarketCoin | undefined;
}

function createMinute(atMs: number): PretendMinute {
  const ranked = pretendCoins()
    .map((coin) => ({ coin, scaledUsd: scaledPriceAt(coin, atMs) }))
    .toSorted((one, other) => Number(valueOf(other) - valueOf(one)));
  const prices = ranked.flatMap(({ coin, scaledUsd }): [AssetCode, Price][] => {
    const asset = assetOfMarket(coin.id)?.code;
    return asset === undefined ? [] : [[asset, { asset, scaledUsd }]];
  });
  const coins = new Map<string, MarketCoin>();
  return {
    atMs,
    assets: listAssets(),
    ids: ranked.map(({ coin }) => coin.id),
    prices: new Map(prices),
    coinOf(id) {
      const known = coins.get(id);
      const index = ranked.findIndex(({ coin }) => coin.id === id);
      const ours = ranked[index];
      if (known !== undefined || ours === undefined) return known;
      const coin = coinAt(ours.coin, { atMs, rank: index + 1 });
      coins.set(id, coin);
      return coin;
    },
  };
}

function valueOf({ coin, scaledUsd }: { coin: PretendCoin; scaledUsd: bigint }): bigint {
  return scaledUsd * (coin.supply ?? 0n);
}

function listOf(ids: readonly string[], coinOf: PretendMinute['coinOf']): MarketCoin[] {
  return ids.map(coinOf).filter((coin) => coin !== undefined);
}

/** The price at a past or present moment, in units of 10^-12 dollars. */
function scaledPriceAt({ id, basePriceUsd, liveliness }: PretendCoin, atMs: number): bigint {
  const base = parseDecimal(basePriceUsd, priceDecimals);
  if (base === undefined) throw new Error(`${id} has no pretend price`);
  const second = toldSecondOf(Math.floor(atMs / secondMs));
  const swing = pretendSwing(id, second) * liveliness;
  const grown = liveliness === 0 ? million : BigInt(pretendGrowth(second));
  const dividend = base * BigInt(1_000_000_000 + swing) * grown;
  return shorten(divide(dividend, 1_000_000_000n * million, 'half-even'));
}

function coinAt(coin: PretendCoin, { atMs, rank }: { atMs: number; rank: number }): MarketCoin {
  const { id, name, symbol } = coin;
  const present = scaledPriceAt(coin, atMs);
  return {
    id,
    name,
    symbol,
    currentPrice: formatPrice({ scaledUsd: present }),
    change24h: percentBetween(scaledPriceAt(coin, atMs - dayMs), present),
    image: markOf(id),
    week: pointsUntil(coin, atMs, weekLineStep).map(({ price }) => price),
    statistics: { ...rangeOfDay(coin, atMs), ...sizeOf(coin, { atMs, rank }), ...allTimeHighOf(coin, atMs) },
  };
}

/** Of the very prices that the chart of a day shows. */
function rangeOfDay(coin: PretendCoin, atMs: number): CoinStatistics {
  const sorted = pricesUntil(coin, atMs, steps.day).toSorted((one, other) =>
    Number(one.scaledUsd - other.scaledUsd),
  );
  const [low, high] = [sorted[0], sorted.at(-1)];
  return { low24h: low && formatPrice(low), high24h: high && formatPrice(high) };
}

function sizeOf(coin: PretendCoin, { atMs, rank }: { atMs: number; rank: number }): CoinStatistics {
  if (coin.supply === undefined) return {};
  const scaledUsd = scaledPriceAt(coin, atMs) * coin.supply;
  // Between 2% and 8% of all coins change hands in a day.
  const share = 50_000 + Math.trunc(pretendSwing(`${coin.id} volume`, Math.floor(atMs / secondMs)) / 5);
  const tradedUsd = divide(scaledUsd * BigInt(share), million, 'half-even');
  return {
    rank,
    marketValue: formatPrice({ scaledUsd }),
    volume24h: formatPrice({ scaledUsd: tradedUsd }),
    circulatingSupply: coin.supply.toString(),
  };
}

interface PastPrice {
  readonly atMs: number;
  readonly scaledUsd: bigint;
}

/** What is over does not change: each coin's is looked for once. */
const peaks = new Map<string, PastPrice>();

function allTimeHighOf(coin: PretendCoin, atMs: number): CoinStatistics {
  // A coin that is tied to the dollar has no high.
  if (coin.liveliness === 0) return {};
  const days = daysOfPeak(Math.floor(atMs / secondMs));
  const key = `${coin.id} ${coin.basePriceUsd}`;
  const highest = days.length === 0 ? undefined : (peaks.get(key) ?? highestOf(coin, days));
  if (highest === undefined) return {};
  peaks.set(key, highest);
  return {
    allTimeHigh: { price: formatPrice(highest), at: new Date(highest.atMs).toISOString() },
  };
}

function highestOf(coin: PretendCoin, days: readonly number[]): PastPrice | undefined {
  return days
    .map((second) => ({ atMs: second * secondMs, scaledUsd: scaledPriceAt(coin, second * secondMs) }))
    .toSorted((one, other) => Number(other.scaledUsd - one.scaledUsd))[0];
}

interface Step {
  readonly ms: number;
  readonly count: number;
}

function pricesUntil(coin: PretendCoin, atMs: number, { ms, count }: Step): PastPrice[] {
  return Array.from({ length: count + 1 }, (_, index) => {
    const pointMs = atMs - (count - index) * ms;
    return { atMs: pointMs, scaledUsd: scaledPriceAt(coin, pointMs) };
  });
}

function pointsUntil(coin: PretendCoin, atMs: number, step: Step): PricePoint[] {
  return pricesUntil(coin, atMs, step).map((point) => pointAt(point.atMs, point.scaledUsd));
}

function percentBetween(from: bigint, to: bigint): string {
  const decimals = 2;
  return formatDecimal(divide((to - from) * 100n * 10n ** BigInt(decimals), from, 'half-even'), decimals);
}

function originAt(atMs: number) {
  return { source: 'pretend', asOf: new Date(atMs).toISOString(), isStale: false } as const;
}

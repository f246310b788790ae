import type { MarketCoin, MarketRange } from '@mercury/contract/api/market.ts';
import { limits } from '@mercury/contract/limits.ts';
import { listAssets, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatDecimal, parseDecimal } from '@mercury/contract/money/decimal.ts';
import { formatPrice, priceDecimals } from '@mercury/contract/money/price.ts';
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
import { createPriceFinder } from './price-finder.ts';
import { pretendSwing } from './pretend-walk.ts';
import { shorten } from './read-numbers.ts';

/** Pretend prices, used without a market-data service and until its first answer: good to look at, and marked as pretend. */
export interface PretendFeed {
  listCoins(): SaidCoins;
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
}

/** How lively each coin is, in the order of a market's list: the largest first. Other coins come last. */
const livelinessById: Readonly<Record<string, number>> = {
  bitcoin: 700,
  ethereum: 900,
  tether: 0,
  ripple: 1100,
  binancecoin: 800,
  solana: 1300,
  'usd-coin': 0,
  dogecoin: 1400,
  tron: 800,
  cardano: 1200,
  litecoin: 900,
  'the-open-network': 1100,
};
const usualLiveliness = 1000;
const ranks = Object.keys(livelinessById);

const rankOf = ({ id }: Pick<PretendCoin, 'id'>): number =>
  ranks.includes(id) ? ranks.indexOf(id) : ranks.length;

/** No wallet can hold it: real markets list such coins too. */
const nobodys = { id: 'cardano', name: 'Cardano', symbol: 'ADA', basePriceUsd: '0.4872' };

function withLiveliness(coin: Omit<PretendCoin, 'liveliness'>): PretendCoin {
  return { ...coin, liveliness: livelinessById[coin.id] ?? usualLiveliness };
}

/** All assets with a market id and a sandbox price. */
function pretendCoins(): readonly PretendCoin[] {
  const ours = listAssets().flatMap(({ code, name, marketId, sandboxPriceUsd }) =>
    marketId === null || sandboxPriceUsd === null
      ? []
      : [{ id: marketId, name, symbol: code, basePriceUsd: sandboxPriceUsd }],
  );
  return [...ours, nobodys].map(withLiveliness).toSorted((one, other) => rankOf(one) - rankOf(other));
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const steps: Readonly<Record<MarketRange, { readonly ms: number; readonly count: number }>> = {
  day: { ms: 5 * minuteMs, count: 288 },
  week: { ms: hourMs, count: 168 },
  month: { ms: 4 * hourMs, count: 180 },
  year: { ms: dayMs, count: 365 },
};
const weekLineStep = { ms: 3 * hourMs, count: 56 };

interface Latest {
  readonly atMs: number;
  /** The asset list that the coins were made from. */
  readonly assets: ReturnType<typeof listAssets>;
  readonly coins: MarketCoin[];
}

/** Prices change at each full minute, so that everybody sees the same price in between. */
export function createPretendFeed(now: () => number): PretendFeed {
  const priceIn = createPriceFinder();
  let latest: Latest | undefined;

  function latestCoins(): Latest {
    const atMs = Math.floor(now() / minuteMs) * minuteMs;
    const assets = listAssets();
    if (latest?.atMs !== atMs || latest.assets !== assets) {
      latest = { atMs, assets, coins: pretendCoins().map((coin) => coinAt(coin, atMs)) };
    }
    return latest;
  }

  return {
    listCoins() {
      const { atMs, coins } = latestCoins();
      return { ...originAt(atMs), coins: coins.slice(0, limits.marketCoinCount) };
    },
    findCoin(id) {
      const { atMs, coins } = latestCoins();
      const coin = coins.find((each) => each.id === id);
      return coin && { ...originAt(atMs), coin };
    },
    findHistory(id, range) {
      const { atMs } = latestCoins();
      const coin = pretendCoins().find((each) => each.id === id);
      return coin && { ...originAt(atMs), points: pointsUntil(coin, atMs, steps[range]) };
    },
    priceOf(asset) {
      const { atMs, coins } = latestCoins();
      const price = priceIn(coins, asset);
      return price && { ...price, asOf: new Date(atMs) };
    },
  };
}

/** The price at a past or present moment, in units of 10^-12 dollars. */
function scaledPriceAt({ id, basePriceUsd, liveliness }: PretendCoin, atMs: number): bigint {
  const base = parseDecimal(basePriceUsd, priceDecimals);
  if (base === undefined) throw new Error(`${id} has no pretend price`);
  const swing = pretendSwing(id, Math.floor(atMs / secondMs)) * liveliness;
  return shorten(divide(base * BigInt(1_000_000_000 + swing), 1_000_000_000n, 'half-even'));
}

function coinAt(coin: PretendCoin, atMs: number): MarketCoin {
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
  };
}

function pointsUntil(coin: PretendCoin, atMs: number, step: { ms: number; count: number }): PricePoint[] {
  return Array.from({ length: step.count + 1 }, (_, index) => {
    const pointMs = atMs - (step.count - index) * step.ms;
    return pointAt(pointMs, scaledPriceAt(coin, pointMs));
  });
}

function percentBetween(from: bigint, to: bigint): string {
  const decimals = 2;
  return formatDecimal(divide((to - from) * 100n * 10n ** BigInt(decimals), from, 'half-even'), decimals);
}

function originAt(atMs: number) {
  return { source: 'pretend', asOf: new Date(atMs).toISOString(), isStale: false } as const;
}

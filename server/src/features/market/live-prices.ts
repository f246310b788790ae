import { limits } from '@mercury/contract/limits.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Price } from '@mercury/contract/money/price.ts';
import type { PricedCoins, SaidPrice } from './answers.ts';
import type { CachedAnswer } from './cached-answer.ts';
import { createPriceFinder, type PriceFinder } from './price-finder.ts';
import type { Ticker } from './ticker.ts';

export type Coins = CachedAnswer<PricedCoins>;

/** The prices of our currencies, from the cached lists and from a ticker if there is one. */
export interface LivePrices {
  /** From memory, and only while it is fresh enough to value wallets. */
  priceOf(asset: AssetCode): SaidPrice | undefined;
  /** However old it is. */
  knownPriceOf(asset: AssetCode): SaidPrice | undefined;
  /** To be shown only: however old it is, and also one whose time the service did not say. */
  shownPriceOf(asset: AssetCode): Price | undefined;
  /** However old it is, but calls the service first if it is old. */
  latestPriceOf(asset: AssetCode): Promise<SaidPrice | undefined>;
  /** Asks before a price becomes too old for its use, so that prices exist even if nobody looks. */
  keepFresh(): void;
}

interface PricedList {
  readonly answer: Coins;
  readonly priceIn: PriceFinder;
  /** How old it may become if nobody looks at it. */
  readonly askedAtAgeMs: number;
}

export function createLivePrices(options: {
  largest: Coins;
  ours: Coins;
  ticker: Ticker | undefined;
  now: () => number;
}): LivePrices {
  const { largest, ours, ticker, now } = options;
  const lists: readonly PricedList[] = [
    {
      answer: largest,
      priceIn: createPriceFinder(),
      askedAtAgeMs: limits.marketStaleAfterMs - limits.marketKeptMs,
    },
    // Offers use these prices, so ask again as soon as the cache expires.
    { answer: ours, priceIn: createPriceFinder(), askedAtAgeMs: limits.marketKeptMs },
  ];

  const knownPriceOf = (asset: AssetCode): SaidPrice | undefined =>
    newestOf(ticker?.priceOf(asset), newestIn(pricesIn(lists, asset)));

  return {
    priceOf(asset) {
      const said = knownPriceOf(asset);
      return said && now() - said.asOf.getTime() <= limits.marketStaleAfterMs ? said : undefined;
    },
    knownPriceOf,
    shownPriceOf: (asset) => knownPriceOf(asset) ?? untimedIn(lists, asset),
    async latestPriceOf(asset) {
      const told = ticker?.priceOf(asset);
      if (told === undefined || now() - told.asOf.getTime() >= limits.marketKeptMs) await ours.latest();
      return knownPriceOf(asset);
    },
    keepFresh() {
      for (const { answer, askedAtAgeMs } of lists) {
        const known = answer.known();
        const ageMs = known === undefined ? Infinity : now() - known.saidAtMs;
        if (ageMs >= askedAtAgeMs) void answer.latest();
      }
    },
  };
}

function pricesIn(lists: readonly PricedList[], asset: AssetCode): SaidPrice[] {
  return lists.flatMap(({ answer, priceIn }): SaidPrice[] => {
    const known = answer.known();
    if (known === undefined) return [];
    const price = priceIn(known.value.coins, asset);
    const pricedAtMs = pricedAtMsOf(known.value, asset);
    if (price === undefined || pricedAtMs === undefined) return [];
    // A repeated answer is no newer price, and no price is from the future.
    return [{ ...price, asOf: new Date(Math.min(pricedAtMs, known.saidAtMs)) }];
  });
}

function untimedIn(lists: readonly PricedList[], asset: AssetCode): Price | undefined {
  const prices = lists.map(({ answer, priceIn }) => {
    const known = answer.known();
    return known && priceIn(known.value.coins, asset);
  });
  return prices.find((price) => price !== undefined);
}

function newestIn(said: readonly SaidPrice[]): SaidPrice | undefined {
  return said.toSorted((one, other) => other.asOf.getTime() - one.asOf.getTime())[0];
}

/** With two sources, their difference is the doubt of each: one may be broken, or deceived. */
function newestOf(told: SaidPrice | undefined, listed: SaidPrice | undefined): SaidPrice | undefined {
  if (told === undefined || listed === undefined) return told ?? listed;
  const apart =
    told.scaledUsd > listed.scaledUsd ? told.scaledUsd - listed.scaledUsd : listed.scaledUsd - told.scaledUsd;
  const apartBps = Number(divide(apart * 10_000n, listed.scaledUsd, 'up'));
  const newest = told.asOf >= listed.asOf ? told : listed;
  return { ...newest, doubtBps: Math.max(newest.doubtBps ?? 0, apartBps) };
}

function pricedAtMsOf({ pricedAt }: PricedCoins, asset: AssetCode): number | undefined {
  const { marketId } = assetOf(asset);
  const at = marketId === null ? undefined : pricedAt[marketId];
  return at === undefined ? undefined : Date.parse(at);
}

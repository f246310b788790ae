import { limits } from '@mercury/contract/limits.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { PricedCoins, SaidPrice } from './answers.ts';
import { marketIdOf } from './coins.ts';
import type { KeptAnswer } from './kept-answer.ts';
import { createPriceFinder, type PriceFinder } from './price-finder.ts';

export type Coins = KeptAnswer<PricedCoins>;

/** What our currencies cost, out of the lists that are kept. */
export interface LivePrices {
  /** In memory, and only while wallets can be valued at it. */
  priceOf(asset: AssetCode): SaidPrice | undefined;
  /** However long ago it was said; it is asked for where it is old. */
  latestPriceOf(asset: AssetCode): Promise<SaidPrice | undefined>;
  /** Asks before what is known becomes too old for its use, so that prices are there also where nobody looks at them. */
  keepFresh(): void;
}

interface PricedList {
  readonly answer: Coins;
  readonly priceIn: PriceFinder;
  /** How old it may become where nobody looks at it. */
  readonly askedAtAgeMs: number;
}

export function createLivePrices(options: { largest: Coins; ours: Coins; now: () => number }): LivePrices {
  const { largest, ours, now } = options;
  const lists: readonly PricedList[] = [
    {
      answer: largest,
      priceIn: createPriceFinder(),
      askedAtAgeMs: limits.marketStaleAfterMs - limits.marketKeptMs,
    },
    // Offers are made of its prices, so that it is asked for again as soon as it is not kept.
    { answer: ours, priceIn: createPriceFinder(), askedAtAgeMs: limits.marketKeptMs },
  ];

  return {
    priceOf(asset) {
      const said = newestPriceIn(lists, asset);
      return said && now() - said.asOf.getTime() <= limits.marketStaleAfterMs ? said : undefined;
    },
    async latestPriceOf(asset) {
      await ours.latest();
      return newestPriceIn(lists, asset);
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

function newestPriceIn(lists: readonly PricedList[], asset: AssetCode): SaidPrice | undefined {
  const said = lists.flatMap(({ answer, priceIn }): SaidPrice[] => {
    const known = answer.known();
    if (known === undefined) return [];
    const price = priceIn(known.value.coins, asset);
    const pricedAtMs = pricedAtMsOf(known.value, asset);
    if (price === undefined || pricedAtMs === undefined) return [];
    // A service that repeats itself says nothing new, and none knows the future.
    return [{ ...price, asOf: new Date(Math.min(pricedAtMs, known.saidAtMs)) }];
  });
  return said.toSorted((one, other) => other.asOf.getTime() - one.asOf.getTime())[0];
}

function pricedAtMsOf({ pricedAt }: PricedCoins, asset: AssetCode): number | undefined {
  const id = marketIdOf(asset);
  const at = id === undefined ? undefined : pricedAt[id];
  return at === undefined ? undefined : Date.parse(at);
}

import type { PortfolioRange } from '@mercury/contract/api/portfolio.ts';
import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { parsePrice } from '@mercury/contract/money/price.ts';
import type { Services } from '../../services.ts';
import { priceOf } from '../market/price-of.ts';
import { pricesAt, steps, type TimedPrice } from './points.ts';
import { findRecordedPrices } from './queries.ts';

export interface Course {
  readonly asset: AssetCode;
  readonly balances: readonly bigint[];
}

export interface PastPrices {
  /** In units of 10^-12 dollars; undefined if unknown. */
  readonly prices: readonly (bigint | undefined)[];
  /** Some stand in for prices of a market that did not say them: good enough to draw, too bad to compare. */
  readonly isGuess: boolean;
}

/**
 * The price of a whole unit of each asset at each time: the one stored at that hour, else the one in the market's history. Looked
 * up only where there was a balance.
 */
export async function findPastPrices(
  services: Services,
  asked: { courses: readonly Course[]; timesMs: readonly number[]; range: PortfolioRange },
): Promise<ReadonlyMap<AssetCode, PastPrices>> {
  const { timesMs, range } = asked;
  const owned = asked.courses.filter(({ balances }) => balances.some((balance) => balance > 0n));
  const recorded = await findRecordedPrices(services.db, {
    assets: owned.map(({ asset }) => asset).filter((asset) => asset !== 'USD'),
    timesMs,
    sources: ['operator', services.market.isPretended() ? 'pretend' : 'live'],
  });
  const found = await Promise.all(
    owned.map(async ({ asset, balances }) => {
      const prices: (bigint | undefined)[] = timesMs.map(() => undefined);
      for (const row of recorded) if (row.asset === asset) prices[row.position - 1] = row.scaled_usd;
      const isMissing = prices.some((price, index) => price === undefined && balances[index] !== 0n);
      if (!isMissing) return [asset, { prices, isGuess: false }] as const;
      const others = await findUnrecorded(services, { asset, timesMs, range });
      const filled = prices.map((price, index) => price ?? others.prices[index]);
      return [asset, { prices: filled, isGuess: others.isGuess }] as const;
    }),
  );
  return new Map(found);
}

async function findUnrecorded(
  services: Services,
  { asset, timesMs, range }: { asset: AssetCode; timesMs: readonly number[]; range: PortfolioRange },
): Promise<PastPrices> {
  const { marketId } = assetOf(asset);
  const said = marketId === null ? undefined : await services.market.findHistory(marketId, range);
  // If a service is set, pretend prices are only its substitute.
  const isPretended = services.market.isPretended() && services.rail.isSandbox;
  const isGuess = marketId !== null && (said === undefined || (said.source === 'pretend' && !isPretended));
  // An asset without a market has only one known price: the operator's, a dollar's, or a placeholder. Pretend histories are for
  // the sandbox only.
  if (said === undefined || (said.source === 'pretend' && !services.rail.isSandbox)) {
    const present = priceOf(services, asset)?.price.scaledUsd;
    return { prices: timesMs.map(() => present), isGuess };
  }
  const history = said.points.flatMap(({ at, price }): TimedPrice[] => {
    const read = parsePrice(asset, price);
    return read === undefined ? [] : [{ atMs: Date.parse(at), scaledUsd: read.scaledUsd }];
  });
  return { prices: pricesAt(timesMs, { history, stepMs: steps[range].ms }), isGuess };
}

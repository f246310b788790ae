import { limits } from '@mercury/contract/limits.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { amountForUsd, type Price } from '@mercury/contract/money/price.ts';
import type { MarketTerms } from '../orders/market-terms.ts';
import type { QuoteSettings } from './settings.ts';

/** In ticks and lots. */
export interface Level {
  readonly price: number;
  readonly lots: number;
}

/** What the house would quote now, the best first. */
export interface Ladder {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** How much further from the price than its level an order may be, in ticks, before it is moved. */
  readonly tolerance: number;
}

// Half hundredths of a percent, since half the spread may be an odd number of them.
const whole = 20_000n;

/** Around the price of the base in the quote. `uncertainBps` is how far the market may be from it: no level is nearer. */
export function ladderOf(
  market: MarketTerms,
  asked: {
    readonly ofBase: Price;
    readonly ofQuote: Price;
    readonly uncertainBps: number;
    readonly settings: QuoteSettings;
  },
): Ladder {
  const { ofBase, ofQuote, uncertainBps, settings } = asked;
  const nearest = BigInt(Math.max(settings.spreadBps, 2 * uncertainBps));
  const step = BigInt(2 * settings.stepBps);
  const dividend = ofBase.scaledUsd * 10n ** BigInt(assetOf(market.quote).decimals);
  const divisor = ofQuote.scaledUsd * market.tickUnits * whole;
  const sizes = sizesOf(market, ofBase, settings);
  // Away from the price where it falls between two ticks.
  const bids = sizes.map((lots, level) => {
    const share = whole - nearest - step * BigInt(level);
    return { price: Number((dividend * share) / divisor), lots };
  });
  const asks = sizes.map((lots, level) => {
    const share = whole + nearest + step * BigInt(level);
    return { price: Number((dividend * share + divisor - 1n) / divisor), lots };
  });
  return {
    bids: apart(bids.filter(({ price }) => price >= 1)),
    asks: apart(asks.filter(({ price }) => price <= limits.orderTicksMax)),
    tolerance: Number((dividend * nearest) / (divisor * 2n)),
  };
}

/** The further away, the larger. */
function sizesOf(market: MarketTerms, ofBase: Price, { levels, depth }: QuoteSettings): number[] {
  const units = amountForUsd(depth, ofBase, 'down').minorUnits;
  const lots = units / market.units.baseUnitsPerLot;
  const parts = BigInt((levels * (levels + 1)) / 2);
  return Array.from({ length: levels }, (_none, level) => {
    const share = Number((lots * BigInt(level + 1)) / parts);
    return Math.min(Math.max(share, market.lotsMin), limits.orderLotsMax);
  });
}

/** Of levels that fall on the same tick the first stays. */
function apart(levels: readonly Level[]): Level[] {
  return levels.filter(({ price }, index) => price !== levels[index - 1]?.price);
}

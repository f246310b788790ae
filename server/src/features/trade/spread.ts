import { limits } from '@mercury/contract/limits.ts';
import { DomainError } from '../../errors.ts';
import type { TrustedPrice } from './offer.ts';

/** How many standard deviations of the market's movement the spread covers. */
const deviations = 3;
/** A variance is in millionths squared, a spread in ten-thousandths. */
const millionthsPerBps = 100;

type MovingPrice = Pick<TrustedPrice, 'source' | 'asOf' | 'variance'>;

/** @throws DomainError PriceJumped where the market moves too much to be traded with */
export function spreadBpsOf(operatorBps: number, prices: readonly MovingPrice[], now: Date): number {
  const spreadBps = spreadBpsAt(operatorBps, prices, now);
  if (spreadBps > limits.tradeSpreadBpsMax) throw new DomainError('PriceJumped');
  return spreadBps;
}

/**
 * What the house keeps of an exchange, in hundredths of a percent: at least what the operator set, and as much as the market is
 * likely to have moved since its prices were said, or to move while the offer holds. That is three standard deviations, which
 * grow with the square root of the time. Only the market's own prices move by themselves.
 */
export function spreadBpsAt(operatorBps: number, prices: readonly MovingPrice[], now: Date): number {
  const variance = prices
    .filter(({ source }) => source === 'live')
    .reduce((sum, price) => sum + Number(price.variance) * openSecondsOf(price, now), 0);
  return Math.max(operatorBps, Math.ceil((deviations * Math.sqrt(variance)) / millionthsPerBps));
}

/** From when the price was said until the offer that is made of it ends. */
function openSecondsOf({ asOf }: Pick<TrustedPrice, 'asOf'>, now: Date): number {
  return (Math.max(0, now.getTime() - asOf.getTime()) + limits.quoteLifetimeMs) / 1000;
}

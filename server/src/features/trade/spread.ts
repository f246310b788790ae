import { limits } from '@mercury/contract/limits.ts';
import { DomainError } from '../../errors.ts';
import type { TrustedPrice } from './offer.ts';
import { leastVariance } from './price-variance.ts';

const deviations = 3;
/** A variance is in millionths squared, a spread in ten-thousandths. */
const millionthsPerBps = 100;
/** From this age on, each second adds a hundredth of a percent: the variance does not contain rare events. */
const youngSeconds = 60;

type MovingPrice = Pick<TrustedPrice, 'source' | 'asOf' | 'variance' | 'doubtBps'>;

/** @throws DomainError PriceJumped if the market is too uncertain to trade */
export function spreadBpsOf(operatorBps: number, prices: readonly MovingPrice[], now: Date): number {
  const spreadBps = spreadBpsAt(operatorBps, prices, now);
  if (spreadBps > limits.tradeSpreadBpsMax) throw new DomainError('PriceJumped');
  return spreadBps;
}

/**
 * The house's spread in hundredths of a percent. It is the largest of three: the operator's setting; how far the market has
 * likely moved since the prices were said and may move while the offer holds; the difference between the sources. The movement is
 * three standard deviations, which grow with the square root of time. Only live market prices move.
 */
export function spreadBpsAt(operatorBps: number, prices: readonly MovingPrice[], now: Date): number {
  const moving = prices.filter(({ source }) => source === 'live');
  const sum = (of: (price: MovingPrice) => number): number =>
    moving.reduce((all, price) => all + of(price), 0);
  const variance = sum((price) => varianceOf(price) * (ageOf(price, now) + limits.quoteLifetimeMs / 1000));
  const movement = Math.ceil((deviations * Math.sqrt(variance)) / millionthsPerBps);
  const news = Math.ceil(sum((price) => Math.max(0, ageOf(price, now) - youngSeconds)));
  return Math.max(
    operatorBps,
    movement + news,
    sum(({ doubtBps = 0 }) => doubtBps),
  );
}

function varianceOf({ variance }: MovingPrice): number {
  return Number(variance > leastVariance ? variance : leastVariance);
}

/** In seconds. A price from the future counts as present. */
function ageOf({ asOf }: MovingPrice, now: Date): number {
  return Math.max(0, now.getTime() - asOf.getTime()) / 1000;
}

import { limits } from '@mercury/contract/limits.ts';
import { DomainError } from '../../errors.ts';
import type { TrustedPrice } from './offer.ts';
import { leastVariance } from './price-variance.ts';

/** How many standard deviations of the market's movement the spread covers. */
const deviations = 3;
/** A variance is in millionths squared, a spread in ten-thousandths. */
const millionthsPerBps = 100;
/** From this age on each second adds a hundredth of a percent: what happens once in a while is in no variance. */
const youngSeconds = 60;

type MovingPrice = Pick<TrustedPrice, 'source' | 'asOf' | 'variance' | 'doubtBps'>;

/** @throws DomainError PriceJumped where the market is too uncertain to be traded with */
export function spreadBpsOf(operatorBps: number, prices: readonly MovingPrice[], now: Date): number {
  const spreadBps = spreadBpsAt(operatorBps, prices, now);
  if (spreadBps > limits.tradeSpreadBpsMax) throw new DomainError('PriceJumped');
  return spreadBps;
}

/**
 * What the house keeps of an exchange, in hundredths of a percent: at least what the operator set, as much as the market is likely to
 * have moved since its prices were said or to move while the offer holds, and as much as its sources differ. The movement is
 * three standard deviations, which grow with the square root of the time. Only the market's own prices move by themselves.
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

/** In seconds; no price is of the future. */
function ageOf({ asOf }: MovingPrice, now: Date): number {
  return Math.max(0, now.getTime() - asOf.getTime()) / 1000;
}

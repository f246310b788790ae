import type { MarketCoin } from '@mercury/contract/api/market.ts';
import { courseOf, directionOf } from '../../ui/price-course.ts';

/** The line of seven days that a coin brings, as numbers to draw and to speak of. */
export function weekOf({ week }: Pick<MarketCoin, 'week'>) {
  const values = week.map(Number);
  const course = courseOf(values);
  return { values, course, direction: course ? directionOf(course.changePercent) : 'level' } as const;
}

import type { PricePoint } from '../../ui/price-chart.tsx';
import { courseOf, type PriceCourse } from '../../ui/price-course.ts';

/** What there is to say of a value over time. It may begin with nothing, of which no change is a percentage. */
export function valueCourseOf(points: readonly PricePoint[]): PriceCourse | undefined {
  const values = points.map(({ price }) => price);
  if (values.length < 2) return undefined;
  return (
    courseOf(values) ?? { lowest: Math.min(...values), highest: Math.max(...values), changePercent: null }
  );
}

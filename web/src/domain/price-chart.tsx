import { directionOf as readingDirectionOf } from '@mercury/contract/locales.ts';
import { useId } from 'react';
import { Area, AreaChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormatTag, useLocale } from '../i18n/use-locale.ts';
import { DateText } from '../ui/time-text.tsx';
import { axisTimes, type ChartRange, formatAxisTime } from './axis-times.ts';
import styles from './price-chart.module.css';
import { PriceText } from './price-text.tsx';
import { decimalText, directionOf, formatAxisPrice, type PriceCourse } from './prices.ts';

export interface PricePoint {
  atMs: number;
  price: number;
}

interface PriceChartProps {
  /** At least two, oldest first. */
  points: readonly PricePoint[];
  range: ChartRange;
  course: PriceCourse;
  /** The chart's name for screen readers. */
  label: string;
  /** False where the line moves by more than what the course counts: its colour then tells of neither rise nor fall. */
  isColouredByChange: boolean;
}

const priceTickCount = 5;

const colours = {
  up: 'var(--color-completed)',
  down: 'var(--color-failed)',
  level: 'var(--color-text-quiet)',
} as const;

/** Time runs left to right in every language, as on all charts. The arrow keys move along it. */
export function PriceChart({ points, range, course, label, isColouredByChange }: PriceChartProps) {
  const formatTag = useFormatTag();
  const fadeId = useId();
  const colour = colours[isColouredByChange ? directionOf(course.changePercent ?? 0) : 'level'];
  const stepUsd = (course.highest - course.lowest) / (priceTickCount - 1);
  const span = { fromMs: points[0]?.atMs ?? 0, toMs: points.at(-1)?.atMs ?? 0 };
  return (
    <div dir="ltr" className={styles.chart}>
      <AreaChart
        responsive
        data={[...points]}
        margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
        className={styles.surface ?? ''}
        aria-label={label}
      >
        <defs>
          <linearGradient id={fadeId} x1="0" y1="0" x2="0" y2="1">
            <stop stopColor={colour} stopOpacity={0.22} />
            <stop offset="1" stopColor={colour} stopOpacity={0} />
          </linearGradient>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--color-border)" />
        <XAxis
          dataKey="atMs"
          type="number"
          scale="time"
          domain={['dataMin', 'dataMax']}
          ticks={axisTimes(span, range, formatTag)}
          tickFormatter={(atMs: number) => formatAxisTime(atMs, range, formatTag)}
          minTickGap={16}
          tickMargin={10}
          tickLine={false}
          axisLine={false}
        />
        <YAxis
          orientation="right"
          domain={['auto', 'auto']}
          tickCount={priceTickCount}
          tickFormatter={(price: number) => formatAxisPrice(price, stepUsd, formatTag)}
          width="auto"
          tickMargin={8}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          content={<PriceTooltip range={range} />}
          cursor={{ stroke: 'var(--color-border-control)', strokeDasharray: '3 3' }}
          isAnimationActive={false}
        />
        <Area
          dataKey="price"
          type="linear"
          stroke={colour}
          strokeWidth={2}
          fill={`url(#${fadeId})`}
          activeDot={{ r: 4, strokeWidth: 2, stroke: 'var(--color-surface)', fill: colour }}
          isAnimationActive={false}
        />
      </AreaChart>
    </div>
  );
}

interface PriceTooltipProps {
  range: ChartRange;
  /** Props that the chart library adds: whether the pointer is on a moment, and the points drawn there. */
  active?: boolean;
  payload?: readonly { payload?: unknown }[];
}

/** The price at the pointer or at the arrow keys' position. */
function PriceTooltip({ range, active = false, payload }: PriceTooltipProps) {
  const locale = useLocale();
  const entry = payload?.[0];
  if (!active || entry === undefined) return null;
  // The library returns our own points unchanged.
  const point = entry.payload as PricePoint;
  return (
    <div className={styles.tooltip} dir={readingDirectionOf(locale)} data-testid="price-tooltip">
      <strong>
        <PriceText price={decimalText(point.price)} />
      </strong>
      <span className={styles.moment}>
        <DateText at={new Date(point.atMs).toISOString()} hasTime={range !== 'year' && range !== 'all'} />
      </span>
    </div>
  );
}

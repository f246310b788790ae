import { beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ValueHistory, valueCourseOf } from './value-history.tsx';

// Loads the chart library, which comes late to the page.
beforeAll(() => import('../../domain/price-chart.tsx'));

const pointsOf = (values: readonly number[]) => values.map((price, index) => ({ atMs: index, price }));

it('tells the change through prices, however much money moved the line', () => {
  const change = { usd: '-2.00', percent: '-1.50', course: ['0.00', '-1.00', '-2.00'] };
  expect(valueCourseOf(pointsOf([100, 150, 120]), change)).toEqual({
    lowest: 100,
    highest: 150,
    changePercent: -1.5,
  });
});

it('tells no change that nobody knows', () => {
  expect(valueCourseOf(pointsOf([0, 0, 50]), null)).toEqual({ lowest: 0, highest: 50, changePercent: null });
});

it('speaks of no course over fewer than two values', () => {
  expect(valueCourseOf(pointsOf([5]), null)).toBeUndefined();
});

it('draws a line that money moved in a colour that speaks of neither gain nor loss', async () => {
  const change = { usd: '-1.00', percent: '-0.50', course: ['0.00', '-1.00'] };
  const points = [
    { at: '2026-01-01T00:00:00Z', usd: '100.00' },
    { at: '2026-01-02T00:00:00Z', usd: '199.00' },
  ];
  await renderApp(<ValueHistory range="week" onRangeChange={listener()} history={{ points, change }} />);
  await expect.element(page.getByText('−0.50%')).toBeVisible();
  await expect
    .poll(() => document.querySelector('.recharts-area-curve')?.getAttribute('stroke'))
    .toBe('var(--color-text-quiet)');
});

it('is 21 rem high where there is nothing to draw', async () => {
  await renderApp(
    <ValueHistory range="week" onRangeChange={listener()} history={{ points: [], change: null }} />,
  );
  await expect.element(page.getByText('No history for this range')).toBeVisible();
  expect(page.getByRole('tabpanel').element().getBoundingClientRect().height).toBe(21 * 16);
});

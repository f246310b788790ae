import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ValueHistory, valueCourseOf } from './value-history.tsx';

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

it('is 21 rem high where there is nothing to draw', async () => {
  await renderApp(
    <ValueHistory range="week" onRangeChange={listener()} history={{ points: [], change: null }} />,
  );
  await expect.element(page.getByText('No history for this range')).toBeVisible();
  expect(page.getByRole('tabpanel').element().getBoundingClientRect().height).toBe(21 * 16);
});

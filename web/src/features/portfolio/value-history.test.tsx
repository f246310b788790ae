import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listener } from '../../test/listener.ts';
import { renderApp } from '../../test/render-app.tsx';
import { ValueHistory, valueCourseOf } from './value-history.tsx';

const pointsOf = (values: readonly number[]) => values.map((price, index) => ({ atMs: index, price }));

it('tells the change of a value in percent of where it began', () => {
  expect(valueCourseOf(pointsOf([100, 150, 120]))).toEqual({ lowest: 100, highest: 150, changePercent: 20 });
});

it('knows no percentage of a value that began with nothing', () => {
  expect(valueCourseOf(pointsOf([0, 0, 50]))).toEqual({ lowest: 0, highest: 50, changePercent: null });
});

it('speaks of no course over fewer than two values', () => {
  expect(valueCourseOf(pointsOf([5]))).toBeUndefined();
});

it('is 21 rem high where there is nothing to draw', async () => {
  await renderApp(<ValueHistory range="week" onRangeChange={listener()} points={[]} />);
  await expect.element(page.getByText('No history for this range')).toBeVisible();
  expect(page.getByRole('tabpanel').element().getBoundingClientRect().height).toBe(21 * 16);
});

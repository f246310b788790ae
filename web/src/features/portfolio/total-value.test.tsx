import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../test/render-app.tsx';
import { portfolioOf } from '../../test/samples.ts';
import { TotalValue } from './total-value.tsx';

const gains = () =>
  page
    .getByRole('definition')
    .elements()
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

it('has profit and realized profit beside the total', async () => {
  await renderApp(<TotalValue portfolio={portfolioOf({ profitUsd: '5.00', realizedUsd: '-1.00' })} />);
  expect(gains()).toEqual(['+5.00 USD', '\u22121.00 USD']);
});

it.each([
  ['0.00', 0],
  ['0.01', 1],
])('with an estimated part worth %s has so many marks: %i', async (valueUsd, count) => {
  const unknown = { price: null, sharePercent: null, averageCostUsd: null, costUsd: null, profitUsd: null };
  const holding = {
    currency: 'BTC',
    amount: '1',
    isPriceIndicative: true,
    profitPercent: null,
    realizedUsd: null,
  } as const;
  await renderApp(
    <TotalValue portfolio={portfolioOf({ holdings: [{ ...unknown, ...holding, valueUsd }] })} />,
  );
  await expect.element(page.getByTestId('portfolio-total')).toBeVisible();
  expect(page.getByText('Estimated').elements()).toHaveLength(count);
});

it('is the total alone for whoever never traded', async () => {
  await renderApp(<TotalValue portfolio={portfolioOf({ profitUsd: '0.01', hasTraded: false })} />);
  await expect.element(page.getByTestId('portfolio-total')).toBeVisible();
  expect(gains()).toEqual([]);
});

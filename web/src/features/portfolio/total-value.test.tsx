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

it('is the total alone for whoever never traded', async () => {
  await renderApp(<TotalValue portfolio={portfolioOf({ profitUsd: '0.01', hasTraded: false })} />);
  await expect.element(page.getByTestId('portfolio-total')).toBeVisible();
  expect(gains()).toEqual([]);
});

import type { Holding } from '@mercury/contract/api/portfolio.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../test/render-app.tsx';
import { Holdings } from './holdings.tsx';

const bitcoin: Holding = {
  currency: 'BTC',
  amount: '0.50000000',
  price: '60000.00',
  isPriceIndicative: false,
  valueUsd: '30000.00',
  sharePercent: '75.00',
  averageCostUsd: '50000.00',
  costUsd: '25000.00',
  profitUsd: '5000.00',
  profitPercent: '20.00',
  realizedUsd: '-12.50',
};
const unknown: Holding = {
  ...bitcoin,
  price: null,
  valueUsd: null,
  sharePercent: null,
  averageCostUsd: null,
  costUsd: null,
  profitUsd: null,
  profitPercent: null,
  realizedUsd: null,
};

const plain = (text: string | null) => (text ?? '').replaceAll('\u00A0', ' ');

/** What a row says under its headings, in their order. */
async function cellsOf(holding: Holding): Promise<string[]> {
  await renderApp(<Holdings holdings={[holding]} hasTraded />);
  return page
    .getByRole('cell')
    .elements()
    .map(({ textContent }) => plain(textContent));
}

it('names every column, and each row by its currency', async () => {
  await renderApp(<Holdings holdings={[bitcoin, { ...bitcoin, currency: 'ETH' }]} hasTraded />);
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Asset', 'Amount', 'Price', 'Value', 'Average cost', 'Profit', 'Realized profit']);
  expect(
    page
      .getByRole('rowheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Bitcoin BTC', 'Ethereum ETH']);
});

it('says what it is, is worth, did cost, and gained or lost', async () => {
  expect(await cellsOf(bitcoin)).toEqual([
    '0.50 BTC',
    '$60,000.00',
    '30,000.00 USD75%',
    '$50,000.00',
    '+5,000.00 USD+20.00%',
    '\u221212.50 USD',
  ]);
});

it('says that it is not known where nobody knows', async () => {
  expect(await cellsOf(unknown)).toEqual(['0.50 BTC', ...Array.from({ length: 5 }, () => '—Not known')]);
});

it('marks a price that no market made, and no price where there is none', async () => {
  expect((await cellsOf({ ...bitcoin, isPriceIndicative: true }))[1]).toBe('$60,000.00Estimated');
});

it('marks nothing as indicative that has no price', async () => {
  expect((await cellsOf({ ...unknown, isPriceIndicative: true }))[1]).toBe('—Not known');
});

it.each([
  ['0.01', '0.01', '+0.01 USD+0.01%'],
  ['0.00', '0.00', '0.00 USD'],
  ['-0.01', '-0.01', '\u22120.01 USD\u22120.01%'],
  ['5.00', null, '+5.00 USD'],
])('shows a profit of %s (%s percent) as %s', async (profitUsd, profitPercent, text) => {
  expect((await cellsOf({ ...bitcoin, profitUsd, profitPercent }))[4]).toBe(text);
});

it('says of a share too small to be told that it is less than the least one', async () => {
  const dust = { ...bitcoin, sharePercent: '0.00' };
  expect((await cellsOf({ ...dust, valueUsd: '0.01' }))[2]).toBe('0.01 USD<0.01%');
});

it('has no share of what is worth nothing', async () => {
  expect((await cellsOf({ ...bitcoin, sharePercent: '0.00', valueUsd: '0.00' }))[2]).toBe('0.00 USD');
});

it('has no share where the whole is worth nothing', async () => {
  expect((await cellsOf({ ...bitcoin, sharePercent: null }))[2]).toBe('30,000.00 USD');
});

it('speaks of no profit to whoever never traded, where a rounding would look like one', async () => {
  await renderApp(<Holdings holdings={[{ ...bitcoin, profitUsd: '-0.01' }]} hasTraded={false} />);
  const headings = page.getByRole('columnheader').elements();
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Asset',
    'Amount',
    'Price',
    'Value',
    'Average cost',
  ]);
  expect(page.getByRole('cell').elements()).toHaveLength(4);
  await expect.element(page.getByRole('table')).not.toMatchTextContent('0.01 USD');
  expect(page.getByText(/^Profit/).query()).toBeNull();
});

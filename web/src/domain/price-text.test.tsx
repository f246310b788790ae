import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../test/render-app.tsx';
import { ChangeText, OriginNote } from './price-text.tsx';

it('puts nothing before an even change that could be read as its sign', async () => {
  await renderApp(
    <>
      <ChangeText percent="-0.004" />
      <ChangeText percent="-0.01" />
    </>,
  );
  await expect.element(page.getByText('0.00%')).toBeVisible();
  const marks = (text: string) =>
    page.getByText(text, { exact: true }).element().parentElement?.querySelectorAll('svg').length;
  expect([marks('0.00%'), marks('−0.01%')]).toEqual([0, 1]);
});

const now = () => ({ asOf: new Date().toISOString(), isStale: false });

it('names the service of live prices if it wants that', async () => {
  await renderApp(<OriginNote source="live" {...now()} providedBy="CoinGecko" />);
  await expect.element(page.getByText('Prices provided by CoinGecko')).toBeVisible();
});

it('gives no service the blame for pretended prices', async () => {
  await renderApp(<OriginNote source="pretend" {...now()} providedBy="CoinGecko" />);
  await expect.element(page.getByText(/^Sample prices/)).toBeVisible();
  expect(page.getByText(/CoinGecko/).elements()).toHaveLength(0);
});

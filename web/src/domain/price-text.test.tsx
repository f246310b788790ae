import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../test/render-app.tsx';
import { OriginNote } from './price-text.tsx';

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

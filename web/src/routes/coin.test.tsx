import { getConfig } from '@mercury/contract/api/config.ts';
import { getMarketCoin, getMarketHistory } from '@mercury/contract/api/market.ts';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../paths.ts';
import { button } from '../test/fields.ts';
import { coinOf, historyOf, saidNow } from '../test/market-samples.ts';
import { currentPath, renderApp } from '../test/render-app.tsx';
import { configOf } from '../test/samples.ts';
import { server } from '../test/stand-in-server.ts';
import { CoinRoute } from './coin.tsx';

const heading = (name: string) => page.getByRole('heading', { level: 1, name });

async function open(at: string) {
  await renderApp(
    <Routes>
      <Route path={paths.coin} element={<CoinRoute />} />
    </Routes>,
    { at },
  );
}

beforeEach(() => {
  server.reply(getConfig, configOf());
  server.replyBy(getMarketHistory, () => historyOf('1', '2'));
  server.replyBy(getMarketCoin, ({ params }) => ({
    ...saidNow(),
    coin: coinOf({ id: params['id'] ?? '', name: 'Bitcoin', symbol: 'BTC', currentPrice: '60000' }),
  }));
});

it('a coin that the operator makes has a page with its price, and asks the market nothing', async () => {
  await open(`/market/MRCY`);
  await expect.element(heading('Mercury MRCY')).toBeVisible();
  await expect.element(page.getByTestId('coin-price')).toMatchTextContent('$0.50');
  await expect.element(page.getByText('A fixed price, set by Mercury.')).toBeVisible();
  expect(server.callCount(getMarketCoin)).toBe(0);
});

it('the code of a coin with a market leads to the market’s page', async () => {
  await open('/market/BTC?range=week');
  await expect.element(heading('Bitcoin BTC')).toBeVisible();
  await expect.poll(currentPath).toBe('/market/bitcoin');
});

it('the code in small letters leads to the coin, where the market has none of that name', async () => {
  server.refuse(getMarketCoin, 'NotFound');
  await open('/market/mrcy');
  await expect.element(heading('Mercury MRCY')).toBeVisible();
  await expect.poll(currentPath).toBe('/market/MRCY');
});

it.each(['/market/USD', '/market/NOSUCH', '/market/no-such-coin'])('%s is no coin', async (path) => {
  server.refuse(getMarketCoin, 'NotFound');
  await open(path);
  await expect.element(heading('This page does not exist')).toBeVisible();
});

it('a visitor is invited to sign up, and can neither buy nor sell yet', async () => {
  await open('/market/bitcoin');
  await expect
    .element(page.getByRole('heading', { name: 'Keep your coins in one calm place' }))
    .toBeVisible();
  expect(page.getByRole('link', { name: /^(Buy|Sell) / }).query()).toBeNull();
  await expect.element(button('Add Bitcoin to your watchlist')).toBeVisible();
});

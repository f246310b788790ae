import { getConfig } from '@mercury/contract/api/config.ts';
import { eventStream } from '@mercury/contract/api/events.ts';
import { getMarketCoin, getMarketHistory } from '@mercury/contract/api/market.ts';
import { listMarkets } from '@mercury/contract/api/markets.ts';
import { deletePriceAlert, listPriceAlerts, type PriceAlert } from '@mercury/contract/api/price-alerts.ts';
import { listWatchedCoins } from '@mercury/contract/api/watchlist.ts';
import type { User } from '@mercury/contract/api/users.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../paths.ts';
import { button } from '../test/fields.ts';
import { coinOf, historyOf, saidNow } from '../test/market-samples.ts';
import { marketOf } from '../test/order-book-samples.ts';
import { currentPath, renderApp } from '../test/render-app.tsx';
import { configOf, idOf, sara } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { CoinRoute } from './coin.tsx';
// Fetched when it is first opened: here before the test, whose patience is not for that.
import '../features/price-alerts/create-price-alert-dialog.tsx';
// The app loads the charts late. Here the first press would wait for their code.
import '../domain/price-chart.tsx';

const heading = (name: string) => page.getByRole('heading', { level: 1, name });

function open(at: string, as?: User) {
  return renderApp(
    <Routes>
      <Route path={paths.coin} element={<CoinRoute />} />
    </Routes>,
    { at, ...(as && { as }) },
  );
}

beforeEach(() => {
  server.reply(getConfig, configOf());
  server.reply(listMarkets, { success: true, markets: [] });
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

describe('the price alerts of who is signed in', () => {
  const alertOf = (id: number, currency: AssetCode): PriceAlert => ({
    id: idOf(id),
    currency,
    direction: 'above',
    price: '70000.00',
    state: 'active',
    createdAt: '2026-03-01T10:00:00.000Z',
    triggeredAt: null,
  });
  const serveAlerts = (...priceAlerts: PriceAlert[]) =>
    server.reply(listPriceAlerts, { success: true, priceAlerts });
  const alerts = () => page.getByRole('list', { name: 'Your BTC price alerts' });
  const dialog = () => page.getByRole('dialog', { name: 'New price alert' });

  beforeEach(() => {
    serveAccount();
    server.reply(listWatchedCoins, { success: true, coins: [] });
    // The stream says nothing.
    server.hold(eventStream, '');
  });

  it('are those of this coin, and can be removed there', async () => {
    serveAlerts(alertOf(1, 'BTC'), alertOf(2, 'ETH'));
    await open('/market/bitcoin', sara);
    await expect.element(alerts().getByRole('listitem')).toMatchTextContent(/BTC at .*70,000.* or above/);
    server.reply(deletePriceAlert, null);
    serveAlerts(alertOf(2, 'ETH'));
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.element(page.getByText('No price alerts for BTC yet.')).toBeVisible();
  });

  it('are set in a dialog with an address: a reload restores it', async () => {
    serveAlerts();
    const { unmount } = await open('/market/bitcoin', sara);
    await button('New price alert').first().click();
    await expect.element(dialog()).toBeVisible();
    expect(dialog().elements()).toHaveLength(1);
    const address = '/market/bitcoin?dialog=price-alert-add';
    await expect.poll(currentPath).toBe(address);
    await unmount();
    await open(address, sara);
    await expect
      .element(dialog().getByRole('combobox', { name: 'Coin', exact: true }))
      .toMatchTextContent(/BTC/);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await expect.poll(currentPath).toBe('/market/bitcoin');
  });
});

it('keeps Buy and Sell in reach on a wide screen, wherever the reader is on the page', async () => {
  const usual = { width: window.innerWidth, height: window.innerHeight };
  await page.viewport(1280, 500);
  serveAccount();
  server.reply(listPriceAlerts, { success: true, priceAlerts: [] });
  server.reply(listWatchedCoins, { success: true, coins: [] });
  // The stream says nothing.
  server.hold(eventStream, '');
  await open('/market/bitcoin', sara);
  const buy = page.getByRole('link', { name: 'Buy BTC' });
  await expect.element(buy).toBeInViewport();
  window.scrollTo(0, document.body.scrollHeight);
  await expect.element(buy.last()).toBeInViewport();
  window.scrollTo(0, 0);
  await expect.poll(() => buy.elements()).toHaveLength(1);
  await page.viewport(usual.width, usual.height);
});

it('who has not proved their email is not asked to sign up once more', async () => {
  await open('/market/bitcoin', { ...sara, emailVerified: false });
  await expect.element(page.getByRole('link', { name: 'Verify email' })).toBeVisible();
  expect(button('Create an account').query()).toBeNull();
});

it('a visitor is invited to sign up, and can neither buy nor sell yet', async () => {
  await open('/market/bitcoin');
  await expect
    .element(page.getByRole('heading', { name: 'Keep your coins in one calm place' }))
    .toBeVisible();
  expect(page.getByRole('link', { name: /^(Buy|Sell) / }).query()).toBeNull();
  await expect.element(button('Add Bitcoin to your watchlist')).toBeVisible();
  expect(page.getByRole('link', { name: 'Order book' }).query()).toBeNull();
});

it('leads a visitor to the first order book of the coin that is open', async () => {
  const markets = [
    marketOf({ market: 'ETH-USD', base: 'ETH' }),
    marketOf({ market: 'BTC-USD', base: 'BTC', state: 'halted' }),
    marketOf({ market: 'BTC-USDT', base: 'BTC', quote: 'USDT' }),
  ];
  server.reply(listMarkets, { success: true, markets });
  await open('/market/bitcoin');
  const link = page.getByRole('link', { name: 'Order book' });
  await expect.element(link).toHaveAttribute('href', '/trade/BTC-USDT');
});

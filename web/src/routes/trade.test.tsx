import { listMarkets } from '@mercury/contract/api/markets.ts';
import { getMarketCoin, getMarketHistory } from '@mercury/contract/api/market.ts';
import { listPriceAlerts } from '@mercury/contract/api/price-alerts.ts';
import { listRecurringBuys } from '@mercury/contract/api/recurring-buys.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { field } from '../test/fields.ts';
import { coinOf, historyOf, saidNow } from '../test/market-samples.ts';
import { currentPath, renderApp } from '../test/render-app.tsx';
import { sara, walletOf } from '../test/samples.ts';
import { serveAccount } from '../test/serve-account.ts';
import { server } from '../test/stand-in-server.ts';
import { TradeRoute } from './trade.tsx';
// The app loads the charts late. Here the first press would wait for their code.
import '../domain/price-chart.tsx';

const wallets = [
  walletOf(),
  walletOf({ currency: 'USD', balance: '1204.33' }),
  walletOf({ currency: 'ETH', balance: '2.5' }),
];
const coinNames = { bitcoin: ['Bitcoin', 'BTC'], ethereum: ['Ethereum', 'ETH'] } as const;

const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const coinHeading = (name: string) => page.getByRole('heading', { level: 2, name });
const got = () => page.getByRole('combobox', { name: 'Currency you get' });

beforeEach(() => {
  serveAccount({ wallets });
  server.reply(listRecurringBuys, { success: true, recurringBuys: [] });
  server.reply(listPriceAlerts, { success: true, priceAlerts: [] });
  server.reply(listMarkets, { success: true, markets: [] });
  server.replyBy(getMarketHistory, () => historyOf('1', '2'));
  server.replyBy(getMarketCoin, ({ params }) => {
    const id = params['id'] === 'ethereum' ? 'ethereum' : 'bitcoin';
    const [name, symbol] = coinNames[id];
    return { ...saidNow(), coin: coinOf({ id, name, symbol, currentPrice: '60000', change24h: '1.5' }) };
  });
});

async function open(search = '') {
  await renderApp(<TradeRoute />, { as: sara, at: `/dashboard/trade${search}` });
}

describe('the trade page', () => {
  it('begins with a purchase of Bitcoin, with its price, change and chart', async () => {
    await open();
    await expect.element(tab('Buy')).toHaveAttribute('aria-selected', 'true');
    await expect.element(got()).toHaveTextContent('BTC');
    await expect.element(coinHeading('Bitcoin BTC')).toBeVisible();
    await expect.element(page.getByTestId('chart-price')).toMatchTextContent('$60,000.00 +1.50% in 24 hours');
    await expect.element(tab('Week')).toBeVisible();
    await expect.element(field('You pay')).toHaveAccessibleDescription(/^Available 1,204\.33\sUSD$/);
  });

  it('shows the coin that is chosen, and keeps it and the chart’s range in the address', async () => {
    await open('?type=BUY&to=BTC');
    await expect.element(page.getByTestId('chart-price')).toMatchTextContent('$60,000.00');
    await tab('Week').click();
    await got().click();
    await page.getByRole('option', { name: /^Ethereum/ }).click();
    await expect.element(coinHeading('Ethereum ETH')).toBeVisible();
    await expect.element(tab('Week')).toHaveAttribute('aria-selected', 'true');
    await tab('Year').click();
    await expect.element(got()).toHaveTextContent('ETH');
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(currentPath()?.split('?')[1])))
      .toEqual({ type: 'BUY', from: 'USD', to: 'ETH', range: 'year' });
  });

  it('keeps both of two choices that come before the page shows the first', async () => {
    await open('?type=BUY&to=BTC');
    await expect.element(tab('Week')).toBeVisible();
    await expect.element(tab('Sell')).toBeVisible();
    for (const choice of [tab('Week').element(), tab('Sell').element()]) {
      choice.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
    await expect.element(tab('Sell')).toHaveAttribute('aria-selected', 'true');
    await expect.element(tab('Week')).toHaveAttribute('aria-selected', 'true');
  });

  it('has no chart for a coin whose price the operator sets', async () => {
    await open('?type=SELL&from=MRCY');
    await expect.element(coinHeading('Mercury MRCY')).toBeVisible();
    await expect.element(page.getByTestId('chart-price')).toHaveTextContent('$0.50');
    await expect.element(page.getByText('A fixed price, set by Mercury.')).toBeVisible();
    expect(server.callCount(getMarketHistory)).toBe(0);
  });

  it.each([
    [1280, 'beside', 'the ticket'],
    [360, 'below', 'the ticket'],
  ])('at %i px has the chart %s %s', async (width, place) => {
    await page.viewport(width, 800);
    await open();
    await expect.element(coinHeading('Bitcoin BTC')).toBeVisible();
    await expect.element(got()).toBeVisible();
    const chart = page.getByRole('region', { name: 'Price history' });
    await expect.element(chart).toBeVisible();
    const [ticketBox, chartBox] = [tab('Buy'), chart].map((part) => part.element().getBoundingClientRect());
    if (!ticketBox || !chartBox) throw new Error('both are there');
    expect(chartBox.right < ticketBox.left).toBe(place === 'beside');
    expect(chartBox.top > ticketBox.bottom).toBe(place === 'below');
    expect(document.documentElement.scrollWidth).toBe(width);
  });
});

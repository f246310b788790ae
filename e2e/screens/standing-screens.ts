import { randomBytes } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { giveMoney } from '../accounts.ts';
import { openMarket, placeOrder, pretendDay } from '../markets.ts';
import { field } from '../people.ts';
import { dialogOf, goTo, goToFailing, press, type Screen, type Visit } from './screen.ts';

/** A price that no coin has. */
const farAway = '900000';

async function post({ request, person }: Visit, path: string, body: object): Promise<void> {
  const response = await request.post(path, {
    headers: {
      authorization: `Bearer ${person.token}`,
      'idempotency-key': randomBytes(16).toString('hex'),
    },
    data: body,
  });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
}

/** One that waits, one that could not be carried out, and an alert; each visit adds its own. */
async function openTradeWithOrders(visit: Visit): Promise<void> {
  const { page } = visit;
  // Nobody who is photographed has any.
  const order = { fromCurrency: 'DOGE', toCurrency: 'BTC' };
  await post(visit, '/v1/recurring-buys', { ...order, amount: '250', every: 'week' });
  await post(visit, '/v1/price-alerts', { currency: 'BTC', direction: 'above', price: farAway });
  await goTo(page, '/dashboard/trade');
  await page.locator('[data-testid="recurring-buy"] [data-tone="warning"]').first().waitFor();
}

const bookMarket = 'MRCY-USD';

/** A market in the middle of its day: levels on both sides, trades, and two orders of the visitor's own. */
async function openOrderBook({ page, request, person, other }: Visit): Promise<void> {
  await openMarket(bookMarket);
  await pretendDay(bookMarket, 5700);
  for (const someone of [person, other]) {
    await giveMoney(someone, 'USD', '20000');
    await giveMoney(someone, 'MRCY', '40000');
  }
  const order = { market: bookMarket, type: 'LIMIT' };
  for (let step = 1; step <= 18; step += 1) {
    const quantity = String(((step * 379) % 900) + 40.5);
    const away = step * 0.0007;
    await placeOrder(request, other, { ...order, side: 'SELL', price: (0.5702 + away).toFixed(4), quantity });
    await placeOrder(request, other, { ...order, side: 'BUY', price: (0.5698 - away).toFixed(4), quantity });
  }
  await placeOrder(request, person, { market: bookMarket, side: 'BUY', type: 'MARKET', quantity: '310' });
  await placeOrder(request, person, { ...order, side: 'BUY', price: '0.5650', quantity: '1200' });
  await placeOrder(request, person, { ...order, side: 'SELL', price: '0.6100', quantity: '250.25' });
  await goTo(page, `/trade/${bookMarket}`);
  await page.getByTestId('own-order').nth(1).waitFor();
  await page.locator('[data-testid="candle-chart"] canvas').first().waitFor();
}

async function openRecurringForm({ page, texts: { t } }: Visit) {
  await goTo(page, '/dashboard/trade');
  await press(page, t('recurringBuys.createTitle'));
  const form = dialogOf(page, t('recurringBuys.createTitle'));
  await field(form, t('recurringBuys.amount')).waitFor();
  return form;
}

async function openSearch({ page, texts: { t } }: Visit): Promise<Locator> {
  await goTo(page, '/dashboard');
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('search.title') })
    .click();
  const search = dialogOf(page, t('search.title'));
  await search.getByRole('combobox').waitFor();
  return search;
}

/** What goes on by itself, what all of it is worth, and the search, which finds it. */
export const standingScreens: readonly Screen[] = [
  {
    name: 'portfolio',
    open: async ({ page }) => {
      await goTo(page, '/dashboard/portfolio');
      await page.locator('.recharts-surface').first().waitFor();
    },
  },
  {
    name: 'portfolio, loading',
    isAlone: true,
    open: async ({ page }) => {
      // Never answered while it is looked at; given up with the route.
      await page.route('**/v1/portfolio?*', () => undefined);
      await page.goto('/dashboard/portfolio');
      // While the page itself is fetched something is busy, too.
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('main [aria-busy="true"]').first().waitFor();
    },
  },
  {
    name: 'portfolio, failed',
    isUnwell: true,
    open: async ({ page }) => goToFailing(page, '/dashboard/portfolio', '**/v1/portfolio?*'),
  },
  {
    name: 'watchlist',
    open: async ({ page, request, person }) => {
      const headers = { authorization: `Bearer ${person.token}` };
      for (const coin of ['bitcoin', 'MRCY', 'cardano'])
        await request.put(`/v1/watchlist/${coin}`, { headers });
      await goTo(page, '/markets?show=watchlist');
      await page.getByTestId('market-row').nth(2).waitFor();
    },
  },
  {
    name: 'coin, with a holding',
    open: async ({ page }) => {
      await goTo(page, '/market/bitcoin?range=all');
      await page.locator('.recharts-surface').first().waitFor();
    },
  },
  { name: 'trade, with standing orders', open: openTradeWithOrders },
  { name: 'order book', open: openOrderBook },
  {
    name: 'order book, review',
    open: async (visit) => {
      const { t } = visit.texts;
      await openOrderBook(visit);
      await field(visit.page.locator('main'), t('orderBook.price')).fill('0.62');
      await field(visit.page.locator('main'), t('orderBook.amount')).fill('5000');
      await visit.page.locator('form button[type="submit"]').click();
      await visit.page.getByTestId('order-review').waitFor();
    },
  },
  {
    name: 'recurring buy, to be deleted',
    isDialog: true,
    open: async (visit) => {
      const { t } = visit.texts;
      await openTradeWithOrders(visit);
      await visit.page.getByTestId('recurring-buy').first().getByRole('button').click();
      await visit.page.getByRole('menuitem', { name: t('recurringBuys.delete') }).click();
      await dialogOf(visit.page, t('recurringBuys.deleteTitle')).waitFor();
    },
  },
  {
    name: 'new recurring buy, refused',
    isDialog: true,
    open: async (visit) => {
      const { t } = visit.texts;
      const form = await openRecurringForm(visit);
      await form.getByLabel(t('recurringBuys.firstTime')).selectOption('later');
      await press(form, t('recurringBuys.review'));
    },
  },
  {
    name: 'new recurring buy, review',
    isDialog: true,
    open: async (visit) => {
      const { t } = visit.texts;
      const form = await openRecurringForm(visit);
      await field(form, t('recurringBuys.amount')).fill('50');
      await press(form, t('recurringBuys.review'));
      await dialogOf(visit.page, t('recurringBuys.reviewTitle')).waitFor();
    },
  },
  {
    name: 'new price alert',
    isDialog: true,
    open: async ({ page, texts: { t } }) => {
      await goTo(page, '/dashboard/trade');
      await press(page, t('priceAlerts.createTitle'));
      await field(dialogOf(page, t('priceAlerts.createTitle')), t('priceAlerts.price')).waitFor();
    },
  },
  {
    name: 'notices',
    isDialog: true,
    open: async ({ page, texts: { t } }) => {
      await goTo(page, '/dashboard');
      await page
        .getByRole('banner')
        .getByRole('button', { name: t('notices.title') })
        .click();
      await page.getByTestId('notice').first().waitFor();
    },
  },
  {
    name: 'search',
    isDialog: true,
    open: async (visit) => {
      await openSearch(visit);
    },
  },
  {
    name: 'search, found',
    isDialog: true,
    open: async (visit) => {
      const search = await openSearch(visit);
      await search.getByRole('combobox').fill('btc');
      await search.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'search, nothing found',
    isDialog: true,
    open: async (visit) => {
      const { t } = visit.texts;
      const search = await openSearch(visit);
      await search.getByRole('combobox').fill('qqqqqq');
      await search.getByText(t('search.nothingFoundText')).waitFor();
    },
  },
];

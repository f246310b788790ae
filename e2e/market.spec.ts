import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { getMarketHistory, listMarketCoins } from '@mercury/contract/api/market.ts';
import type { Page, Route } from '@playwright/test';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const coinsPath = '**/v1/market/coins';
const historyPath = '**/v1/market/coins/*/history?*';

const marketOf = (page: Page, { t }: Texts) => page.getByRole('region', { name: t('market.title') });
const coinsOf = (page: Page) => page.getByTestId('market-coin');
const countdownOf = (page: Page) => page.getByTestId('market-countdown');

/** The market stands below what is seen first: it is fetched when it comes near. */
async function openMarket(page: Page, texts: Texts) {
  await page.goto('/');
  const market = marketOf(page, texts);
  await market.scrollIntoViewIfNeeded();
  return market;
}

/** Lets the real server answer, and changes what it said. */
async function changeMarket(page: Page, change: Partial<ReplyOf<typeof listMarketCoins>>) {
  await page.unroute(coinsPath);
  await page.route(coinsPath, async (route: Route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as ReplyOf<typeof listMarketCoins>;
    await route.fulfill({ response, json: { ...reply, ...change } });
  });
}

/** Counts how often the list is asked for. */
function countAsked(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/market/coins') count += 1;
  });
  return () => count;
}

async function setHidden(page: Page, isHidden: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);
}

test('the market is fetched when it comes near, and shows four coins, and up to twelve when asked for more', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  const asked = countAsked(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: t('landing.heroTitle') })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked()).toBe(0);
  const market = marketOf(page, texts);
  await market.scrollIntoViewIfNeeded();
  await expect(coinsOf(page)).toHaveCount(4);
  await expect(coinsOf(page).first()).toContainText('$');
  await expect(market.getByText(t('market.pretendHint'))).toBeVisible();

  const more = market.getByRole('button', { name: t('market.showMore') });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(coinsOf(page)).toHaveCount(12);
  const less = market.getByRole('button', { name: t('market.showLess') });
  await expect(less).toHaveAttribute('aria-expanded', 'true');
  await expect(less).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(coinsOf(page)).toHaveCount(4);
  await expect(more).toBeFocused();
  await expect(more).toBeInViewport();
});

test('prices are asked for each minute, which a press of the button begins anew, and not while the tab is hidden; when they could not be refreshed, old ones stay and tell their age', async ({
  page,
  texts,
  watch,
}) => {
  await page.clock.install();
  const asked = countAsked(page);
  const market = await openMarket(page, texts);
  await expect(coinsOf(page)).toHaveCount(4);
  expect(asked()).toBe(1);

  await page.clock.runFor(20_000);
  await expect(countdownOf(page)).toHaveAttribute('data-seconds', /^(3\d|40)$/);
  await market.getByRole('button', { name: texts.t('market.refresh') }).click();
  await expect.poll(asked).toBe(2);
  await expect(countdownOf(page)).toHaveAttribute('data-seconds', /^(5\d|60)$/);

  await page.clock.runFor(61_000);
  await expect.poll(asked).toBe(3);
  await expect(countdownOf(page)).toHaveAttribute('data-seconds', /^(5\d|60)$/);

  // A hidden tab asks for nothing; who comes back after the minute sees fresh prices.
  await setHidden(page, true);
  await page.clock.runFor(150_000);
  expect(asked()).toBe(3);
  await setHidden(page, false);
  await expect.poll(asked).toBe(4);
  await expect(market.getByText(texts.t('market.refreshing'))).toHaveCount(0);

  // Back within the minute, there is nothing to ask for yet.
  await setHidden(page, true);
  await page.clock.runFor(10_000);
  await setHidden(page, false);
  await expect(countdownOf(page)).toHaveAttribute('data-seconds', /^(4\d|50)$/);
  expect(asked()).toBe(4);

  // Prices that could not be refreshed stay. Four minutes have gone by before.
  watch.expectLostConnection('/v1/market/coins');
  await page.route(coinsPath, (route) => route.abort());
  await page.clock.runFor(12 * 60_000);
  await expect(coinsOf(page)).toHaveCount(4);
  await expect(market.getByText(/^Prices from 1[67] minutes ago$/)).toBeVisible();
});

test('prices that do not come are told and logged, and come with the next try', async ({
  page,
  texts,
  watch,
}) => {
  const { t } = texts;
  watch.expectLostConnection('/v1/market/coins');
  await page.route(coinsPath, (route) => route.abort());
  const logged = page.waitForEvent('console', (message) => message.text().includes('market prices'));
  const market = await openMarket(page, texts);
  const failure = market.getByRole('alert').filter({ hasText: t('market.failedToLoad') });
  await expect(failure).toBeVisible();
  await expect(market.getByText(t('market.loading'))).toHaveCount(0);
  await logged;

  await page.unroute(coinsPath);
  await failure.getByRole('button', { name: t('common.retry') }).click();
  await expect(coinsOf(page)).toHaveCount(4);
});

test('old prices tell their age, real ones are not called pretended, a change is told by its sign or as unknown, and a market without coins has nothing more to show', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  const asOf = new Date(Date.now() - 12.5 * 60_000).toISOString();
  await changeMarket(page, { source: 'live', isStale: true, asOf });
  const market = await openMarket(page, texts);
  await expect(market.getByText(t('market.stale', { age: '12 minutes ago' }))).toBeVisible();
  await expect(market.getByText(t('market.pretendHint'))).toHaveCount(0);

  const coin = {
    name: 'Pepper',
    symbol: 'PEP',
    currentPrice: '0.00000123',
    image: '/coins/unknown.svg',
    week: ['1', '2'],
  };
  await changeMarket(page, {
    coins: [
      { ...coin, id: 'one', change24h: '-2.345' },
      { ...coin, id: 'two', change24h: '2.345', week: [] },
      { ...coin, id: 'three', change24h: null },
    ],
  });
  await market.getByRole('button', { name: t('market.refresh') }).click();
  const [first, second, third] = [coinsOf(page).nth(0), coinsOf(page).nth(1), coinsOf(page).nth(2)];
  await expect(first).toContainText('$0.00000123');
  await expect(first).toContainText('−2.35%');
  await expect(first).toContainText(t('market.inSevenDays', { change: '+100.00%' }));
  await expect(second).toContainText('+2.35%');
  await expect(third).toContainText(t('market.changeUnknown'));

  await changeMarket(page, { coins: [] });
  await market.getByRole('button', { name: t('market.refresh') }).click();
  await expect(market.getByText(t('market.emptyTitle'))).toBeVisible();
  await expect(market.getByRole('button', { name: t('market.showMore') })).toHaveCount(0);
});

test('a coin has a page: its ranges are chosen with the keyboard, and arrow keys move along the line', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  await openMarket(page, texts);
  await page.getByRole('link', { name: 'Bitcoin' }).click();
  await expect(page).toHaveURL('/market/bitcoin');
  await expect(page.getByRole('heading', { level: 1, name: 'Bitcoin BTC' })).toBeInViewport();
  await expect(page.getByTestId('coin-price')).toContainText(/\$[\d,]+\.\d\d/);
  await expect(
    page.getByRole('application', { name: t('market.chartOf.day', { name: 'Bitcoin' }) }),
  ).toBeVisible();

  const ranges = page.getByRole('tablist', { name: t('market.range') });
  await ranges.getByRole('tab', { name: t('market.ranges.day') }).focus();
  for (const range of ['week', 'month', 'year'] as const) {
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(`/market/bitcoin?range=${range}`);
    await expect(ranges.getByRole('tab', { name: t(`market.ranges.${range}`) })).toBeFocused();
    const name = t(`market.chartOf.${range}`, { name: 'Bitcoin' });
    await expect(page.getByRole('application', { name })).toBeVisible();
    await expect(page.getByTestId('price-summary')).toContainText(t('market.lowest'));
  }

  await page.keyboard.press('Tab');
  await expect(page.getByRole('application')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  const tooltip = page.getByTestId('price-tooltip');
  const before = await tooltip.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(tooltip).not.toHaveText(before ?? '');

  await page.getByRole('link', { name: t('market.title') }).click();
  await expect(page).toHaveURL('/#market');
  await expect(marketOf(page, texts)).toBeInViewport();
});

test('a history that does not come can be asked for again, and one that is empty says so', async ({
  page,
  texts,
  watch,
}) => {
  const { t } = texts;
  watch.expectLostConnection('/history');
  await page.route(historyPath, (route) => route.abort());
  await page.goto('/market/bitcoin?range=week');
  const failure = page.getByRole('alert').filter({ hasText: t('market.failedToLoadHistory') });
  await expect(failure).toBeVisible();
  await expect(page.getByTestId('coin-price')).toBeVisible();

  await page.unroute(historyPath);
  await page.route(historyPath, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as ReplyOf<typeof getMarketHistory>;
    await route.fulfill({ response, json: { ...reply, points: [] } });
  });
  await failure.getByRole('button', { name: t('common.retry') }).click();
  await expect(page.getByText(t('market.noHistoryTitle'))).toBeVisible();
});

test('an address of no coin shows that there is no such page, and the way back', async ({
  page,
  texts,
  watch,
}) => {
  const { t } = texts;
  watch.expectRefusal(404, '/v1/market/coins/');
  for (const id of ['no-such-coin', 'No%20Coin']) {
    await page.goto(`/market/${id}`);
    await expect(page.getByRole('heading', { name: t('notFound.title') })).toBeVisible();
  }
  await page.getByRole('link', { name: t('notFound.home') }).click();
  await expect(page).toHaveURL('/');
});

test('a visitor is invited to sign up, and who is signed in to trade, or to their money', async ({
  page,
  signedIn,
  texts,
}) => {
  const { t } = texts;
  await page.goto('/market/ethereum');
  const invitation = page.getByRole('region', { name: t('market.invitationTitle') });
  await invitation.getByRole('button', { name: t('landing.ctaButton') }).click();
  await expect(page.getByRole('dialog', { name: t('auth.signUp.title') })).toBeVisible();

  const known = await signedIn();
  await known.page.goto('/market/ethereum');
  await known.page.getByRole('link', { name: t('trade.coin.buy', { currency: 'ETH' }) }).click();
  await expect(known.page).toHaveURL(/^[^?]*\/dashboard\/trade\?/);
  // What no wallet holds can't be traded.
  await known.page.goto('/market/cardano');
  await known.page.getByRole('link', { name: t('market.toDashboard') }).click();
  await expect(known.page).toHaveURL('/dashboard');
});

test.describe('in Persian', () => {
  test.use({ language: 'fa' });

  test('prices have Persian digits from left to right, and time goes by the Persian calendar', async ({
    page,
    texts,
  }) => {
    const { t } = texts;
    await openMarket(page, texts);
    const price = coinsOf(page).first().locator('bdi[dir=ltr]').first();
    await expect(price).toHaveText(/[۰-۹٬]+٫[۰-۹]{2}/);

    await page.goto('/market/bitcoin?range=year');
    const chart = page.getByRole('application', { name: t('market.chartOf.year', { name: t('coins.BTC') }) });
    await expect(chart).toContainText(/فروردین|اردیبهشت/);
    expect(await chart.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByTestId('price-tooltip')).toContainText(/۱۴[۰-۹]{2}/);
  });
});

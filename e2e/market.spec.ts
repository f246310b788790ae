import type { Page } from '@playwright/test';
import { giveMoney } from './accounts.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const marketOf = (page: Page, { t }: Texts) => page.getByRole('region', { name: t('market.title') });
const coinsOf = (page: Page) => page.getByTestId('market-coin');
const rowsOf = (page: Page) => page.getByTestId('market-row');

/** The market stands below what is seen first: it is fetched when it comes near. */
async function openMarket(page: Page, texts: Texts) {
  await page.goto('/');
  const market = marketOf(page, texts);
  await market.scrollIntoViewIfNeeded();
  return market;
}

/** Counts how often the list is asked for. */
function countAsked(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/market/coins') count += 1;
  });
  return () => count;
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
  for (const range of ['week', 'month', 'year', 'all'] as const) {
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

  await page
    .getByRole('main')
    .getByRole('link', { name: t('markets.title'), exact: true })
    .click();
  await expect(page).toHaveURL('/markets');
  await expect(rowsOf(page).first()).toBeVisible();
});

test('all markets are found, sorted and shared by their address', async ({ page, texts }) => {
  const { t } = texts;
  await page.goto('/');
  const market = await openMarket(page, texts);
  await market.getByRole('link', { name: t('markets.all') }).click();
  await expect(page).toHaveURL('/markets');
  await expect(page.getByRole('heading', { level: 1, name: t('markets.title') })).toBeInViewport();
  // The market's twelve, and the product's own coin.
  await expect(rowsOf(page)).toHaveCount(13);

  await page
    .getByRole('columnheader', { name: t('markets.columns.name') })
    .getByRole('button')
    .click();
  await expect(page).toHaveURL('/markets?sort=name-asc');
  // The address changes a moment before the rows.
  await expect
    .poll(() =>
      rowsOf(page).evaluateAll((rows) => {
        const names = rows.map((row) => row.querySelector('th')?.innerText ?? '');
        return names.join() === names.toSorted((one, other) => one.localeCompare(other)).join();
      }),
    )
    .toBe(true);
  await page.getByRole('searchbox').fill('btc');
  await expect(rowsOf(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('btc');
  await expect(rowsOf(page)).toHaveCount(1);
  await rowsOf(page).getByText('Bitcoin', { exact: true }).click();
  await expect(page).toHaveURL('/market/bitcoin');
});

test('a visitor who presses a star or buys is invited, and led on afterwards, and whoever has an account sees it in every tab at once', async ({
  page,
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const add = (name: string) => t('watchlist.add', { name });
  await page.goto('/markets');
  await page.getByRole('button', { name: add('Bitcoin') }).click();
  const signUp = page.getByRole('dialog', { name: t('auth.signUp.title') });
  await expect(signUp).toBeVisible();
  const wanted = () => new URL(page.url()).searchParams.get('next');
  expect(wanted()).toBe('/markets');
  await page.keyboard.press('Escape');
  await expect(signUp).toBeHidden();
  await page.getByRole('button', { name: t('trade.coin.buy', { currency: 'BTC' }) }).click();
  await expect(signUp).toBeVisible();
  expect(wanted()).toBe('/dashboard/trade?type=BUY&to=BTC');
  // Who has an account signs in instead, and goes on to the same place.
  await signUp.getByRole('button', { name: t('auth.signUp.loginLink') }).click();
  await expect(page.getByRole('dialog', { name: t('auth.signIn.title') })).toBeVisible();
  expect(wanted()).toBe('/dashboard/trade?type=BUY&to=BTC');

  const { page: mine } = await signedIn();
  await mine.goto('/markets');
  const secondTab = await mine.context().newPage();
  await secondTab.goto('/markets?show=watchlist');
  await expect(secondTab.getByText(t('markets.empty.watchlist.title'))).toBeVisible();
  await mine.getByRole('button', { name: add('Bitcoin') }).click();
  await expect(rowsOf(secondTab)).toHaveCount(1);
  await secondTab.getByText('Bitcoin', { exact: true }).click();
  const remove = secondTab.getByRole('button', { name: t('watchlist.remove', { name: 'Bitcoin' }) });
  await remove.click();
  await expect(secondTab.getByRole('button', { name: add('Bitcoin') })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(mine.getByRole('button', { name: add('Bitcoin') })).toBeVisible();
});

test('a coin’s page shows what one has of it, and takes a price alert', async ({ signedIn, texts }) => {
  const { t } = texts;
  const { page, person } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  await page.goto('/market/MRCY');
  const title = t('portfolio.ofCoin.title', { currency: 'MRCY' });
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await expect(page.getByRole('definition').first()).toContainText('100');
  await page
    .getByRole('button', { name: t('priceAlerts.createTitle') })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: t('priceAlerts.createTitle') })).toBeVisible();
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
  await known.page.getByRole('link', { name: t('landing.goToWallet') }).click();
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

import type { Page } from '@playwright/test';
import { giveMoney } from './accounts.ts';
import { openMarket } from './markets.ts';
import { field } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

const market = 'MRCY-USDT';

async function openBook(page: Page, { t }: Texts): Promise<void> {
  await page.goto(`/trade/${market}`);
  await expect(page.getByRole('table', { name: t('orderBook.bookCaption', { market }) })).toBeVisible();
  await expect(page.getByTestId('order-book')).toHaveAttribute('data-status', 'live');
}

async function choose(page: Page, name: string): Promise<void> {
  await page.locator('main').getByRole('radio', { name, exact: true }).check();
}

async function reviewAndPlace(page: Page, { t }: Texts): Promise<void> {
  await page.locator('main form button[type="submit"]').click();
  await page
    .getByTestId('order-review')
    .getByRole('button', { name: t('orderBook.place'), exact: true })
    .click();
}

test('one person rests an order, another takes it, and both find the trade in their history', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  await openMarket(market);
  const seller = await signedIn();
  const buyer = await signedIn();
  await giveMoney(seller.person, 'MRCY', '100');
  await giveMoney(buyer.person, 'USDT', '50');

  await seller.page.goto('/dashboard/trade');
  await seller.page.getByRole('link', { name: t('orderBook.pro') }).click();
  await expect(seller.page).toHaveURL(/\/trade\//);
  await openBook(seller.page, texts);
  await choose(seller.page, t('orderBook.sell'));
  await field(seller.page.locator('main'), t('orderBook.price')).fill('0.571');
  await field(seller.page.locator('main'), t('orderBook.amount')).fill('40');
  await reviewAndPlace(seller.page, texts);
  await expect(seller.page.getByTestId('order-result')).toHaveAttribute('data-status', 'OPEN');
  await expect(seller.page.getByTestId('own-order')).toHaveCount(1);

  await openBook(buyer.page, texts);
  await buyer.page.setViewportSize({ width: 1280, height: 900 });
  await buyer.page.getByRole('button', { name: `${t('orderBook.ask')} 0.5710` }).click();
  await expect(field(buyer.page.locator('main'), t('orderBook.price'))).toHaveValue('0.571');
  await field(buyer.page.locator('main'), t('orderBook.amount')).fill('15');
  await reviewAndPlace(buyer.page, texts);
  await expect(buyer.page.getByTestId('order-result')).toHaveAttribute('data-status', 'FILLED');

  // The seller's screen hears of it by itself.
  await expect(seller.page.getByTestId('own-order')).toContainText('38%');
  for (const { page } of [seller, buyer]) {
    await page.getByRole('tab', { name: t('orderBook.tabs.fills') }).click();
    await expect(page.getByTestId('own-fill')).toContainText('0.5710');
  }
  await seller.page.getByRole('tab', { name: t('orderBook.tabs.openOrders') }).click();
  await seller.page
    .getByTestId('own-order')
    .getByRole('button', { name: t('orderBook.cancel') })
    .click();
  await expect(seller.page.getByText(t('orderBook.noOpenOrders'))).toBeVisible();
  for (const { page } of [seller, buyer]) {
    await page.goto('/dashboard/transactions');
    await expect(page.getByTestId('transaction')).toHaveCount(1);
  }
});

import type { Locator, Page } from '@playwright/test';
import { field, fieldMessage } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';
import { withoutNews } from './without-news.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const rowsOf = (page: Page) => page.getByTestId('price-alert');

async function openForm(page: Page, { t }: Texts): Promise<Locator> {
  await page.goto('/dashboard/trade?to=BTC');
  await page.getByRole('button', { name: t('priceAlerts.createTitle') }).click();
  return page.getByRole('dialog', { name: t('priceAlerts.createTitle') });
}

async function choose(page: Page, { t }: Texts, action: string): Promise<void> {
  await rowsOf(page)
    .getByRole('button', { name: t('priceAlerts.actions', { name: '' }).trim() })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

for (const { language, typed, shown } of [
  { language: 'en', typed: '900000.5', shown: '$900,000.50' },
  { language: 'fa', typed: '۹۰۰۰۰۰٫۵', shown: '۹۰۰٬۰۰۰٫۵۰' },
] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test('a price alert begins with the present price, and is listed with its line', async ({
      signedIn,
      texts,
    }) => {
      const { t } = texts;
      const { page } = await signedIn();
      const form = await openForm(page, texts);
      const price = field(form, t('priceAlerts.price'));
      await expect(price).not.toHaveValue('');
      await price.fill(typed);
      await form.getByRole('button', { name: t('priceAlerts.confirm') }).click();
      await expect(form).toBeHidden();
      await expect(rowsOf(page)).toContainText(shown);
      await expect(rowsOf(page)).toContainText(t('priceAlerts.watching'));
    });
  });
}

test('a line that the price has passed already is refused where it was typed; the right one is paused, resumed and deleted', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { page } = await signedIn();
  const form = await openForm(page, texts);
  const price = field(form, t('priceAlerts.price'));
  await expect(price).not.toHaveValue('');
  await price.fill('1');
  await form.getByRole('button', { name: t('priceAlerts.confirm') }).click();
  await expect(fieldMessage(form, t('priceAlerts.problems.reached'))).toBeVisible();
  await form.getByLabel(t('priceAlerts.direction')).selectOption('below');
  await form.getByRole('button', { name: t('priceAlerts.confirm') }).click();
  await expect(form).toBeHidden();
  await expect(rowsOf(page)).toContainText(/\$1\.00/);

  await expect(rowsOf(page)).toHaveAttribute('data-state', 'active');
  await choose(page, texts, t('priceAlerts.pause'));
  await expect(rowsOf(page)).toHaveAttribute('data-state', 'paused');
  await choose(page, texts, t('priceAlerts.resume'));
  await expect(rowsOf(page)).toHaveAttribute('data-state', 'active');
  await choose(page, texts, t('priceAlerts.delete'));
  await expect(rowsOf(page)).toHaveCount(0);
  await expect(page.getByText(t('priceAlerts.emptyTitle'))).toBeVisible();
});

test('alerts that could not be loaded say so beside the trade, which goes on', async ({
  signedIn,
  texts: { t },
  watch,
}) => {
  watch.expectRefusal(400, '/v1/price-alerts');
  const { page } = await signedIn();
  await withoutNews(page);
  await page.route('**/v1/price-alerts', (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.goto('/dashboard/trade');
  await expect(page.getByRole('alert')).toContainText(t('priceAlerts.failedToLoad'));
  await expect(page.getByText(t('recurringBuys.emptyTitle'))).toBeVisible();
  await page.unroute('**/v1/price-alerts');
  await page.getByRole('button', { name: t('common.retry') }).click();
  await expect(page.getByText(t('priceAlerts.emptyTitle'))).toBeVisible();
});

import type { Locator, Page } from '@playwright/test';
import { field } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const rowsOf = (page: Page) => page.getByTestId('price-alert');

async function openForm(page: Page, { t }: Texts): Promise<Locator> {
  await page.goto('/dashboard/trade?to=BTC');
  await page.getByRole('button', { name: t('priceAlerts.createTitle') }).click();
  return page.getByRole('dialog', { name: t('priceAlerts.createTitle') });
}

test('a price alert begins near the present price, and is listed with its line', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { page } = await signedIn();
  const form = await openForm(page, texts);
  const price = field(form, t('priceAlerts.price'));
  await expect(price).not.toHaveValue('');
  await price.fill('900000.5');
  await form.getByRole('button', { name: t('priceAlerts.confirm') }).click();
  await expect(form).toBeHidden();
  await expect(rowsOf(page)).toContainText('$900,000.50');
  await expect(rowsOf(page)).toContainText(t('priceAlerts.watching'));
});

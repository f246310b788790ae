import type { Locator, Page } from '@playwright/test';
import { toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

function switchOf(page: Page, { t }: Texts, category: 'functional' | 'targeting'): Locator {
  return page.getByRole('switch', { name: t(`cookies.${category}.name`), exact: true });
}

test('what is refused is not done: the appearance is remembered no more', async ({ page, texts }) => {
  const { t } = texts;
  const storedTheme = () => page.evaluate(() => localStorage.getItem('theme'));
  await page.goto('/cookie-policy');
  await expect(switchOf(page, texts, 'functional')).toBeEnabled();
  await page.getByRole('button', { name: t('nav.themeToDark') }).click();
  expect(await storedTheme()).toBe('dark');
  await page.getByRole('button', { name: t('cookies.rejectAll') }).click();
  await expect(toast(page, texts, t('cookies.rejectedAll'))).toBeVisible();
  expect(await storedTheme()).toBeNull();

  await page.getByRole('button', { name: t('nav.themeToLight') }).click();
  await page.getByRole('button', { name: t('nav.themeToDark') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await storedTheme()).toBeNull();
  await page.reload();
  await expect(switchOf(page, texts, 'targeting')).toBeEnabled();
  await expect(page.getByRole('button', { name: t('nav.themeToDark') })).toBeVisible();

  await page.getByRole('button', { name: t('cookies.acceptAll') }).click();
  await page.getByRole('button', { name: t('nav.themeToDark') }).click();
  expect(await storedTheme()).toBe('dark');
});

test('the choice of one tab is seen in another', async ({ context, texts }) => {
  const { t } = texts;
  const [one, other] = [await context.newPage(), await context.newPage()];
  await one.goto('/cookie-policy');
  await other.goto('/cookie-policy');
  await expect(switchOf(other, texts, 'targeting')).not.toBeChecked();
  await one.getByRole('button', { name: t('cookies.acceptAll') }).click();
  await expect(switchOf(other, texts, 'targeting')).toBeChecked();
});

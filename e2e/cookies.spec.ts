import type { Locator, Page } from '@playwright/test';
import { toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const categories = ['essential', 'analytics', 'functional', 'targeting'] as const;
type Category = (typeof categories)[number];

function switchOf(page: Page, { t }: Texts, category: Category): Locator {
  return page.getByRole('switch', { name: t(`cookies.${category}.name`), exact: true });
}

/** Which of the four are on, as the page shows it. */
async function shownChoice(page: Page, texts: Texts): Promise<Category[]> {
  const on: Category[] = [];
  for (const category of categories) {
    if (await switchOf(page, texts, category).isChecked()) on.push(category);
  }
  return on;
}

test('starts with all but targeting, can not turn essential off, and tells of each category on demand', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  await page.goto('/cookie-policy');
  await expect(page.getByRole('switch')).toHaveCount(4);
  expect(await shownChoice(page, texts)).toEqual(['essential', 'analytics', 'functional']);
  await expect(switchOf(page, texts, 'essential')).toBeDisabled();
  for (const category of categories) {
    const purpose = page.getByText(t(`cookies.${category}.purpose`));
    const opener = page.getByRole('button', { name: t(`cookies.${category}.name`), exact: true });
    await expect(purpose).toBeHidden();
    // The page was rendered ahead: its buttons answer once the app has taken it over.
    await expect(opener).toBeEnabled();
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(purpose).toBeVisible();
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await opener.click();
    await expect(purpose).toBeHidden();
  }
});

test('keeps nothing until it is saved, and then keeps it through a reload', async ({ page, texts }) => {
  const { t } = texts;
  await page.goto('/cookie-policy');
  await switchOf(page, texts, 'analytics').click();
  await switchOf(page, texts, 'targeting').click();
  await page.reload();
  await expect(switchOf(page, texts, 'analytics')).toBeChecked();
  await switchOf(page, texts, 'analytics').click();
  await switchOf(page, texts, 'targeting').click();
  await page.getByRole('button', { name: t('cookies.save'), exact: true }).click();
  await expect(toast(page, texts, t('cookies.saved'))).toBeVisible();
  await page.reload();
  await expect(switchOf(page, texts, 'analytics')).not.toBeChecked();
  expect(await shownChoice(page, texts)).toEqual(['essential', 'functional', 'targeting']);
});

test('accepts all and rejects all with one press, and says so', async ({ page, texts }) => {
  const { t } = texts;
  await page.goto('/cookie-policy');
  await page.getByRole('button', { name: t('cookies.acceptAll') }).click();
  await expect(toast(page, texts, t('cookies.acceptedAll'))).toBeVisible();
  expect(await shownChoice(page, texts)).toEqual([...categories]);
  await page.getByRole('button', { name: t('cookies.rejectAll') }).click();
  await expect(toast(page, texts, t('cookies.rejectedAll'))).toBeVisible();
  expect(await shownChoice(page, texts)).toEqual(['essential']);
  await page.reload();
  await expect(switchOf(page, texts, 'functional')).not.toBeChecked();
});

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

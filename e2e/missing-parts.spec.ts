import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** As after an update, or without a connection: one part of the app is not to be had. */
async function withhold(page: Page, part: string): Promise<() => Promise<void>> {
  const pattern = `**/assets/${part}-*.js`;
  await page.route(pattern, (route) => route.abort());
  return () => page.unroute(pattern);
}

test('a dialog that can not be fetched leaves the page, and comes after a reload', async ({
  signedIn,
  texts,
  watch,
}) => {
  watch.expectMissingPart('/assets/top-up-dialog');
  const { t } = texts;
  const { page } = await signedIn();
  const giveBack = await withhold(page, 'top-up-dialog');
  await page.goto('/dashboard');
  const topUp = page.getByRole('button', { name: t('wallet.topUp'), exact: true }).first();
  await topUp.click();
  const failure = page.getByRole('alert').filter({ hasText: t('errors.partTitle') });
  await expect(failure.getByRole('button', { name: t('errors.reload') })).toBeVisible();
  await expect(page.getByTestId('balance')).toBeVisible();

  await failure.getByRole('button', { name: t('ui.close') }).click();
  await expect(failure).toHaveCount(0);
  await topUp.click();
  await giveBack();
  await failure.getByRole('button', { name: t('errors.reload') }).click();
  // The address names the dialog still.
  await expect(page.getByRole('dialog', { name: t('topup.title') })).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test('menus and sign-in dialogs that can not be fetched leave the page', async ({ page, texts, watch }) => {
  watch.expectMissingPart('/assets/header-menus');
  watch.expectMissingPart('/assets/auth-dialogs');
  const { t } = texts;
  await withhold(page, 'header-menus');
  await withhold(page, 'auth-dialogs');
  await page.goto('/');
  const failure = page.getByRole('alert').filter({ hasText: t('errors.partTitle') });
  await page.getByRole('button', { name: t('nav.language') }).click();
  await expect(failure).toBeVisible();
  await expect(page.getByRole('heading', { name: t('landing.heroTitle') })).toBeVisible();
  await failure.getByRole('button', { name: t('ui.close') }).click();
  await expect(page.getByRole('button', { name: t('nav.language') })).toBeVisible();

  const signIn = page.getByRole('banner').getByRole('button', { name: t('nav.login') });
  await signIn.click();
  await expect(failure).toBeVisible();
  await expect(page.getByRole('heading', { name: t('landing.heroTitle') })).toBeVisible();
  await failure.getByRole('button', { name: t('ui.close') }).click();
  await expect(failure).toHaveCount(0);
});

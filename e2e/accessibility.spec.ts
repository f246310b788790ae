import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { fund, newRegistration, registerVerified } from './accounts.ts';
import { field, Newcomer } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

async function visitPublicPages(page: Page, texts: Texts): Promise<void> {
  const { t } = texts;
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, 'the landing page');
  await page.goto('/login');
  await page
    .getByRole('main')
    .getByRole('button', { name: t('auth.signIn.submit') })
    .click();
  await expectAccessible(page, 'the sign-in page with its messages');
  await page.goto('/register');
  await field(page.getByRole('main'), t('auth.fields.password')).fill('Abcdefgh1');
  await expectAccessible(page, 'the register page with its meter');
  await new Newcomer(page, texts, newRegistration()).register();
  await expectAccessible(page, 'the verification dialog');
}

for (const language of ['en', 'fa'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language, contextOptions: { reducedMotion: 'reduce' } });

    test('public pages keep nobody out', async ({ page, texts }) => {
      await visitPublicPages(page, texts);
    });

    test('the pages of a signed-in person keep nobody out', async ({ signedIn, texts, request }) => {
      const { t } = texts;
      const { person, page } = await signedIn();
      const other = await registerVerified(request, { locale: language });
      await page.goto('/dashboard');
      await expect(page.getByText(t('transaction.emptyTitle'))).toBeVisible();
      await expectAccessible(page, 'the empty dashboard');
      await fund(request, person, '57');
      await expect(page.getByTestId('transaction')).toContainText(t('transaction.status.completed'));
      await expectAccessible(page, 'the dashboard');

      await page.getByRole('button', { name: t('wallet.transfer') }).click();
      const transfer = page.getByRole('dialog', { name: t('transfer.title') });
      await field(transfer, t('transfer.amount')).fill('5');
      await field(transfer, t('transfer.recipientAddress')).fill(other.address);
      await expectAccessible(page, 'the transfer dialog');
      await transfer.getByRole('button', { name: t('transfer.review') }).click();
      await expect(page.getByRole('button', { name: t('transfer.confirm') })).toBeVisible();
      await expectAccessible(page, 'the summary of a transfer');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);

      await page.goto('/profile');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, 'the profile');

      await page.goto('/dashboard');
      await page.getByRole('button', { name: t('wallet.topUp'), exact: true }).click();
      const topUp = page.getByRole('dialog', { name: t('topup.title') });
      await topUp.getByRole('button', { name: t('topup.topUpNow') }).click();
      await expect(topUp.getByText(t('topup.enterValidAmount'))).toBeVisible();
      await expectAccessible(page, 'the top-up dialog with its message');
      await field(topUp, t('topup.amount')).fill('5');
      await topUp.getByRole('button', { name: t('topup.topUpNow') }).click();
      await page.waitForURL('/pay/*');
      await expect(page.getByRole('button', { name: t('pay.payNow') })).toBeVisible();
      await expectAccessible(page, 'the payment page');
    });
  });
}

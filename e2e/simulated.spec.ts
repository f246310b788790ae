import type { Page } from '@playwright/test';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import { testOn } from './other-product.ts';
import { field } from './people.ts';
import { expect } from './test.ts';

/** A product in simulated mode, for the tests of this file. */
const test = testOn({ MONEY_MODE: 'simulated' });

const recipientAddress = encodeAddress(new Uint8Array(20).fill(7));

/** The calls that would move money, as far as the page makes them. */
function watchMoneyCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    if (sent.method() === 'POST' && pathname.startsWith('/v1/wallets/')) calls.push(pathname);
  });
  return calls;
}

test('wears its badge, shows samples where nothing is, and deposits in two seconds, without a call', async ({
  signedIn,
  texts,
}) => {
  const { t, money } = texts;
  const { page } = await signedIn();
  const calls = watchMoneyCalls(page);
  await page.goto('/dashboard');
  await expect(page.getByText(t('demo.badge'), { exact: true })).toBeVisible();
  await expect(page.getByText(t('dashboard.sandbox'), { exact: true })).toHaveCount(0);
  await expect(page.getByTestId('balance')).toHaveText(money('1250', 'MRCY'));
  await expect(page.getByTestId('asset')).toHaveCount(4);
  await expect(page.getByTestId('transaction')).toHaveCount(5);

  await page
    .getByRole('region', { name: t('wallet.balance') })
    .getByRole('button', { name: t('wallet.deposit') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('deposit.title') });
  await field(dialog, t('deposit.amount')).fill('250');
  const startedAt = Date.now();
  await dialog.getByRole('button', { name: t('deposit.submit'), exact: true }).click();
  await expect(page.getByTestId('balance')).toHaveText(money('1500', 'MRCY'));
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2000);
  const newest = page.getByTestId('transaction').first();
  await expect(newest).toContainText(t('transaction.types.deposit'));
  await expect(newest).toContainText(t('transaction.status.completed'));
  expect(calls).toEqual([]);
});

test('shows samples where the loads fail', async ({ signedIn, texts, watch }) => {
  watch.expectLostConnection('/v1/');
  const { money } = texts;
  const { page } = await signedIn();
  await page.route('**/v1/wallets/balance', (route) => route.abort());
  await page.route('**/v1/transactions?*', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toHaveText(money('1250', 'MRCY'));
  await expect(page.getByTestId('transaction')).toHaveCount(5);
});

test('transfers and withdraws in a second and a half each, without a call, and keeps it through the pages of the list', async ({
  signedIn,
  texts,
}) => {
  const { t, money } = texts;
  const { page } = await signedIn();
  const calls = watchMoneyCalls(page);
  // Of the own coin; it would begin with what is worth most.
  await page.goto('/dashboard?dialog=transfer&dialog-currency=MRCY');
  const form = page.getByRole('dialog', { name: t('transfer.title') });
  await field(form, t('transfer.amount')).fill('1250.01');
  await field(form, t('transfer.recipientAddress')).fill(recipientAddress);
  await form.getByRole('button', { name: t('transfer.review') }).click();
  await expect(form.getByText(t('transfer.insufficientBalance'))).toBeVisible();
  await field(form, t('transfer.amount')).fill('50');
  await form.getByRole('button', { name: t('transfer.review') }).click();
  const startedAt = Date.now();
  await page.getByRole('button', { name: t('transfer.confirm') }).click();
  await expect(page.getByText(t('transfer.completedText'))).toBeVisible();
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1500);
  await page.getByRole('button', { name: t('transfer.done') }).click();
  await expect(page.getByTestId('balance')).toHaveText(money('1200', 'MRCY'));
  await expect(page.getByTestId('transaction').first()).toContainText(`\u2212${money('50', 'MRCY')}`);
  await page.getByRole('button', { name: t('transaction.nextPage') }).click();
  await expect(page.getByTestId('transaction')).toHaveCount(4);
  await page.getByRole('button', { name: t('transaction.previousPage') }).click();

  await page
    .getByRole('region', { name: t('wallet.balance') })
    .getByRole('button', { name: t('wallet.withdraw') })
    .click();
  const withdrawal = page.getByRole('dialog', { name: t('withdraw.title') });
  await field(withdrawal, t('withdraw.amount')).fill('100');
  await withdrawal.getByRole('button', { name: t('withdraw.review') }).click();
  const withdrawnAt = Date.now();
  await page.getByRole('button', { name: t('withdraw.confirm') }).click();
  await expect(page.getByTestId('balance')).toHaveText(money('1100', 'MRCY'));
  expect(Date.now() - withdrawnAt).toBeGreaterThanOrEqual(1500);
  await expect(page.getByTestId('transaction').first()).toContainText(t('transaction.types.withdraw'));
  expect(calls).toEqual([]);
});

test('leads from a crypto payment to a page that says it is a demonstration', async ({ signedIn, texts }) => {
  const { t } = texts;
  const { page } = await signedIn();
  const calls = watchMoneyCalls(page);
  await page.goto('/dashboard');
  await page
    .getByRole('region', { name: t('wallet.balance') })
    .getByRole('button', { name: t('wallet.deposit') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('deposit.title') });
  await dialog.getByRole('tab', { name: t('deposit.byPage') }).click();
  await field(dialog, t('deposit.amountUsd')).fill('25');
  const startedAt = Date.now();
  await dialog.getByRole('button', { name: t('deposit.continue') }).click();
  await expect(dialog.getByText(t('deposit.redirecting'))).toBeVisible();
  await expect(page.getByTestId('transaction').first()).toContainText(t('transaction.types.topup'));
  await expect(page).toHaveURL('/demo-payment');
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2500);
  await expect(page.getByRole('heading', { name: t('demo.paymentTitle') })).toBeVisible();
  await page.getByRole('link', { name: t('demo.back') }).click();
  await expect(page.getByTestId('balance')).toBeVisible();
  await expect(page.getByTestId('transaction').first()).toContainText(
    t('transaction.state.awaiting_payment'),
  );
  expect(calls).toEqual([]);
});

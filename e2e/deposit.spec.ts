import type { Locator, Page } from '@playwright/test';
import { confirmPayments } from './accounts.ts';
import { hold } from './calls.ts';
import { readClipboard } from './clipboard.ts';
import { field, fieldMessage, pressTwice, toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const depositPath = '/v1/wallets/deposit';
const topUpPath = '/v1/wallets/topup';

async function openDeposit(page: Page, { t }: Texts): Promise<Locator> {
  await page.clock.install();
  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: t('wallet.deposit'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: t('deposit.title') });
  await expect(dialog.getByRole('combobox', { name: t('deposit.currency') })).toBeVisible();
  return dialog;
}

async function choose(page: Page, dialog: Locator, { t }: Texts, name: RegExp): Promise<void> {
  await dialog.getByRole('combobox', { name: t('deposit.currency') }).click();
  await page.getByRole('option', { name }).click();
}

test('an amount of the chosen currency is sent once, and credited once confirmed', async ({
  signedIn,
  texts,
}) => {
  const { t, money } = texts;
  const { person, page } = await signedIn();
  const dialog = await openDeposit(page, texts);
  await choose(page, dialog, texts, /BTC/);
  await field(dialog, t('deposit.amount')).fill('0.015');
  let sentCount = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith(depositPath)) sentCount += 1;
  });
  // Not answered before somebody has tried to close it.
  const release = await hold(page, `**${depositPath}`);
  await dialog.getByRole('button', { name: t('deposit.submit'), exact: true }).evaluate(pressTwice);
  await expect(field(dialog, t('deposit.amount'))).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(toast(page, texts, t('deposit.cannotClose'))).toBeVisible();
  await release();
  await expect(dialog.getByRole('button', { name: t('deposit.done') })).toBeVisible();
  // Whether it was still on its way before or not: the pretend chain confirms it while somebody looks.
  await confirmPayments(person);
  await expect(dialog.getByText(t('deposit.completedText'))).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByText(money('0.015', 'BTC').replace(' ', '\u00a0'))).toBeVisible();
  expect(sentCount).toBe(1);
  await dialog.getByRole('button', { name: t('deposit.done') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('transaction')).toHaveCount(1);
});

test('each currency shows the own address, whole, with its network, and a tag where it needs one; the amount is above zero, and of no more decimals than the currency has', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { page } = await signedIn();
  await page.context().grantPermissions(['clipboard-write']);
  const dialog = await openDeposit(page, texts);
  await choose(page, dialog, texts, /Bitcoin/);
  await expect(dialog.getByRole('img', { name: t('deposit.qrCode', { currency: 'BTC' }) })).toBeVisible();
  const address = await dialog.getByText(/^bc1q[0-9a-z]{38}$/).textContent();
  await dialog.getByRole('button', { name: t('deposit.copyAddress') }).click();
  expect(await readClipboard(page)).toBe(address);
  await expect(dialog.getByText('3 confirmations')).toBeVisible();
  await expect(dialog.getByText(/Send only BTC on the .*Bitcoin.* network/)).toBeVisible();
  await expect(dialog.getByText(t('deposit.tagWarning'))).toHaveCount(0);

  await choose(page, dialog, texts, /XRP/);
  await expect(dialog.getByText(t('deposit.tagWarning'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: t('deposit.copyTag') })).toBeVisible();
  await expect(dialog.getByText('1 confirmation', { exact: true })).toBeVisible();

  await choose(page, dialog, texts, /TRX/);
  const amount = field(dialog, t('deposit.amount'));
  await dialog.getByRole('button', { name: t('deposit.submit'), exact: true }).click();
  await expect(fieldMessage(dialog, t('deposit.enterValidAmount'))).toBeVisible();
  await amount.fill('0.000000');
  await expect(fieldMessage(dialog, t('deposit.enterValidAmount'))).toBeVisible();
  await amount.fill('');
  await amount.pressSequentially('-1e2.3456789');
  await expect(amount).toHaveValue('12.345678');
  await expect(fieldMessage(dialog, t('deposit.enterValidAmount'))).toBeHidden();
});

test('the second way opens one payment however often pressed, can not be closed on the way, and leads to its page', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { page } = await signedIn();
  const dialog = await openDeposit(page, texts);
  await dialog.getByRole('tab', { name: t('deposit.byPage') }).press('Enter');
  const amount = field(dialog, t('deposit.amountUsd'));
  const next = dialog.getByRole('button', { name: t('deposit.continue') });
  await amount.fill('57');
  let sentCount = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith(topUpPath)) sentCount += 1;
  });
  const answered = page.waitForResponse(`**${topUpPath}`);
  await next.evaluate(pressTwice);
  await answered;
  await expect(dialog.getByText(t('deposit.redirecting'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toast(page, texts, t('deposit.cannotClose'))).toBeVisible();
  await page.clock.fastForward(1500);
  await page.waitForURL('/pay/*');
  expect(sentCount).toBe(1);
  await page.goto('/dashboard');
  await expect(page.getByTestId('transaction')).toHaveCount(1);
});

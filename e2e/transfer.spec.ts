import type { Locator, Page } from '@playwright/test';
import { balanceOf, giveMoney, makePerson } from './accounts.ts';
import { hold } from './calls.ts';
import { readClipboard } from './clipboard.ts';
import { field, pressTwice, toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const transferPath = '/v1/wallets/transfer';
/** For so long the dialog shows at least that something happens. */
const processingMs = 1500;

async function openForm(page: Page, { t }: Texts): Promise<Locator> {
  await page.clock.install();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: t('wallet.transfer'), exact: true }).click();
  return page.getByRole('dialog', { name: t('transfer.title') });
}

async function review(page: Page, texts: Texts, order: { amount: string; address: string; note?: string }) {
  const { t } = texts;
  const form = await openForm(page, texts);
  await field(form, t('transfer.amount')).fill(order.amount);
  await field(form, t('transfer.recipientAddress')).fill(order.address);
  if (order.note !== undefined) await field(form, t('transfer.note')).fill(order.note);
  await form.getByRole('button', { name: t('transfer.review') }).click();
  return page.getByRole('dialog', { name: t('transfer.reviewTitle') });
}

test('moves money once however often it is confirmed, can not be closed meanwhile, and ends with a receipt to keep', async ({
  signedIn,
  texts,
  request,
}) => {
  const { t, money } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  const other = await makePerson({ locale: 'en' });
  const dialog = await review(page, texts, { amount: '12.5', address: other.address, note: 'Rent' });
  let sentCount = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith(transferPath)) sentCount += 1;
  });
  // Not answered before somebody has tried to close it.
  const release = await hold(page, `**${transferPath}`);
  const confirm = dialog.getByRole('button', { name: t('transfer.confirm') });
  await confirm.evaluate(pressTwice);
  await expect(confirm).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(toast(page, texts, t('transfer.cannotClose'))).toBeVisible();
  await release();
  await page.clock.fastForward(processingMs);
  await expect(page.getByText(t('transfer.completedText'))).toBeVisible();
  expect(sentCount).toBe(1);
  expect(await balanceOf(request, person)).toBe('87.50000000');
  expect(await balanceOf(request, other)).toBe('12.50000000');

  const receipt = page.getByRole('dialog').filter({ hasText: t('transfer.completedText') });
  for (const line of [person.address, other.address, 'Rent', money('12.5', 'MRCY')]) {
    await expect(receipt.getByText(line, { exact: true })).toBeVisible();
  }
  await page.context().grantPermissions(['clipboard-write']);
  await receipt.getByRole('button', { name: t('transfer.copyReceipt') }).click();
  const copied = await readClipboard(page);
  for (const line of [person.address, other.address, 'Rent', '12.50']) expect(copied).toContain(line);

  await test.step('on paper there is the receipt and nothing else', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const sheet = page.locator('[data-print-sheet]');
    await expect(sheet.getByRole('heading')).toContainText(t('transfer.receiptTitle'));
    for (const line of [person.address, other.address, 'Rent']) await expect(sheet).toContainText(line);
    await expect(page.getByRole('main')).toBeHidden();
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  });
});

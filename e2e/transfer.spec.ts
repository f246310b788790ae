import type { Locator, Page } from '@playwright/test';
import { balanceOf, giveMoney, makePerson } from './accounts.ts';
import { withTwoFactor } from './authenticator.ts';
import { field } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const transferPath = '/v1/wallets/transfer';

// Two right addresses with the same first and last characters, as thieves make them.
const friendAddress = 'mrcy1qv8pjfp08fz4qkmxw97g0y5a4zemajw5xan8kc';
const trapAddress = 'mrcy1qv8pjfp08fz4pudmq97g0y5a4zemajw5u4n8kc';

async function openForm(page: Page, { t }: Texts): Promise<Locator> {
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

test('takes at least a second and a half, and ends with a receipt to keep', async ({ signedIn, texts }) => {
  const { t, money } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  const other = await makePerson({ locale: 'en' });
  const dialog = await review(page, texts, { amount: '12.5', address: other.address, note: 'Rent' });
  const startedAt = Date.now();
  await dialog.getByRole('button', { name: t('transfer.confirm') }).click();
  await expect(page.getByText(t('transfer.completedText'))).toBeVisible();
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1500);

  const receipt = page.getByRole('dialog').filter({ hasText: t('transfer.completedText') });
  for (const line of [person.address, other.address, 'Rent', money('12.5', 'MRCY')]) {
    await expect(receipt.getByText(line, { exact: true })).toBeVisible();
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await receipt.getByRole('button', { name: t('transfer.copyReceipt') }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
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

test('asks for a code where two-factor is on, says at its field that it is wrong, and keeps the rest', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(422, transferPath);
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  const other = await makePerson({ locale: 'en' });
  const { authenticator } = await withTwoFactor(person);
  const keys: (string | undefined)[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith(transferPath)) keys.push(sent.headers()['idempotency-key']);
  });

  const dialog = await review(page, texts, { amount: '40', address: other.address });
  const confirm = dialog.getByRole('button', { name: t('transfer.confirm') });
  const code = field(dialog, t('transfer.twoFactorCode'));
  await expect(confirm).toBeDisabled();
  await code.fill(authenticator.wrongCode());
  await confirm.click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  expect(await balanceOf(request, other)).toBe('0.00000000');
  await expect(dialog.getByText(other.address)).toBeVisible();

  await code.fill(await authenticator.nextCode());
  await confirm.click();
  await expect(page.getByText(t('transfer.completedText'))).toBeVisible();
  expect(await balanceOf(request, other)).toBe('40.00000000');
  // Another code is the same intent.
  expect(new Set(keys).size).toBe(1);
});

test('warns of an address made to look like a contact’s: wants a tick before it goes on, and before it becomes a contact under whose name nobody compares it again', async ({
  signedIn,
  texts,
  request,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  await request.post('/v1/contacts', {
    headers: { authorization: `Bearer ${person.token}` },
    data: { name: 'Sara', walletAddress: friendAddress },
  });

  const form = await openForm(page, texts);
  const warning = page.getByRole('alert').filter({ hasText: t('transfer.lookAlikeTitle') });
  await field(form, t('transfer.recipientAddress')).fill(friendAddress);
  await expect(warning).toHaveCount(0);
  await field(form, t('transfer.recipientAddress')).fill(trapAddress);
  await expect(warning).toContainText('Sara');
  await expect(warning.locator('mark').first()).toBeVisible();
  await field(form, t('transfer.amount')).fill('1');
  await form.getByRole('button', { name: t('transfer.review') }).click();

  const dialog = page.getByRole('dialog', { name: t('transfer.reviewTitle') });
  const confirm = dialog.getByRole('button', { name: t('transfer.confirm') });
  await expect(warning).toBeVisible();
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('checkbox', { name: t('transfer.lookAlikeConfirm') }).check();
  await expect(confirm).toBeEnabled();
  await dialog.getByRole('button', { name: t('ui.close') }).click();

  await page.getByRole('button', { name: t('contacts.add'), exact: true }).click();
  const contact = page.getByRole('dialog', { name: t('contacts.addTitle') });
  const save = contact.getByRole('button', { name: t('contacts.save') });
  await field(contact, t('contacts.name')).fill('Sara, new');
  await field(contact, t('contacts.address')).fill(trapAddress);
  await expect(contact.getByRole('alert')).toContainText('Sara');
  await expect(save).toBeDisabled();
  await contact.getByRole('checkbox', { name: t('contacts.lookAlikeConfirm') }).check();
  await expect(save).toBeEnabled();
});

test.describe('in Persian', () => {
  test.use({ language: 'fa' });

  test('takes the amount in the person’s own digits', async ({ signedIn, texts, request }) => {
    const { t } = texts;
    const { person, page } = await signedIn();
    await giveMoney(person, 'MRCY', '100');
    const other = await makePerson({ locale: 'fa' });
    const dialog = await review(page, texts, { amount: '۱۲٫۵', address: other.address });
    await dialog.getByRole('button', { name: t('transfer.confirm') }).click();
    await expect(page.getByText(t('transfer.completedText'))).toBeVisible();
    expect(await balanceOf(request, other)).toBe('12.50000000');
  });
});

import type { Locator, Page } from '@playwright/test';
import { balanceOf, giveMoney, makePerson } from './accounts.ts';
import { hold } from './calls.ts';
import { readClipboard } from './clipboard.ts';
import { field, pressTwice, toast } from './people.ts';
import { enterPassword } from './sign-in.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const transferPath = '/v1/wallets/transfer';
/** The server is asked who somebody is once the typing has rested for so long. */
const restMs = 300;

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

test('whose answer was lost is sent once, also from the form that a reload brings back', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectLostConnection(transferPath);
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  const other = await makePerson({ locale: 'en' });
  const dialog = await review(page, texts, { amount: '20', address: other.address });
  const form = page.getByRole('dialog', { name: t('transfer.title') });
  const toReview = form.getByRole('button', { name: t('transfer.review') });
  // The review comes once it is known whom the address reaches.
  await expect(dialog).toBeVisible();
  await page.goBack();
  await toReview.click();
  await page.route(
    `**${transferPath}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const confirm = dialog.getByRole('button', { name: t('transfer.confirm') });
  await confirm.click();
  await expect(dialog.getByText(t('transfer.answerLost'))).toBeVisible();
  expect(await balanceOf(request, person)).toBe('80.00000000');

  await page.reload();
  await expect(page).not.toHaveURL(/dialog-step/);
  await toReview.click();
  await expect(dialog.getByText(t('lostOrder.whichTransfer'))).toBeVisible();
  await dialog.getByRole('button', { name: t('lostOrder.finish') }).click();
  await expect(page.getByText(t('transfer.completedText'))).toBeVisible();
  expect(await balanceOf(request, person)).toBe('80.00000000');
});

test('sends bitcoin to a @username, shown with their whole address before the yes; both see who the other is', async ({
  signedIn,
  texts,
}) => {
  const { t, money } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'BTC', '0.5');
  const friend = await makePerson({ locale: 'en' });
  const form = await openForm(page, texts);
  await form.getByRole('combobox', { name: t('transfer.currency') }).click();
  await page.getByRole('option').filter({ hasText: 'BTC' }).click();
  await field(form, t('transfer.amount')).fill('0.001');
  await field(form, t('transfer.recipientAddress')).fill(`@${friend.username.toUpperCase()}`);
  await page.clock.fastForward(restMs);
  await expect(form.getByText(t('transfer.firstTime'))).toBeVisible();
  await form.getByRole('button', { name: t('transfer.review') }).click();
  const dialog = page.getByRole('dialog', { name: t('transfer.reviewTitle') });
  for (const line of [`@${friend.username}`, friend.address])
    await expect(dialog.getByText(line)).toBeVisible();
  await dialog.getByRole('button', { name: t('transfer.confirm') }).click();
  await expect(page.getByText(t('transfer.completedText'))).toBeVisible();
  await page.getByRole('button', { name: t('transfer.done') }).click();
  await expect(page.getByTestId('transaction').first()).toContainText(`@${friend.username}`);
  await expect(page.getByTestId('transaction').first()).toContainText(`\u2212${money('0.001', 'BTC')}`);

  const { page: theirs } = await signedIn(friend);
  await theirs.goto('/dashboard');
  await expect(theirs.getByTestId('transaction').first()).toContainText(`@${person.username}`);
});

test('a request is a link: a visitor reads who asks for what, signs in, and pays from the filled-in form', async ({
  signedIn,
  openBrowser,
  request,
  texts,
}) => {
  const { t } = texts;
  const { person: asker, page: theirs } = await signedIn();
  await theirs.goto('/dashboard?dialog=request');
  const asking = theirs.getByRole('dialog', { name: t('request.title') });
  await field(asking, t('request.amount')).fill('12.5');
  await field(asking, t('transfer.note')).fill('Rent');
  await expect(asking.getByRole('img', { name: t('request.qrCode') })).toBeVisible();
  const link = await asking.getByText(/\/request\//).textContent();

  const payer = await makePerson({ locale: 'en' });
  await giveMoney(payer, 'MRCY', '100');
  const page = await (await openBrowser()).newPage();
  await page.goto(link ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`@${asker.username}`);
  await expect(page.getByText('Rent')).toBeVisible();
  await page.getByRole('link', { name: t('request.signIn') }).click();
  await enterPassword(page.getByRole('main'), texts, payer);
  const form = page.getByRole('dialog', { name: t('transfer.title') });
  await expect(field(form, t('transfer.recipientAddress'))).toHaveValue(`@${asker.username}`);
  await expect(field(form, t('transfer.amount'))).toHaveValue('12.5');
  await expect(field(form, t('transfer.note'))).toHaveValue('Rent');
  expect(await balanceOf(request, payer)).toBe('100.00000000');
  await form.getByRole('button', { name: t('transfer.review') }).click();
  await page.getByRole('button', { name: t('transfer.confirm') }).click();
  await expect(page.getByText(t('transfer.completedText'))).toBeVisible();
  expect(await balanceOf(request, asker)).toBe('12.50000000');
});

test('one place to add money and one to send it lead to the four dialogs', async ({ signedIn, texts }) => {
  const { t } = texts;
  const { page } = await signedIn();
  for (const [kind, title, way, dialog] of [
    ['add-money', 'ways.addTitle', 'wallet.deposit', 'deposit.title'],
    ['add-money', 'ways.addTitle', 'wallet.topUp', 'topup.title'],
    ['send', 'ways.sendTitle', 'wallet.withdraw', 'withdraw.title'],
    ['send', 'ways.sendTitle', 'wallet.transfer', 'transfer.title'],
  ] as const) {
    await page.goto(`/dashboard?dialog=${kind}`);
    await page
      .getByRole('dialog', { name: t(title) })
      .getByRole('button', { name: new RegExp(`^${t(way)}`) })
      .click();
    await expect(page.getByRole('dialog', { name: t(dialog), exact: true })).toBeVisible();
  }
});

import { readFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { giveMoney, makePerson, topUp } from './accounts.ts';
import { withTwoFactor } from './authenticator.ts';
import { withoutNews } from './calls.ts';
import { toast } from './people.ts';
import { expect, test } from './test.ts';
import { openTopUp } from './top-ups.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the dashboard shows five, and leads to all, which are found again by their address', async ({
  signedIn,
  request,
  texts,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  for (let count = 0; count < 6; count += 1) await openTopUp(request, person, '5');
  await topUp(request, person, '57');

  await page.goto('/dashboard');
  await expect(page.getByTestId('transaction')).toHaveCount(5);
  await page.getByRole('button', { name: t('transaction.nextPage') }).click();
  await expect(page.getByTestId('transaction')).toHaveCount(2);
  await page.getByRole('link', { name: t('transaction.seeAll') }).click();
  await expect(page).toHaveURL('/dashboard/transactions');
  await expect(page.getByTestId('transaction')).toHaveCount(7);

  await page.getByLabel(t('history.status')).selectOption('COMPLETED');
  await expect(page).toHaveURL('/dashboard/transactions?status=COMPLETED');
  await expect(page.getByTestId('transaction')).toHaveCount(1);
  await page.reload();
  await expect(page.getByTestId('transaction')).toHaveCount(1);
  await expect(page.getByLabel(t('history.status'))).toHaveValue('COMPLETED');

  await page.getByLabel(t('history.from')).fill('2998-01-01');
  await expect(page.getByText(t('history.nothingFound'))).toBeVisible();
  await page
    .getByRole('button', { name: t('history.clear') })
    .last()
    .click();
  await expect(page).toHaveURL('/dashboard/transactions');
  await expect(page.getByTestId('transaction')).toHaveCount(7);
});

test('a history that can not be loaded says so, and is loaded when tried again', async ({
  signedIn,
  texts,
  watch,
}) => {
  watch.expectRefusal(422, '/v1/transactions');
  const { t } = texts;
  const { page } = await signedIn();
  await withoutNews(page);
  await page.route('**/v1/transactions?**', (route) =>
    route.fulfill({
      status: 422,
      json: { success: false, error: 'ServerError', message: '', requestId: 'x' },
    }),
  );
  await page.goto('/dashboard/transactions');
  await expect(page.getByText('Failed to load transactions')).toBeVisible();
  await expect(page.getByText('Please try again')).toBeVisible();
  await page.unroute('**/v1/transactions?**');
  await page.getByRole('button', { name: t('common.retry') }).click({ timeout: 5000 });
  await expect(page.getByText(t('transaction.emptyTitle'))).toBeVisible();
});

test('the details tell everything, down to the books, and print as a receipt; the export is a file that is named after its days', async ({
  signedIn,
  request,
  texts,
}) => {
  const { t, money } = texts;
  const { person, page } = await signedIn();
  await topUp(request, person, '57');
  await page.goto('/dashboard/transactions?from=2026-01-01&to=2998-12-31');
  await page.getByTestId('transaction').click();
  const dialog = page.getByRole('dialog', { name: t('transaction.types.topup') });
  await expect(dialog.getByText(t('transaction.usdValue'))).toBeVisible();
  await expect(dialog.getByText(money('57', 'USD'), { exact: true }).first()).toBeVisible();
  await expect(dialog.getByTestId('payment')).toHaveCount(1);
  await dialog.getByText(t('transaction.ledger.title')).click();
  const booked = dialog.getByRole('table', { name: t('transaction.ledger.kinds.topup') });
  const rows = booked.getByRole('row');
  await expect(rows.filter({ hasText: t('transaction.ledger.accounts.available') })).toContainText(
    `+${money('100', 'MRCY')}`,
  );
  // An exchange: the house gave its coin for those that came, which the rail holds.
  const exposures = rows.filter({ hasText: t('transaction.ledger.accounts.exposure') });
  await expect(exposures.filter({ hasText: 'MRCY' })).toContainText(`\u2212${money('100', 'MRCY')}`);
  await expect(rows.filter({ hasText: t('transaction.ledger.accounts.rail_clearing') })).toHaveCount(1);

  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const receipt = page.getByRole('article');
  await expect(receipt.getByRole('heading', { name: t('transaction.receipt') })).toBeVisible();
  await expect(receipt).toContainText(money('100', 'MRCY'));
  await expect(dialog).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(receipt).toHaveCount(0);
  await expect(dialog).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: t('history.export') }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('mercury-transactions-2026-01-01-to-2998-12-31.csv');
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.startsWith('\ufeffdate,id,type')).toBe(true);
  expect(csv).toContain('TOPUP,in,MRCY,100.00000000');
});

test('a withdrawal that has not been sent is cancelled after asking once more', async ({
  signedIn,
  request,
  texts,
}) => {
  const { t } = texts;
  const person = await makePerson({ locale: 'en' });
  await giveMoney(person, 'MRCY', '100');
  const { authenticator } = await withTwoFactor(person);
  const headers = { authorization: `Bearer ${person.token}` };
  const proof = await request.post('/v1/auth/proof', {
    headers,
    data: { twoFactorCode: await authenticator.nextCode() },
  });
  expect(proof.ok(), await proof.text()).toBe(true);
  const { assets } = await (await request.get('/v1/config')).json();
  const { exampleAddress } = assets.find(({ code }: { code: string }) => code === 'MRCY');
  const asked = await request.post('/v1/wallets/withdraw', {
    headers: { ...headers, 'idempotency-key': randomBytes(16).toString('hex') },
    data: { currency: 'MRCY', amount: '10', address: exampleAddress },
  });
  expect(asked.ok(), await asked.text()).toBe(true);

  const { page } = await signedIn(person);
  await page.goto('/dashboard/transactions');
  await page
    .getByTestId('transaction')
    .filter({ hasText: t('transaction.types.withdraw') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('transaction.types.withdraw') });
  await expect(dialog.getByText(t('transaction.arrives'))).toBeVisible();
  await dialog.getByRole('button', { name: t('transaction.cancel.button') }).click();
  await dialog.getByRole('button', { name: t('transaction.cancel.keep') }).click();
  await dialog.getByRole('button', { name: t('transaction.cancel.button') }).click();
  await dialog.getByRole('button', { name: t('transaction.cancel.confirm'), exact: true }).click();
  await expect(toast(page, texts, t('transaction.cancel.done'))).toBeVisible();
  await expect(dialog.getByText(t('transaction.state.cancelled')).first()).toBeVisible();
  await expect(dialog.getByText(t('transaction.fees'), { exact: true })).toHaveCount(0);
  await expect(dialog.getByText(t('transaction.status.failed'), { exact: true })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: t('transaction.cancel.button') })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: t('transaction.printReceipt') })).toHaveCount(0);
});

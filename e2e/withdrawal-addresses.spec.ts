import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { confirmPayments, giveMoney } from './accounts.ts';
import { passRetries } from './calls.ts';
import { field, fieldMessage, toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const addressesPath = '/v1/wallets/withdraw/addresses';
const cancelPath = '/v1/wallets/withdraw/cancel-by-link';

/** The genesis account of the XRP Ledger, which is right and belongs to nobody here. */
const xrpAddress = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const ethAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

async function proveByPassword(page: Page, { t }: Texts, password: string): Promise<void> {
  const proof = page.getByRole('dialog', { name: t('proof.title') });
  await field(proof, t('auth.fields.password')).fill(password);
  await proof.getByRole('button', { name: t('proof.confirm') }).click();
}

/** From the address book to the form of a withdrawal, as a person goes. */
async function openWithdrawal(page: Page, { t }: Texts): Promise<Locator> {
  await page
    .getByRole('link', { name: t('nav.places.home'), exact: true })
    .first()
    .click();
  await page
    .getByRole('button', { name: t('wallet.withdraw'), exact: true })
    .first()
    .click();
  return page.getByRole('dialog', { name: t('withdraw.title'), exact: true });
}

async function addAddress(
  page: Page,
  { t }: Texts,
  entry: { currency: RegExp; address: string; label: string; tag?: string },
): Promise<void> {
  await page.getByRole('button', { name: t('addressBook.add'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('addressBook.addTitle') });
  await dialog.getByRole('combobox', { name: t('addressBook.currency') }).click();
  await page.getByRole('option', { name: entry.currency }).click();
  await field(dialog, t('addressBook.address')).fill(entry.address);
  if (entry.tag !== undefined) await field(dialog, t('withdraw.tag')).fill(entry.tag);
  await field(dialog, t('addressBook.label')).fill(entry.label);
  await dialog.getByRole('button', { name: t('addressBook.save') }).click();
}

test('an address is added after a proof, fills a withdrawal with its tag, and is removed after a question', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(403, addressesPath);
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  // A deposit of what the address is for.
  const deposited = await request.post('/v1/wallets/deposit', {
    headers: {
      authorization: `Bearer ${person.token}`,
      'idempotency-key': randomBytes(16).toString('hex'),
    },
    data: { currency: 'XRP', amount: '50' },
  });
  expect(deposited.ok(), await deposited.text()).toBe(true);
  await confirmPayments(person);
  await page.goto('/dashboard/addresses');
  await expect(page.getByText(t('addressBook.emptyTitle'))).toBeVisible();
  await addAddress(page, texts, {
    currency: /XRP/,
    address: xrpAddress,
    label: 'Cold wallet',
    tag: '77',
  });
  await proveByPassword(page, texts, person.password);
  await expect(toast(page, texts, t('addressBook.saved'))).toBeVisible();
  const row = page.getByTestId('withdrawal-address');
  await expect(row).toContainText('Cold wallet');
  await expect(row).toContainText(xrpAddress);
  await expect(row).toContainText('77');

  const form = await openWithdrawal(page, texts);
  await form.getByRole('combobox', { name: t('withdraw.currency') }).click();
  await page.getByRole('option', { name: /XRP/ }).click();
  await form.getByRole('combobox', { name: t('withdraw.savedAddress') }).click();
  await page.getByRole('option', { name: /Cold wallet/ }).click();
  await expect(field(form, t('withdraw.address'))).toHaveValue(xrpAddress);
  await expect(field(form, t('withdraw.tag'))).toHaveValue('77');
  await form.getByRole('link', { name: t('withdraw.manageBook') }).click();
  await expect(page).toHaveURL('/dashboard/addresses');

  await row
    .getByRole('button', { name: /Cold wallet/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: t('addressBook.removeTitle') });
  await dialog.getByRole('button', { name: t('addressBook.confirmRemove') }).click();
  await expect(toast(page, texts, t('addressBook.removed'))).toBeVisible();
  await expect(page.getByText(t('addressBook.emptyTitle'))).toBeVisible();
});

test('an address book that can not be loaded is loaded on demand; its form names what is wrong, and whoever does not prove themselves adds nothing', async ({
  signedIn,
  texts,
  watch,
}) => {
  watch.expectLostConnection(addressesPath);
  watch.expectRefusal(403, addressesPath);
  watch.expectRefusal(422, addressesPath);
  const { t } = texts;
  const { person, page } = await signedIn();
  await page.clock.install();
  await page.route(`**${addressesPath}`, (route) => route.abort());
  await page.goto('/dashboard/addresses');
  const failure = page.getByRole('alert').filter({ hasText: t('addressBook.failedToLoad') });
  await passRetries(failure);
  await page.unrouteAll();
  await failure.getByRole('button', { name: t('common.retry') }).click();
  await expect(page.getByText(t('addressBook.emptyTitle'))).toBeVisible();

  await page.getByRole('button', { name: t('addressBook.add'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('addressBook.addTitle') });
  const save = dialog.getByRole('button', { name: t('addressBook.save') });
  await save.click();
  await expect(fieldMessage(dialog, t('validation.required'))).toHaveCount(2);
  await field(dialog, t('addressBook.address')).fill(ethAddress);
  await field(dialog, t('addressBook.label')).fill('Not an address for a withdrawal');
  const names = { other: '\u2068Ethereum\u2069', network: '\u2068Mercury\u2069' };
  await expect(fieldMessage(dialog, t('withdraw.addressOfOther', names))).toBeVisible();
  // Of the right form, and refused by the server alone: it is an account's here.
  await field(dialog, t('addressBook.address')).fill(person.address);
  await save.click();
  await page
    .getByRole('dialog', { name: t('proof.title') })
    .getByRole('button', { name: t('common.cancel') })
    .click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await save.click();
  await proveByPassword(page, texts, person.password);
  await expect(field(dialog, t('addressBook.address'))).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByText(t('addressBook.emptyTitle'))).toBeVisible();
});

test('the allow-list is turned on and off, and the withdrawal says that it is on', async ({
  signedIn,
  texts,
  watch,
}) => {
  watch.expectRefusal(403, '/v1/wallets/withdraw/allow-list');
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  await page.goto('/dashboard/addresses');
  await page.getByRole('button', { name: t('addressBook.allowList.turnOn') }).click();
  await proveByPassword(page, texts, person.password);
  await expect(toast(page, texts, t('addressBook.allowList.turnedOn'))).toBeVisible();
  const form = await openWithdrawal(page, texts);
  await expect(form.getByText(t('withdraw.bookOnly'))).toBeVisible();
  await expect(form.getByText(t('withdraw.bookEmpty', { currency: 'MRCY' }))).toBeVisible();
  await expect(field(form, t('withdraw.address'))).toHaveValue('');
  await form.getByRole('link', { name: t('withdraw.manageBook') }).click();
  await page.getByRole('button', { name: t('addressBook.allowList.turnOff') }).click();
  await expect(page.getByRole('button', { name: t('addressBook.allowList.turnOn') })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText(t('security.events.kinds.allow_list_turned_off'))).toBeVisible();
});

test('an address that looks like a saved one is warned of, in the form and before it is confirmed', async ({
  signedIn,
  texts,
  watch,
}) => {
  watch.expectRefusal(403, addressesPath);
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'USDT', '100');
  await page.goto('/dashboard/addresses');
  await addAddress(page, texts, { currency: /USDT/, address: ethAddress, label: 'Exchange' });
  await proveByPassword(page, texts, person.password);
  await expect(page.getByTestId('withdrawal-address')).toHaveCount(1);
  const form = await openWithdrawal(page, texts);
  await form.getByRole('combobox', { name: t('withdraw.currency') }).click();
  await page.getByRole('option', { name: /USDT/ }).click();
  await field(form, t('withdraw.amount')).fill('5');
  await field(form, t('withdraw.address')).fill(`0x5aae${'0'.repeat(30)}1beaed`);
  const warning = /^Careful: this address looks like .*Exchange/;
  await expect(form.getByText(warning)).toBeVisible();
  await form.getByRole('button', { name: t('withdraw.review') }).click();
  const checked = page.getByRole('dialog', { name: t('withdraw.reviewTitle') });
  await expect(checked.getByText(warning)).toBeVisible();
});

test('/cancel-withdrawal asks first; without a token, or with a foreign one, it does nothing and says so', async ({
  page,
  texts,
  watch,
}) => {
  watch.expectRefusal(422, cancelPath);
  const { t } = texts;
  const main = page.getByRole('main');
  await page.goto('/cancel-withdrawal');
  await expect(main.getByText(t('mailedLink.invalidLink'))).toBeVisible();
  let sentCount = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith(cancelPath)) sentCount += 1;
  });
  await page.goto(`/cancel-withdrawal#token=${'x'.repeat(43)}`);
  await expect(main.getByText(t('cancelWithdrawal.givesBack'))).toBeVisible();
  expect(sentCount).toBe(0);
  await main.getByRole('button', { name: t('cancelWithdrawal.confirm') }).click();
  await expect(main.getByText(t('mailedLink.failedTitle'))).toBeVisible();
  await expect(main.getByRole('link', { name: t('auth.link.goToDashboard') })).toBeVisible();
});

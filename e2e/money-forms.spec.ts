import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { encodeAddress } from '@mercury/contract/money/address.ts';
import { balanceOf, giveMoney, makePerson } from './accounts.ts';
import { hold } from './hold.ts';
import { field, fieldMessage, pressTwice, toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const transferPath = '/v1/wallets/transfer';
const topUpPath = '/v1/wallets/topup';
const connectionText = 'Network error. Please check your internet connection.';

async function openTransfer(page: Page, { t }: Texts): Promise<Locator> {
  await page.getByRole('button', { name: t('wallet.transfer') }).click();
  return page.getByRole('dialog', { name: t('transfer.title') });
}

async function reviewTransfer(page: Page, texts: Texts, order: { amount: string; address: string }) {
  const { t } = texts;
  await page.goto('/dashboard');
  const form = await openTransfer(page, texts);
  await field(form, t('transfer.amount')).fill(order.amount);
  await field(form, t('transfer.recipientAddress')).fill(order.address);
  await form.getByRole('button', { name: t('transfer.review') }).click();
  return page.getByRole('dialog', { name: t('transfer.reviewTitle') });
}

test.describe('the top-up form', () => {
  test('takes only digits with at most two decimals, above zero and within bounds; it opens one payment however often pressed, and can not be closed on the way there', async ({
    signedIn,
    texts,
  }) => {
    const { t } = texts;
    const { page } = await signedIn();
    await page.goto('/dashboard');
    await page
      .getByRole('button', { name: t('wallet.topUp') })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: t('topup.title') });
    const amount = field(dialog, t('topup.amount'));
    const submit = dialog.getByRole('button', { name: t('topup.topUpNow') });
    await amount.pressSequentially('-1e2.345x');
    await expect(amount).toHaveValue('12.34');
    await amount.fill('');
    await submit.click();
    await expect(fieldMessage(dialog, t('topup.enterValidAmount'))).toBeVisible();
    await amount.fill('0.00');
    await expect(fieldMessage(dialog, t('topup.enterValidAmount'))).toBeVisible();
    await amount.fill('0.99');
    await expect(fieldMessage(dialog, /^The smallest top-up is .*1\.00.USD.*\.$/)).toBeVisible();
    await amount.fill('10000.01');
    await expect(fieldMessage(dialog, /^The largest top-up is .*10,000\.00.USD.*\.$/)).toBeVisible();
    await amount.fill('1');
    await expect(amount).not.toHaveAttribute('aria-invalid');
    await expect(dialog.getByRole('status')).toHaveText('1.75438596 MRCY');

    let sentCount = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(topUpPath)) sentCount += 1;
    });
    await submit.evaluate(pressTwice);
    await expect(dialog.getByText(t('topup.redirecting'))).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(toast(page, texts, t('topup.cannotClose'))).toBeVisible();
    await expect(dialog).toBeVisible();
    await page.waitForURL('/pay/*');
    expect(sentCount).toBe(1);
  });

  test('says so when no answer comes, and opens the same payment when tried again', async ({
    signedIn,
    texts,
    watch,
  }) => {
    watch.expectLostConnection(topUpPath);
    const { t } = texts;
    const { page } = await signedIn();
    await page.route(
      `**${topUpPath}`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.goto('/dashboard');
    await page
      .getByRole('button', { name: t('wallet.topUp') })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: t('topup.title') });
    await field(dialog, t('topup.amount')).fill('5');
    await dialog.getByRole('button', { name: t('topup.topUpNow') }).click();
    await expect(dialog.getByText(t('topup.answerLost'))).toBeVisible();
    await dialog.getByRole('button', { name: t('topup.topUpNow') }).click();
    await page.waitForURL('/pay/*');
    await page.goto('/dashboard');
    await expect(page.getByTestId('transaction')).toHaveCount(1);
  });
});

test.describe('the transfer form', () => {
  test('stays closed to an empty address and to nothing, and names what is wrong; what the server refuses is told, and what was typed is kept', async ({
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
    await page.goto('/dashboard');
    const form = await openTransfer(page, texts);
    const amount = field(form, t('transfer.amount'));
    const address = field(form, t('transfer.recipientAddress'));
    const review = form.getByRole('button', { name: t('transfer.review') });
    await expect(review).toBeDisabled();
    await amount.fill('1');
    await expect(review).toBeDisabled();
    await address.fill(other.address);
    await expect(review).toBeEnabled();
    await amount.fill('0.00000000');
    await expect(review).toBeDisabled();

    await amount.fill('100.00000001');
    await review.click();
    await expect(fieldMessage(form, t('transfer.insufficientBalance'))).toBeVisible();
    await form.getByRole('button', { name: t('transfer.max') }).click();
    await expect(amount).toHaveValue('100');
    await expect(fieldMessage(form, t('transfer.insufficientBalance'))).toHaveCount(0);

    await address.fill(`${other.address.slice(0, -1)}${other.address.endsWith('q') ? 'p' : 'q'}`);
    await expect(fieldMessage(form, t('transfer.invalidAddress'))).toBeVisible();
    await address.fill(person.address);
    await expect(fieldMessage(form, t('transfer.ownAddress'))).toBeVisible();
    await address.fill(`  ${other.address} `);
    await expect(fieldMessage(form, t('transfer.ownAddress'))).toHaveCount(0);
    await form.getByRole('checkbox', { name: t('transfer.saveToContacts') }).check();
    await review.click();
    await expect(fieldMessage(form, t('transfer.contactNameRequired'))).toBeVisible();
    await form.getByRole('checkbox', { name: t('transfer.saveToContacts') }).uncheck();

    // Nobody has this address.
    await amount.fill('60');
    await address.fill(encodeAddress(randomBytes(20)));
    await review.click();
    const checked = page.getByRole('dialog', { name: t('transfer.reviewTitle') });
    await checked.getByRole('button', { name: t('transfer.confirm') }).click();
    await expect(checked.getByText('No account has this address.')).toBeVisible();
    await checked.getByRole('button', { name: t('transfer.back') }).click();

    await expect(amount).toHaveValue('60');
    await address.fill(other.address);
    await review.click();
    // Spent elsewhere in the meantime.
    await request.post(transferPath, {
      headers: { authorization: `Bearer ${person.token}`, 'idempotency-key': randomBytes(8).toString('hex') },
      data: { recipientAddress: other.address, amount: '50' },
    });
    await checked.getByRole('button', { name: t('transfer.confirm') }).click();
    await expect(checked.getByText('Your balance is too low.')).toBeVisible();
    expect(await balanceOf(request, person)).toBe('50.00000000');
  });

  test('moves money once however often it is confirmed, and can not be closed meanwhile', async ({
    signedIn,
    texts,
    request,
  }) => {
    const { t } = texts;
    const { person, page } = await signedIn();
    await giveMoney(person, 'MRCY', '100');
    const other = await makePerson({ locale: 'en' });
    let sentCount = 0;
    page.on('request', (sent) => {
      if (sent.url().endsWith(transferPath)) sentCount += 1;
    });
    const review = await reviewTransfer(page, texts, { amount: '30', address: other.address });
    // Not answered before somebody has tried to close it.
    const release = await hold(page, `**${transferPath}`);
    await review.getByRole('button', { name: t('transfer.confirm') }).evaluate(pressTwice);
    await page.keyboard.press('Escape');
    await expect(toast(page, texts, t('transfer.cannotClose'))).toBeVisible();
    release();
    await expect(page.getByText(t('transfer.completedText'))).toBeVisible();
    expect(sentCount).toBe(1);
    expect(await balanceOf(request, other)).toBe('30.00000000');
  });

  test('that lost its answer is safe to try again: the same key, and money moves once', async ({
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
    const keys: (string | undefined)[] = [];
    page.on('request', (sent) => {
      if (sent.url().endsWith(transferPath)) keys.push(sent.headers()['idempotency-key']);
    });
    await page.route(
      `**${transferPath}`,
      async (route) => {
        // The server has done it; only its answer never arrives.
        expect((await route.fetch()).ok()).toBe(true);
        await route.abort();
      },
      { times: 1 },
    );
    const review = await reviewTransfer(page, texts, { amount: '30', address: other.address });
    await review.getByRole('button', { name: t('transfer.confirm') }).click();
    await expect(review.getByText(t('transfer.answerLost'))).toBeVisible();
    expect(await balanceOf(request, other)).toBe('30.00000000');
    await review.getByRole('button', { name: t('transfer.confirm') }).click();
    await expect(page.getByText(t('transfer.completedText'))).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(await balanceOf(request, other)).toBe('30.00000000');
    expect(await balanceOf(request, person)).toBe('70.00000000');
  });
});

test.describe('contacts', () => {
  test('are saved with a name and a whole address, starred, chosen for a transfer, and removed', async ({
    signedIn,
    texts,
    watch,
  }) => {
    watch.expectRefusal(409, '/v1/contacts');
    const { t } = texts;
    const { page } = await signedIn();
    const other = await makePerson({ locale: 'en' });
    await page.goto('/dashboard');

    await test.step('the form names what is wrong', async () => {
      await page.getByRole('button', { name: t('contacts.add'), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t('contacts.addTitle') });
      const save = dialog.getByRole('button', { name: t('contacts.save') });
      await save.click();
      await expect(fieldMessage(dialog, t('contacts.nameRequired'))).toBeVisible();
      await expect(fieldMessage(dialog, t('contacts.addressRequired'))).toBeVisible();
      await field(dialog, t('contacts.name')).fill('Sara');
      await field(dialog, t('contacts.address')).fill(other.address.slice(0, -1));
      await expect(fieldMessage(dialog, t('contacts.addressInvalid'))).toBeVisible();
      await field(dialog, t('contacts.address')).fill(other.address);
      await save.click();
      await expect(toast(page, texts, t('contacts.added'))).toBeVisible();
      await expect(dialog).toHaveCount(0);
    });

    await test.step('the same address is refused', async () => {
      await page.getByRole('button', { name: t('contacts.add'), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t('contacts.addTitle') });
      await field(dialog, t('contacts.name')).fill('Sara again');
      await field(dialog, t('contacts.address')).fill(other.address);
      await dialog.getByRole('button', { name: t('contacts.save') }).click();
      await expect(dialog.getByText('This address is already in your contacts.')).toBeVisible();
      await dialog.getByRole('button', { name: t('ui.close') }).click();
    });

    await test.step('a star makes it a favorite, and a press fills in the address', async () => {
      const form = await openTransfer(page, texts);
      await form.getByRole('button', { name: t('contacts.addFavorite', { name: 'Sara' }) }).click();
      await form.getByRole('tab', { name: t('contacts.favorites') }).click();
      await form.getByRole('searchbox', { name: t('contacts.search') }).fill('sar');
      await form.getByTitle(t('contacts.sendTo', { name: 'Sara' })).click();
      await expect(field(form, t('transfer.recipientAddress'))).toHaveValue(other.address);
      await form.getByRole('searchbox', { name: t('contacts.search') }).fill('nobody');
      await expect(form.getByText(t('contacts.nothingFound'))).toBeVisible();
      await page.keyboard.press('Escape');
    });

    await test.step('it is removed after a question', async () => {
      await page.getByRole('button', { name: t('contacts.remove', { name: 'Sara' }), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t('contacts.removeTitle') });
      await dialog.getByRole('button', { name: t('contacts.confirmRemove') }).click();
      await expect(toast(page, texts, t('contacts.removed'))).toBeVisible();
      await expect(page.getByText(t('contacts.emptyTitle'))).toBeVisible();
    });
  });
});

test('the profile takes a name of two characters at least, and keeps the email as it is', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await page.goto('/profile');
  const form = page.getByRole('main');
  const name = field(form, t('profile.name'));
  await expect(field(form, t('profile.email'))).toHaveValue(person.email);
  await expect(field(form, t('profile.email'))).not.toBeEditable();
  await name.fill('S');
  await form.getByRole('button', { name: t('profile.save') }).click();
  await expect(fieldMessage(form, 'Name must be at least 2 characters')).toBeVisible();
  await name.fill('Sara Karimi');
  await form.getByRole('button', { name: t('profile.save') }).click();
  await expect(toast(page, texts, 'Profile updated successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: t('nav.account') })).toHaveText('S');
});

test('what can not be loaded is told of, each in its place, and loaded on demand', async ({
  signedIn,
  texts,
  watch,
}) => {
  const { t } = texts;
  const { page } = await signedIn();
  await page.clock.install();
  const parts = [
    { path: '/v1/wallets/balance', failure: 'wallet.failedToLoadBalance' },
    { path: '/v1/transactions', failure: 'transaction.failedToLoadTransactions' },
    { path: '/v1/contacts', failure: 'contacts.failedToLoadContacts' },
  ] as const;
  for (const { path } of parts) {
    watch.expectLostConnection(path);
    await page.route(`**${path}?*`, (route) => route.abort());
    await page.route(`**${path}`, (route) => route.abort());
  }
  await page.goto('/dashboard');
  for (const { path, failure } of parts) {
    const alert = page.getByRole('alert').filter({ hasText: t(failure) });
    // The product asks twice more by itself, a little later each time.
    await expect(async () => {
      await page.clock.runFor(1000);
      await expect(alert).toBeVisible({ timeout: 50 });
    }).toPass();
    await expect(alert).toContainText(connectionText);
    await page.unroute(`**${path}?*`);
    await page.unroute(`**${path}`);
    await alert.getByRole('button', { name: t('common.retry') }).click();
    await expect(alert).toHaveCount(0);
  }
});

import { productName } from '@mercury/contract/product.ts';
import type { Page } from '@playwright/test';
import { giveMoney, makePerson } from './accounts.ts';
import { serveTwoVersions } from './next-version.ts';
import { productOrigin } from './shared-product.ts';
import { field } from './people.ts';
import { expect, test } from './test.ts';

/** Resolves once the worker, which is fetched three seconds after the page, has everything that it is to keep. */
async function untilKept(page: Page): Promise<void> {
  await page.clock.runFor(3000);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}

// Its words are fetched beside the app, so that they have to be kept too.
test.describe('without a connection, in Persian', () => {
  test.use({ language: 'fa' });

  test('the app opens with the last balance and lists and their age, moves no money, and comes back by itself', async ({
    signedIn,
    texts,
    watch,
  }) => {
    watch.expectLostConnection('');
    const { t, money } = texts;
    const { person, page } = await signedIn(undefined, { serviceWorkers: 'allow' });
    await giveMoney(person, 'MRCY', '100');
    await page.clock.install();
    await page.goto('/dashboard');
    const balance = page.getByTestId('balance');
    const ages = page.getByTestId('answer-age');
    await expect(balance).toHaveText(money('100', 'MRCY'));
    await expect(page.getByText(t('transaction.emptyTitle'))).toBeVisible();
    await expect(page.getByText(t('contacts.emptyTitle'))).toBeVisible();
    await expect(ages).toHaveCount(0);
    await untilKept(page);

    await page.context().setOffline(true);
    await expect(page.getByText(t('offline.banner'))).toBeVisible();
    await expect(ages).toHaveCount(3);
    await page.reload();
    await expect(balance).toHaveText(money('100', 'MRCY'));
    await expect(page.getByText(t('offline.banner'))).toBeVisible();
    await expect(page.getByText(t('transaction.emptyTitle'))).toBeVisible();
    await expect(page.getByText(t('contacts.emptyTitle'))).toBeVisible();
    // Of the balance, the contacts and the transactions.
    const words = t('offline.asOf', { time: '|' }).split('|')[0] ?? '';
    await expect(ages).toContainText([words, words, words]);
    const card = page.getByRole('region', { name: t('wallet.balance') });
    for (const key of ['wallet.topUp', 'wallet.deposit', 'wallet.withdraw', 'wallet.transfer'] as const) {
      const action = card.getByRole('button', { name: t(key), exact: true });
      await expect(action).toBeDisabled();
      await expect(action).toHaveAccessibleDescription(t('offline.reason'));
      await action.click({ force: true });
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.context().setOffline(false);
    await expect(page.getByText(t('offline.banner'))).toHaveCount(0);
    await expect(ages).toHaveCount(0);
    await expect(card.getByRole('button', { name: t('wallet.topUp'), exact: true })).toBeEnabled();

    // Replies of the API are nobody's to keep.
    const kept = await keptAddresses(page);
    expect(kept).toContain('/app.html');
    expect(kept).toContain('/coins/btc.svg');
    expect(kept.filter((path) => path.startsWith('/v1'))).toEqual([]);
  });
});

test('a form that is open when the connection goes says why it waits, even where its next step sends nothing, and keeps what was typed', async ({
  signedIn,
  texts,
  watch,
}) => {
  watch.expectLostConnection('');
  const { t } = texts;
  const { person, page } = await signedIn();
  const other = await makePerson({ locale: 'en' });
  await giveMoney(person, 'MRCY', '100');
  await page.goto('/dashboard');
  const topUp = page.getByRole('button', { name: t('wallet.topUp'), exact: true }).first();
  await topUp.click();
  const dialog = page.getByRole('dialog', { name: t('topup.title') });
  const submit = dialog.getByRole('button', { name: t('topup.topUpNow') });
  await expect(submit).toBeEnabled();
  // The last part that a page fetches while nothing is asked of it.
  await expect(page.getByRole('region', { name: t('ui.notifications') })).toBeAttached();
  await page.context().setOffline(true);
  await expect(dialog.getByText(t('offline.reason')).first()).toBeVisible();
  await expect(submit).toBeDisabled();
  await dialog.getByRole('textbox').fill('5');
  let sentCount = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/topup')) sentCount += 1;
  });
  await page.keyboard.press('Enter');
  await page.context().setOffline(false);
  await expect(submit).toBeEnabled();
  expect(sentCount).toBe(0);
  await expect(dialog.getByRole('textbox')).toHaveValue('5');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  for (const { opener, title, amount, address, destination, review } of [
    {
      opener: t('wallet.transfer'),
      title: t('transfer.title'),
      amount: t('transfer.amount'),
      address: t('transfer.recipientAddress'),
      destination: other.address,
      review: t('transfer.review'),
    },
    {
      opener: t('wallet.withdraw'),
      title: t('withdraw.title'),
      amount: t('withdraw.amount'),
      address: t('withdraw.address'),
      // The sandbox fills in an example.
      destination: undefined,
      review: t('withdraw.review'),
    },
  ]) {
    await page.getByRole('button', { name: opener, exact: true }).first().click();
    const form = page.getByRole('dialog', { name: title });
    await field(form, amount).fill('2');
    if (destination !== undefined) await field(form, address).fill(destination);
    const submit = form.getByRole('button', { name: review });
    await expect(submit).toBeEnabled();
    await page.context().setOffline(true);
    await expect(submit).toBeDisabled();
    await expect(submit).toHaveAccessibleDescription(t('offline.reason'));
    await field(form, amount).press('Enter');
    await expect(submit).toBeVisible();
    await page.context().setOffline(false);
    await expect(submit).toBeEnabled();
    await submit.click();
    await expect(page.getByRole('dialog').getByText('2.00').first()).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('ui.close') })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a new version is offered, and taken over by one reload; whoever has it is offered nothing', async ({
  openBrowser,
  texts: { t },
}) => {
  const person = await makePerson({ locale: 'en' });
  const versions = await serveTwoVersions(productOrigin());
  const page = await (await openBrowser({ serviceWorkers: 'allow' })).newPage();
  await page.clock.install();
  try {
    await page.goto(`${versions.origin}/about`);
    await page.evaluate((token) => localStorage.setItem('token', token), person.token);
    await page.goto(`${versions.origin}/dashboard`);
    await untilKept(page);
    const offer = page.getByText(t('offline.update'));
    await page.reload();
    await expect(page.getByTestId('balance')).toBeVisible();
    await page.clock.runFor(3000);
    await expect(offer).toHaveCount(0);

    versions.release();
    let loadCount = 0;
    page.on('load', () => {
      loadCount += 1;
    });
    // As it does by itself each hour.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(offer).toBeVisible();
    expect(loadCount).toBe(0);
    await page.getByRole('button', { name: t('errors.reload') }).click();
    await expect(page.locator('script[data-app$="-next.js"]')).toHaveCount(1);
    await expect(page.getByTestId('balance')).toBeVisible();
    await expect(offer).toHaveCount(0);
    expect(loadCount).toBe(1);
  } finally {
    // Before what it listens to ends.
    await page.close();
    await versions.stop();
  }
});

test('a server that is away is noticed by the calls that fail, and so is its return', async ({
  signedIn,
  texts,
  watch,
}) => {
  watch.expectLostConnection('');
  const { t } = texts;
  const { page } = await signedIn();
  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toBeVisible();
  const everyCall = /\/(v1\/|healthz)/;
  await page.route(everyCall, (route) => route.abort());
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.getByText(t('offline.unreachable', { product: productName }))).toBeVisible();
  await expect(page.getByText(t('offline.banner'))).toHaveCount(0);
  await expect(page.getByTestId('answer-age').first()).toBeVisible();
  await page.unroute(everyCall);
  await expect(page.getByText(t('offline.unreachable', { product: productName }))).toHaveCount(0);
});

test('one call that is lost is not a lost connection', async ({ signedIn, texts, watch }) => {
  watch.expectLostConnection('/v1/contacts');
  const { t } = texts;
  const { page } = await signedIn();
  await page.route('**/v1/contacts*', (route) => route.abort());
  const probed = page.waitForResponse('**/healthz');
  await page.goto('/dashboard');
  await probed;
  await expect(page.getByTestId('balance')).toBeVisible();
  await expect(page.getByText(t('offline.unreachable', { product: productName }))).toHaveCount(0);
});

test('signing out leaves nothing of what was remembered', async ({ signedIn, texts: { t } }) => {
  const { person, page } = await signedIn();
  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toBeVisible();
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored).toContain(person.email);
  await page.getByRole('button', { name: t('nav.account') }).click();
  await page.getByRole('menuitem', { name: t('nav.logout') }).click();
  await expect(page).toHaveURL('/');
  expect(await stored()).not.toContain(person.email);
});

test('a visitor is spared the worker', async ({ openBrowser, texts: { t } }) => {
  const page = await (await openBrowser({ serviceWorkers: 'allow' })).newPage();
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: t('landing.heroTitle') })).toBeVisible();
  await expect(page.locator('.app-loading')).toHaveCount(0);
  // Longer than a signed-in page waits before it fetches the worker.
  await page.clock.runFor(10_000);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page, Request } from '@playwright/test';
import { giveMoney, type Person, makePerson, topUp } from './accounts.ts';
import { passRetries } from './calls.ts';
import { outOfSight } from './out-of-sight.ts';
import { expect, test } from './test.ts';

async function send(request: APIRequestContext, from: Person, to: Person, amount: string): Promise<void> {
  const response = await request.post('/v1/wallets/transfer', {
    headers: { authorization: `Bearer ${from.token}`, 'idempotency-key': randomBytes(16).toString('hex') },
    data: { recipientAddress: to.address, amount },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

interface Calls {
  /** How often a path was called. */
  readonly to: (path: string) => number;
  /** How many have not been answered. The stream never is. */
  readonly open: () => number;
}

/** The calls that are made from here on. */
function watchCalls(page: Page): Calls {
  const paths: string[] = [];
  let endedCount = 0;
  const pathOf = (sent: Request) => new URL(sent.url()).pathname;
  const isCall = (sent: Request) => pathOf(sent).startsWith('/v1/') && pathOf(sent) !== '/v1/events';
  const end = (sent: Request) => {
    if (isCall(sent)) endedCount += 1;
  };
  page.on('request', (sent) => {
    if (isCall(sent)) paths.push(pathOf(sent));
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    to: (path) => paths.filter((called) => called === path).length,
    open: () => paths.length - endedCount,
  };
}

test('shows the balance, every wallet with what it is worth, the four actions, and leads to the other pages', async ({
  signedIn,
  texts,
}) => {
  const { t, money } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: t('wallet.balance') });
  await expect(card.getByTestId('balance')).toHaveText(money('100', 'MRCY'));
  await expect(card.getByTestId('total')).toHaveText(money('57', 'USD'));
  await expect(card.getByText(t('dashboard.sandbox'))).toBeVisible();
  for (const action of ['wallet.topUp', 'wallet.deposit', 'wallet.withdraw', 'wallet.transfer'] as const) {
    await expect(card.getByRole('button', { name: t(action), exact: true })).toBeVisible();
  }

  for (const [label, path] of [
    ['dashboard.statement', '/dashboard/statement'],
    ['dashboard.withdrawalAddresses', '/dashboard/addresses'],
  ] as const) {
    await expect(page.getByRole('link', { name: t(label) })).toHaveAttribute('href', path);
  }

  const asset = page.getByTestId('asset');
  await expect(asset).toHaveCount(1);
  await expect(asset).toContainText(money('100', 'MRCY'));
  await expect(asset.getByRole('link')).toHaveAttribute('href', '/dashboard/trade?from=MRCY');
  await asset.getByRole('button', { name: t('assets.actions', { name: 'Mercury' }) }).click();
  await page.getByRole('menuitem', { name: t('wallet.deposit') }).click();
  await expect(page.getByRole('dialog', { name: t('deposit.title') })).toBeVisible();
});

test('tells what prices changed in a day, and leads from a coin to its page', async ({
  signedIn,
  texts,
  request,
}) => {
  const { t, money } = texts;
  const { person, page } = await signedIn();
  await topUp(request, person, '57');
  await giveMoney(person, 'BTC', '0.12345678');
  await page.goto('/dashboard');
  const change = page.getByTestId('day-change');
  await expect(change).toContainText(t('wallet.in24Hours'));
  await expect(change).toContainText('USD');
  const bitcoin = page.getByTestId('asset').filter({ hasText: t('coins.BTC') });
  await expect(bitcoin).toContainText('%');
  const amount = bitcoin.getByRole('button', { name: '0.12345678' });
  await amount.click();
  await expect(amount).toHaveText(money('0.12345678', 'BTC'));
  await bitcoin.click({ position: { x: 60, y: 10 } });
  await expect(page).toHaveURL('/market/bitcoin');
});

test('shows a newcomer what to do first, until it is done or hidden', async ({
  signedIn,
  texts,
  request,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await page.goto('/dashboard');
  const steps = page.getByTestId('first-step');
  await expect(steps).toHaveCount(3);
  await expect(page.locator('[data-testid="first-step"][data-done="true"]')).toHaveCount(0);
  await topUp(request, person, '57');
  const first = steps.filter({ hasText: t('getStarted.addMoney') });
  await expect(first).toContainText(t('getStarted.done'));
  await steps.filter({ hasText: t('getStarted.secure') }).click();
  await expect(page).toHaveURL('/profile');
  await page.goBack();
  await page.getByRole('button', { name: t('getStarted.dismiss') }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId('balance')).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('hides what the rail can not do', async ({ signedIn, texts }) => {
  const { t } = texts;
  const { page } = await signedIn();
  await page.route('**/v1/config', async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as { rail: object; assets: readonly object[] };
    await route.fulfill({
      response,
      json: {
        ...config,
        rail: { ...config.rail, canTopUp: false },
        assets: config.assets.map((asset) => Object.assign(asset, { canDeposit: false, canWithdraw: false })),
      },
    });
  });
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: t('wallet.balance') });
  await expect(card.getByRole('button', { name: t('wallet.transfer') })).toBeVisible();
  for (const action of ['wallet.topUp', 'wallet.deposit', 'wallet.withdraw'] as const) {
    await expect(card.getByRole('button', { name: t(action), exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole('link', { name: t('dashboard.withdrawalAddresses') })).toHaveCount(0);
});

/** Resolves once every call that was made is answered. What the page asked for in the same moment has been made by then. */
async function untilAnswered(page: Page, calls: Calls): Promise<void> {
  await page.evaluate(async () => (await fetch('/healthz')).text());
  await expect.poll(calls.open, { intervals: [20] }).toBe(0);
}

test('hears of money without asking for it, and of what came while it did not listen', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  const { money } = texts;
  const giver = await makePerson({ locale: 'en' });
  await giveMoney(giver, 'MRCY', '100');
  const { person, page } = await signedIn();
  await page.clock.install();
  const calls = watchCalls(page);
  const balanceCalls = () => calls.to('/v1/wallets/balance');
  const listening = page.waitForResponse('**/v1/events');
  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toBeVisible();
  await listening;
  await untilAnswered(page, calls);
  // Once for the page, and once more where it took so long to listen that something may have been missed.
  const before = balanceCalls();
  expect(before).toBeLessThanOrEqual(2);
  // From then on only when there is news; whoever has no stream asks every 30 seconds.
  await page.clock.fastForward(40_000);
  await untilAnswered(page, calls);
  expect(balanceCalls()).toBe(before);

  await send(request, giver, person, '1');
  await expect(page.getByTestId('balance')).toHaveText(money('1', 'MRCY'));
  expect(balanceCalls()).toBe(before + 1);

  // News that still come through an open stream are asked after, in vain.
  watch.expectLostConnection('/v1/');
  await page.context().setOffline(true);
  await send(request, giver, person, '2');
  await page.context().setOffline(false);
  await expect(page.getByTestId('balance')).toHaveText(money('3', 'MRCY'));
});

test('on a phone the actions stand within reach and nothing scrolls sideways; on the second visit the app takes up all that was asked for before it was there', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { page } = await signedIn(undefined, { viewport: { width: 360, height: 740 } });
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: t('wallet.balance') });
  for (const action of ['wallet.topUp', 'wallet.deposit', 'wallet.withdraw', 'wallet.transfer'] as const) {
    const box = await card.getByRole('button', { name: t(action), exact: true }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(740);
  }
  await expect.poll(() => outOfSight(page)).toEqual([]);

  await page.reload();
  await expect(page.getByTestId('balance')).toBeVisible();
  const untaken = () => {
    const { earlyAnswers } = globalThis as { earlyAnswers?: { responses: Map<string, unknown> } };
    return earlyAnswers && [...earlyAnswers.responses.keys()];
  };
  await expect.poll(() => page.evaluate(untaken)).toEqual([]);
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
    await passRetries(alert);
    await expect(alert).toContainText(t('errors.NetworkError'));
    await page.unroute(`**${path}?*`);
    await page.unroute(`**${path}`);
    await alert.getByRole('button', { name: t('common.retry') }).click();
    await expect(alert).toHaveCount(0);
  }
});

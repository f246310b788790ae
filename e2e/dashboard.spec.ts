import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { fund, type Person, makePerson } from './accounts.ts';
import { expect, test } from './test.ts';

const usdForHundred = '57.00';

async function send(request: APIRequestContext, from: Person, to: Person, amount: string): Promise<void> {
  const response = await request.post('/v1/wallets/transfer', {
    headers: { authorization: `Bearer ${from.token}`, 'idempotency-key': randomBytes(16).toString('hex') },
    data: { recipientAddress: to.address, amount },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

/** How often each call was made from here on. */
function countCalls(page: Page): (path: string) => number {
  const counts = new Map<string, number>();
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    counts.set(pathname, (counts.get(pathname) ?? 0) + 1);
  });
  return (path) => counts.get(path) ?? 0;
}

test('shows the balance, every wallet with what it is worth, and the four actions', async ({
  signedIn,
  texts,
  request,
}) => {
  const { t, money } = texts;
  const { person, page } = await signedIn();
  await fund(request, person, usdForHundred);
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: t('wallet.balance') });
  await expect(card.getByTestId('balance')).toHaveText(money('100', 'MRCY'));
  await expect(card.getByText(money('57', 'USD'))).toBeVisible();
  await expect(card.getByText(t('dashboard.sandbox'))).toBeVisible();
  for (const action of ['wallet.topUp', 'wallet.deposit', 'wallet.withdraw', 'wallet.transfer'] as const) {
    await expect(card.getByRole('button', { name: t(action), exact: true })).toBeVisible();
  }

  const asset = page.getByTestId('asset');
  await expect(asset).toHaveCount(1);
  await expect(asset).toContainText(money('100', 'MRCY'));
  await asset.getByRole('button', { name: t('assets.actions', { name: 'Mercury' }) }).click();
  await page.getByRole('menuitem', { name: t('wallet.deposit') }).click();
  await expect(page.getByRole('dialog', { name: t('deposit.title') })).toBeVisible();
});

test('leads to the other pages of the wallet', async ({ signedIn, texts }) => {
  const { t } = texts;
  const { page } = await signedIn();
  await page.goto('/dashboard');
  for (const [label, path] of [
    ['dashboard.allTransactions', '/dashboard/transactions'],
    ['dashboard.statement', '/dashboard/statement'],
    ['dashboard.withdrawalAddresses', '/dashboard/addresses'],
  ] as const) {
    await expect(page.getByRole('link', { name: t(label) })).toHaveAttribute('href', path);
  }
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

/** What a count comes to once nothing has been added to it for a while. */
async function settled(count: () => number): Promise<number> {
  const quietMs = 1500;
  for (let last = count(); ; last = count()) {
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    if (count() === last) return last;
  }
}

test('hears of money without asking for it, and of what came while it did not listen', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  const { money } = texts;
  const giver = await makePerson({ locale: 'en' });
  await fund(request, giver, usdForHundred);
  const { person, page } = await signedIn();
  const calls = countCalls(page);
  const streamOpens = page.waitForResponse((reply) => reply.url().includes('/v1/events?'));
  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toBeVisible();
  await streamOpens;
  // Once for the page, and once more where the stream opened after it.
  const before = await settled(() => calls('/v1/wallets/balance'));
  expect(before).toBeLessThanOrEqual(2);
  // From then on only when there is news.
  await page.waitForTimeout(4000);
  expect(calls('/v1/wallets/balance')).toBe(before);

  await send(request, giver, person, '1');
  await expect(page.getByTestId('balance')).toHaveText(money('1', 'MRCY'));
  expect(calls('/v1/wallets/balance')).toBe(before + 1);

  // News that still come through an open stream are asked after, in vain.
  watch.expectLostConnection('/v1/');
  await page.context().setOffline(true);
  await send(request, giver, person, '2');
  await page.context().setOffline(false);
  await expect(page.getByTestId('balance')).toHaveText(money('3', 'MRCY'));
});

test('whoever has seen it before finds all that was asked for before the app was there taken up by it', async ({
  signedIn,
}) => {
  const { page } = await signedIn();
  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toBeVisible();
  await page.reload();
  await expect(page.getByTestId('balance')).toBeVisible();
  const untaken = () => {
    const { earlyAnswers } = globalThis as { earlyAnswers?: { responses: Map<string, unknown> } };
    return earlyAnswers && [...earlyAnswers.responses.keys()];
  };
  await expect.poll(() => page.evaluate(untaken)).toEqual([]);
});

test('on a phone the actions stand within reach and nothing scrolls sideways', async ({
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

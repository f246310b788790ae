import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { confirmPayments, type Person, topUp } from './accounts.ts';
import { toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';
import { openTopUp } from './top-ups.ts';

// 57 US dollars buy exactly 100 MRCY at 0.57 each; a USDT is worth a dollar on the pretend chain.
const usdForHundred = '57';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Mistake {
  payer: Person;
  coin?: string;
  amount?: string;
}

async function sendByMistake(page: Page, { t }: Texts, { payer, coin, amount }: Mistake): Promise<void> {
  const mistakes = page.getByRole('group').filter({ hasText: t('pay.mistake.title') });
  const coins = page.getByLabel(t('pay.mistake.coin'));
  if (!(await coins.isVisible())) await mistakes.getByText(t('pay.mistake.title')).click();
  if (coin !== undefined) await coins.selectOption(coin);
  if (amount !== undefined) await page.getByLabel(t('pay.mistake.amount')).fill(amount);
  const payments = page.getByTestId('payment');
  const countBefore = await payments.count();
  await page.getByRole('button', { name: t('pay.mistake.send') }).click();
  await expect(payments).toHaveCount(countBefore + 1);
  await confirmPayments(payer);
}

test('a payment of too little names what is missing, and the rest completes it', async ({
  page,
  signedIn,
  request,
  texts,
}) => {
  const { t, money } = texts;
  const { person, page: dashboard } = await signedIn();
  // Whoever pays need not be signed in.
  await page.goto(await openTopUp(request, person, usdForHundred));
  await page.getByRole('radio', { name: 'Tether' }).check();
  await sendByMistake(page, texts, { payer: person, amount: '20' });
  await expect(page.getByText(t('pay.stillToPay'))).toBeVisible();
  await expect(page.getByText(money('37', 'USD'), { exact: true })).toBeVisible();
  await expect(page.getByTestId('payment')).toContainText(t('pay.payments.state.confirmed'));
  await expectAccessible(page, 'the payment page of an underpaid top-up');

  await dashboard.goto('/dashboard');
  const row = dashboard.getByTestId('transaction');
  await expect(row).toContainText(t('transaction.status.pending'));
  await expect(row).toContainText(t('transaction.state.underpaid'));

  await page.getByRole('button', { name: t('pay.payRest') }).click();
  await expect(page.getByTestId('payment')).toHaveCount(2);
  await confirmPayments(person);
  await expect(page.getByRole('heading', { name: t('pay.completedTitle') })).toBeVisible();
  await expect(row).toContainText(t('transaction.status.completed'));
  await expect(dashboard.getByTestId('balance')).toHaveAttribute('data-amount', '100.00000000');
});

test('of too much the rate covers what was asked for, and the rest, as what comes after it, waits for one click', async ({
  signedIn,
  request,
  texts,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await page.goto(await openTopUp(request, person, usdForHundred));
  await page.getByRole('radio', { name: 'Tether' }).check();
  await expect(page.getByText(t('pay.rateHolds'))).toBeVisible();
  await sendByMistake(page, texts, { payer: person, amount: '114' });
  await expect(page.getByRole('heading', { name: t('pay.completedTitle') })).toBeVisible();
  const excess = page.getByTestId('payment').filter({ hasText: t('pay.payments.problem.excess') });
  await expect(excess).toContainText(t('pay.payments.waitsForClaim'));
  await sendByMistake(page, texts, { payer: person, coin: 'USDT', amount: '5.7' });
  const extra = page.getByTestId('payment').filter({ hasText: t('pay.payments.problem.extra') });
  await expect(extra).toContainText(t('pay.payments.waitsForClaim'));

  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toHaveAttribute('data-amount', '100.00000000');
  const claims = page.getByRole('button', { name: t('transaction.claim.button'), exact: true });
  await expect(claims).toHaveCount(2);
  await claims.first().click();
  await expect(toast(page, texts, /10\.00.MRCY.* credited$/)).toBeVisible();
  await expect(page.getByTestId('balance')).toHaveAttribute('data-amount', '110.00000000');
  await expect(claims).toHaveCount(1);
  await claims.click();
  await expect(page.getByTestId('balance')).toHaveAttribute('data-amount', '210.00000000');
  await expect(page.getByRole('button', { name: t('transaction.claim.button'), exact: true })).toHaveCount(0);
});

test('a payment in the wrong coin is claimed from its details, which say what will happen', async ({
  signedIn,
  request,
  texts,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await page.goto(await openTopUp(request, person, usdForHundred));
  await page.getByRole('radio', { name: 'Bitcoin' }).check();
  await sendByMistake(page, texts, { payer: person, coin: 'USDT', amount: '11.4' });
  const wrong = page.getByTestId('payment').filter({ hasText: t('pay.payments.problem.wrong_coin') });
  await expect(wrong).toContainText(t('pay.payments.waitsForClaim'));
  await expect(page.getByRole('button', { name: t('pay.payNow') })).toBeVisible();

  await page.goto('/dashboard/transactions');
  await page
    .getByTestId('transaction')
    .filter({ hasText: t('transaction.state.claimable') })
    .click();
  const dialog = page.getByRole('dialog', { name: t('transaction.types.topup') });
  await expect(dialog.getByText(t('transaction.claim.text'))).toBeVisible();
  await expect(dialog.getByTestId('payment')).toContainText(t('pay.payments.problem.wrong_coin'));
  await expectAccessible(page, 'the details of a payment that waits for its claim');
  await dialog.getByRole('button', { name: t('transaction.claim.button'), exact: true }).click();
  await expect(dialog.getByText(t('transaction.status.completed'), { exact: true }).first()).toBeVisible();
  await expect(dialog.getByTestId('payment')).toContainText(t('pay.payments.claimed'));
  await expect(dialog.getByRole('button', { name: t('transaction.claim.button'), exact: true })).toHaveCount(
    0,
  );
});

test('an old payment that waits for its claim is not overlooked below newer ones', async ({
  signedIn,
  request,
  texts,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await page.goto(await openTopUp(request, person, usdForHundred));
  await page.getByRole('radio', { name: 'Bitcoin' }).check();
  await sendByMistake(page, texts, { payer: person, coin: 'USDT', amount: '11.4' });
  await expect(page.getByText(t('pay.payments.waitsForClaim'))).toBeVisible();
  for (let count = 0; count < 5; count += 1) await topUp(request, person, '1');

  await page.goto('/dashboard');
  await expect(page.getByTestId('transaction')).toHaveCount(5);
  await expect(page.getByRole('button', { name: t('transaction.claim.button'), exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: t('transaction.claim.show') }).click();
  await expect(page).toHaveURL('/dashboard/transactions?type=TOPUP&status=PENDING');
  await expect(page.getByRole('button', { name: t('transaction.claim.button'), exact: true })).toBeVisible();
});

test('a page on a site that the operator did not name is not gone to; without a page to pay on, the dialog closes, says so and asks for the balance again', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { page } = await signedIn();
  // No rail that is built in does either; what the interface does then is the specification's.
  const answer = { paymentUrl: 'https://pay.example.com/abc' };
  await page.route('**/v1/wallets/topup', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...answer } });
  });
  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toBeVisible();
  await page
    .getByRole('button', { name: t('wallet.topUp') })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: t('topup.title') });
  await dialog.getByLabel(t('topup.amount')).fill('5');
  await dialog.getByRole('button', { name: t('topup.topUpNow') }).click();
  await expect(dialog.getByText(t('topup.topUpFailed'))).toBeVisible();
  await expect(page).toHaveURL('/dashboard?dialog=top-up');

  answer.paymentUrl = '';
  await dialog.getByLabel(t('topup.amount')).fill('6');
  const asked = page.waitForRequest('**/v1/wallets/balance');
  await dialog.getByRole('button', { name: t('topup.topUpNow') }).click();
  await expect(toast(page, texts, 'Top-up initiated')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await asked;
});

import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { balanceOf, giveMoney } from './accounts.ts';
import { withTwoFactor } from './authenticator.ts';
import { hold } from './calls.ts';
import { mailedCode } from './mails.ts';
import { outOfSight } from './out-of-sight.ts';
import { field, pressTwice, toast } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const withdrawPath = '/v1/wallets/withdraw';

async function openWithdraw(page: Page, { t }: Texts): Promise<Locator> {
  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: t('wallet.withdraw'), exact: true })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('withdraw.title'), exact: true });
  await expect(form.getByRole('combobox', { name: t('withdraw.currency') })).toBeVisible();
  return form;
}

async function review(page: Page, texts: Texts, amountAsTyped: string): Promise<Locator> {
  const { t } = texts;
  const form = await openWithdraw(page, texts);
  await field(form, t('withdraw.amount')).fill(amountAsTyped);
  await form.getByRole('button', { name: t('withdraw.review') }).click();
  return page.getByRole('dialog', { name: t('withdraw.reviewTitle') });
}

/** As it is shown: with its unit behind a space that does not break. */
function shown({ money }: Texts, amount: string): string {
  return money(amount, 'MRCY').replace(' ', '\u00a0');
}

/** Presses it, and passes the pause that goes with the call; once the call is answered, the pause has begun. */
async function confirm(checked: Locator, { t }: Texts): Promise<void> {
  const page = checked.page();
  const answered = page.waitForResponse(`**${withdrawPath}`);
  await checked.getByRole('button', { name: t('withdraw.confirm') }).press('Enter');
  await answered;
}

/** Types the mailed code as a person does, and presses nothing: the sixth character sends it. */
async function enterMailedCode(
  page: Page,
  { t }: Texts,
  { request, email }: { request: APIRequestContext; email: string },
): Promise<void> {
  const step = page.getByRole('dialog', { name: t('withdraw.codeTitle') });
  await expect(step.getByText(t('withdraw.emailCodeText'))).toBeVisible();
  const boxes = step.getByRole('group', { name: t('withdraw.codeLabel') }).getByRole('textbox');
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.type(await mailedCode(request, email));
}

function outcomeOf(page: Page, { t }: Texts): Locator {
  const done = page.getByRole('button', { name: t('withdraw.done') });
  return page.getByRole('dialog', { name: t('withdraw.outcomeTitle'), exact: true }).filter({ has: done });
}

test('amount and mailed code suffice on the sandbox rail: network, fee and arrival are told, and the money is paid out', async ({
  signedIn,
  texts,
  request,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  const form = await openWithdraw(page, texts);
  await expect(form.getByRole('combobox', { name: t('withdraw.currency') })).toContainText(
    shown(texts, '100'),
  );
  await expect(field(form, t('withdraw.address'))).toHaveValue(/^mrcy1/);
  await expect(form.getByText(t('withdraw.exampleHint'))).toBeVisible();
  await expect(form.getByText('0.5%')).toBeVisible();
  await expect(form.getByText(t('withdraw.arrivalNote'))).toBeVisible();
  await expect(form.getByText(t('withdraw.networkFee'))).toBeVisible();
  await field(form, t('withdraw.amount')).fill('10.5');
  // 0.5% of 10.5
  await expect(form.getByText(shown(texts, '0.0525'))).toBeVisible();
  await expect(form.getByText(shown(texts, '10.4475'))).toBeVisible();
  const address = await field(form, t('withdraw.address')).inputValue();
  await form.getByRole('button', { name: t('withdraw.review') }).click();

  const checked = page.getByRole('dialog', { name: t('withdraw.reviewTitle') });
  await expect(checked.getByText(address, { exact: true })).toBeVisible();
  await expect(checked.getByText(shown(texts, '10.4475'))).toBeVisible();
  await expect(checked.getByText(shown(texts, '89.5'))).toBeVisible();
  let sentCount = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith(withdrawPath)) sentCount += 1;
  });
  // Not answered before somebody has tried to close it.
  const release = await hold(page, `**${withdrawPath}`);
  const confirmButton = checked.getByRole('button', { name: t('withdraw.confirm') });
  await confirmButton.evaluate(pressTwice);
  await expect(confirmButton).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(toast(page, texts, t('withdraw.cannotClose'))).toBeVisible();
  const answered = page.waitForResponse(`**${withdrawPath}`);
  await release();
  await answered;
  // Whoever fetches the code may reload the page meanwhile.
  await expect(page).toHaveURL(/dialog=withdrawal-code/);
  await page.reload();
  await enterMailedCode(page, texts, { request, email: person.email });
  const outcome = outcomeOf(page, texts);
  await expect(outcome).toBeVisible();
  // Paid out by a job: the dialog tells of it by itself.
  await expect(outcome.getByText(t('withdraw.completedText'))).toBeVisible({ timeout: 20_000 });
  expect(sentCount).toBe(1);
  expect(await balanceOf(request, person)).toBe('89.50000000');
  await outcome.getByRole('button', { name: t('withdraw.done') }).click();
  await expect(page.getByTestId('transaction')).toHaveCount(1);
});

test('with two-factor it waits for a code: a wrong one is told in place, a right one sends itself', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(422, '/v1/wallets/withdraw/verify');
  const { t } = texts;
  const { person, page } = await signedIn();
  const { authenticator } = await withTwoFactor(person);
  await giveMoney(person, 'MRCY', '100');
  const checked = await review(page, texts, '20');
  await confirm(checked, texts);
  const step = page.getByRole('dialog', { name: t('withdraw.codeTitle') });
  await expect(step.getByText(t('withdraw.appCodeText'))).toBeVisible();
  await expect(step.getByText(shown(texts, '20'))).toBeVisible();
  await expect(step.getByRole('timer')).toHaveText(/^Time left:.*(9:5\d|10:00)$/);
  await expect(step.getByText(t('withdraw.noCode'))).toHaveCount(0);
  const boxes = step.getByRole('group', { name: t('withdraw.codeLabel') }).getByRole('textbox');
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(step).toBeHidden();
  await expect(toast(page, texts, t('withdraw.codeWaits'))).toBeVisible();
  await page.goForward();
  await expect(boxes.first()).toBeFocused();

  await step.getByRole('button', { name: t('withdraw.verify') }).click();
  await expect(step.getByText(t('withdraw.enterFullCode'))).toBeVisible();
  await boxes.first().click();
  await page.keyboard.type(authenticator.wrongCode());
  await expect(step.getByText('Invalid verification code')).toBeVisible();
  await expect(boxes.first()).toBeFocused();
  await expect(boxes.first()).toHaveValue('');
  await page.keyboard.type(await authenticator.nextCode());
  await expect(outcomeOf(page, texts).getByText(t('withdraw.completedText'))).toBeVisible({
    timeout: 20_000,
  });
  expect(await balanceOf(request, person)).toBe('80.00000000');
});

test('what waits for its code is found again, can be cancelled, and the money is available again', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await withTwoFactor(person);
  await giveMoney(person, 'MRCY', '100');
  const checked = await review(page, texts, '20');
  await confirm(checked, texts);
  const step = page.getByRole('dialog', { name: t('withdraw.codeTitle') });
  await expect(step).toBeVisible();
  // Whoever goes back to the page finds the way to the code in the history.
  await page.goBack();
  await page.getByTestId('transaction').first().click();
  await page.getByRole('button', { name: t('transaction.enterCode') }).click();
  await step.getByRole('button', { name: t('withdraw.cancel') }).click();
  await expect(toast(page, texts, t('withdraw.cancelled'))).toBeVisible();
  await expect(outcomeOf(page, texts).getByText(t('withdraw.givenBack'))).toBeVisible();
  await outcomeOf(page, texts)
    .getByRole('button', { name: t('withdraw.done') })
    .click();
  const form = await openWithdraw(page, texts);
  await expect(form.getByRole('combobox', { name: t('withdraw.currency') })).toContainText(
    shown(texts, '100'),
  );
});

test('with the keyboard alone, on a narrow phone, nothing runs over the edge', async ({
  signedIn,
  texts,
  request,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn(undefined, { viewport: { width: 360, height: 740 } });
  await giveMoney(person, 'MRCY', '100');
  const form = await openWithdraw(page, texts);
  const currency = form.getByRole('combobox', { name: t('withdraw.currency') });
  await currency.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(form).toBeVisible();
  await field(form, t('withdraw.amount')).fill('2');
  await page.keyboard.press('Enter');
  const checked = page.getByRole('dialog', { name: t('withdraw.reviewTitle') });
  await confirm(checked, texts);
  await enterMailedCode(page, texts, { request, email: person.email });
  await expect(outcomeOf(page, texts)).toBeVisible();
  await expect.poll(() => outOfSight(page)).toEqual([]);
});

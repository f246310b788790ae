import { balanceOf, giveMoney } from './accounts.ts';
import { codeIn, mailTo } from './mails.ts';
import { testOn } from './other-product.ts';
import { field } from './people.ts';
import { expect } from './test.ts';

/** A product whose operator wants a code for every withdrawal, for the tests of this file. */
const test = testOn({ WITHDRAWAL_CODE: 'always' });

test('a withdrawal wants the mailed code: a wrong one is told in place, a right one sends itself', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(422, '/v1/wallets/withdraw/verify');
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: t('wallet.withdraw'), exact: true })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: t('withdraw.title'), exact: true });
  await field(form, t('withdraw.amount')).fill('20');
  await form.getByRole('button', { name: t('withdraw.review') }).click();
  await page.getByRole('button', { name: t('withdraw.confirm') }).click();

  const step = page.getByRole('dialog', { name: t('withdraw.codeTitle') });
  await expect(step.getByText(t('withdraw.emailCodeText'))).toBeVisible();
  // A minute between two mails.
  await expect(step.getByRole('button', { name: /^Resend in (1:00|0:[0-5]\d)$/ })).toBeDisabled();
  const code = codeIn(await mailTo(request, person.email, { holding: '20' }));
  const boxes = step.getByRole('group', { name: t('withdraw.codeLabel') }).getByRole('textbox');
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.type(code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');
  await expect(step.getByRole('alert')).toBeVisible();
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.type(code.toLowerCase());
  const done = page.getByRole('button', { name: t('withdraw.done') });
  await expect(done).toBeVisible();
  await expect(page.getByText(t('withdraw.completedText'))).toBeVisible({ timeout: 20_000 });
  expect(await balanceOf(request, person)).toBe('80.00000000');
});

import { withTwoFactor } from './authenticator.ts';
import { field, fieldMessage, toast } from './people.ts';
import { SecurityPage } from './security-page.ts';
import { expect, test } from './test.ts';

const proofPath = '/v1/auth/proof';
const phrasePath = '/v1/users/phrase';

// Everybody here was signed in by the code that verified their email, which is no proof: they have to show one.

test('a command that needs a proof asks for the password, says where it is wrong, and is then done as if nothing had been asked', async ({
  signedIn,
  texts,
  watch,
}) => {
  watch.expectRefusal(403, phrasePath);
  watch.expectRefusal(422, proofPath);
  const { t } = texts;
  const { person, page } = await signedIn();
  const here = new SecurityPage(page, texts);
  await here.open();
  await here.submitPhrase('silver fox');
  const password = field(here.proof, t('auth.fields.password'));
  await expect(password).toBeFocused();

  await here.proof.getByRole('button', { name: t('proof.confirm') }).click();
  await expect(fieldMessage(here.proof, t('validation.required'))).toBeVisible();
  await here.prove('not my password');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toBeFocused();
  await expect(page.getByTestId('phrase')).toHaveCount(0);

  await password.fill(person.password);
  await page.keyboard.press('Enter');
  await expect(here.proof).toBeHidden();
  await expect(page.getByTestId('phrase')).toHaveText('silver fox');

  // Fresh for five minutes: the next command asks for nothing.
  await here.submitPhrase('golden fox');
  await expect(page.getByTestId('phrase')).toHaveText('golden fox');
});

test('a command whose proof is refused ends without a word, and can be given again; a proof that gets no answer says so, and can be tried again', async ({
  signedIn,
  texts,
  watch,
}) => {
  watch.expectRefusal(403, phrasePath);
  watch.expectLostConnection(proofPath);
  const { t } = texts;
  const { person, page } = await signedIn();
  const here = new SecurityPage(page, texts);
  await here.open();
  let sentCount = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(phrasePath)) sentCount += 1;
  });
  for (const dismiss of [
    () => page.keyboard.press('Escape'),
    () => here.proof.getByRole('button', { name: t('common.cancel') }).click(),
  ]) {
    await here.submitPhrase('silver fox');
    await expect(here.proof).toBeVisible();
    await dismiss();
    await expect(here.proof).toBeHidden();
    await expect(page.getByRole('button', { name: t('security.phrase.set') })).not.toHaveAttribute(
      'aria-busy',
    );
    await expect(field(page.getByRole('main'), t('security.phrase.field'))).toHaveValue('silver fox');
  }
  // Once each time, and nothing is said of what the server answered.
  expect(sentCount).toBe(2);
  expect(await toast(page, texts, 'Please confirm that it is you.').count()).toBe(0);

  await here.submitPhrase('silver fox');
  await expect(field(here.proof, t('auth.fields.password'))).toHaveValue('');
  await page.route(`**${proofPath}`, (route) => route.abort());
  await here.prove(person.password);
  await expect(here.proof.getByRole('alert')).toHaveText(t('errors.NetworkError'));
  await page.unroute(`**${proofPath}`);
  await here.proof.getByRole('button', { name: t('proof.confirm') }).click();
  await expect(page.getByTestId('phrase')).toHaveText('silver fox');
});

test('with two-factor on the code is asked for, in whichever digits the keyboard has', async ({
  signedIn,
  texts,
  watch,
}) => {
  watch.expectRefusal(403, phrasePath);
  watch.expectRefusal(422, proofPath);
  const { t } = texts;
  const { person, page } = await signedIn();
  const { authenticator } = await withTwoFactor(person);
  const here = new SecurityPage(page, texts);
  await here.open();
  await here.submitPhrase('silver fox');
  const code = field(here.proof, t('twoFactor.code'));
  await expect(code).toBeFocused();
  await expect(here.proof.getByLabel(t('auth.fields.password'))).toHaveCount(0);

  await code.fill('12345');
  await page.keyboard.press('Enter');
  await expect(
    fieldMessage(here.proof, t('validation.twoFactorCodeFormat', { twoFactorCodeLength: 6 })),
  ).toBeVisible();
  await code.fill(authenticator.wrongCode());
  await page.keyboard.press('Enter');
  await expect(fieldMessage(here.proof, 'Invalid verification code')).toBeVisible();

  const next = await authenticator.nextCode();
  await code.fill(Array.from(next, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit))).join(''));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('phrase')).toHaveText('silver fox');
});

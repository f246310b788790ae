import type { Page } from '@playwright/test';
import { type Person, makePerson } from './accounts.ts';
import { withTwoFactor } from './authenticator.ts';
import { hold } from './calls.ts';
import { field, toast } from './people.ts';
import { enterPassword, SecondFactorDialog } from './sign-in.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const verifyPath = '/v1/auth/2fa/verify';
const recoveryPath = '/v1/auth/2fa/recovery';

async function protectedPerson({ locale }: Texts) {
  const person = await makePerson({ locale });
  return { person, ...(await withTwoFactor(person)) };
}

/** From the sign-in page to the second step. */
async function passPassword(page: Page, texts: Texts, person: Person, path = '/login') {
  await page.goto(path);
  await enterPassword(page.getByRole('main'), texts, person);
  const step = new SecondFactorDialog(page, texts);
  await expect(step.dialog).toBeVisible();
  return step;
}

function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'));
}

test('the dialog asks for the code after the password, and then goes to the dashboard', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  const { person, authenticator } = await protectedPerson(texts);
  await page.goto('/?auth=login');
  await enterPassword(page.getByRole('dialog', { name: t('auth.signIn.title') }), texts, person);
  await expect(toast(page, texts, t('toast.twoFactorRequired'))).toBeVisible();
  const step = new SecondFactorDialog(page, texts);
  await expect(step.code).toBeFocused();
  expect(await storedToken(page)).toBeNull();
  await step.code.fill(await authenticator.nextCode());
  await step.code.press('Enter');
  await expect(toast(page, texts, t('toast.loginSuccessful'))).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByTestId('balance')).toBeVisible();
});

test('from the sign-in page the person goes where they wanted to, by the keyboard alone, and "remember me" goes with them', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  const { person, authenticator } = await protectedPerson(texts);
  await page.goto('/profile');
  await expect(page).toHaveURL('/login?next=%2Fprofile');
  await page.getByRole('checkbox', { name: t('auth.signIn.rememberMe') }).press('Space');
  const asked = page.waitForRequest('**/v1/auth/login');
  await enterPassword(page.getByRole('main'), texts, person);
  expect((await asked).postDataJSON()).toMatchObject({ rememberMe: true });
  const step = new SecondFactorDialog(page, texts);
  await expect(step.code).toBeFocused();
  await page.keyboard.type(await authenticator.nextCode());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
});

test.describe('the code', () => {
  test('that is wrong says so in place, and the next right one signs in', async ({ page, texts, watch }) => {
    watch.expectRefusal(422, verifyPath);
    const { t } = texts;
    const { person, authenticator } = await protectedPerson(texts);
    const step = await passPassword(page, texts, person);
    await step.code.fill(authenticator.wrongCode());
    await step.submit.click();
    await expect(step.problem).toHaveText(t('auth.twoFactor.invalidCode'));
    await expect(toast(page, texts, 'Invalid verification code')).toBeVisible();
    await expect(step.code).toBeFocused();
    await step.code.fill(await authenticator.nextCode());
    await expect(step.problem).toHaveCount(0);
    await step.submit.click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('tried too often leads back to the password, whatever comes then', async ({ page, texts, watch }) => {
    watch.expectRefusal(422, verifyPath);
    const { person, authenticator } = await protectedPerson(texts);
    const step = await passPassword(page, texts, person);
    for (let count = 0; count < 5; count += 1) await step.tryCode(authenticator.wrongCode());
    await step.code.fill(await authenticator.nextCode());
    await step.submit.click();
    await expect(toast(page, texts, 'This sign-in has expired. Please sign in again.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/login');
    // The same form, as it was left.
    await expect(field(page.getByRole('main'), texts.t('auth.fields.email'))).toHaveValue(person.email);
    expect(await storedToken(page)).toBeNull();
  });

  test('tried too often in the dialog leads back to the sign-in dialog', async ({ page, texts, watch }) => {
    watch.expectRefusal(422, verifyPath);
    const { t } = texts;
    const { person, authenticator } = await protectedPerson(texts);
    await page.goto('/?auth=login');
    const signIn = page.getByRole('dialog', { name: t('auth.signIn.title') });
    await enterPassword(signIn, texts, person);
    const step = new SecondFactorDialog(page, texts);
    for (let count = 0; count < 5; count += 1) await step.tryCode(authenticator.wrongCode());
    await step.code.fill(authenticator.wrongCode());
    await step.submit.click();
    await expect(signIn).toBeVisible();
    await expect(field(signIn, t('auth.fields.email'))).toBeFocused();
  });
});

test('a recovery code signs in, goes to the dashboard, and offers to set two-factor up anew', async ({
  page,
  texts,
  watch,
}) => {
  watch.expectRefusal(422, recoveryPath);
  const { t } = texts;
  const { person, recoveryCodes } = await protectedPerson(texts);
  const step = await passPassword(page, texts, person, '/login?next=%2Fprofile');
  await step.switchToRecovery();
  await expect(step.recoveryCode).toBeFocused();
  await expect(step.recoveryCode).toHaveAccessibleDescription(t('auth.twoFactor.recoveryHint'));
  await step.recoveryCode.fill('   ');
  await step.submit.click();
  await expect(step.problem).toHaveText(t('auth.twoFactor.enterRecoveryCode'));
  await step.recoveryCode.fill('AAAA-BBBB-CCCC-DDDD');
  await step.submit.click();
  await expect(step.problem).toHaveText(t('auth.twoFactor.invalidRecoveryCode'));
  await expect(toast(page, texts, t('toast.invalidRecoveryCode'))).toBeVisible();
  const [recoveryCode = ''] = recoveryCodes;
  await step.recoveryCode.fill(` ${recoveryCode.toLowerCase()} `);
  await step.submit.click();
  await expect(page).toHaveURL('/dashboard');
  expect(await page.evaluate(() => history.state?.usr)).toEqual({ renewsTwoFactor: true });
});

test('while a code is checked the dialog stays: it warns and shakes', async ({ page, texts }) => {
  const { t } = texts;
  const { person, authenticator } = await protectedPerson(texts);
  const step = await passPassword(page, texts, person);
  const release = await hold(page, `**${verifyPath}`);
  await step.code.fill(await authenticator.nextCode());
  // Until the call is on its way, the dialog may be left.
  const asked = page.waitForRequest(`**${verifyPath}`);
  await step.submit.click();
  await asked;
  await page.keyboard.press('Escape');
  await expect(step.dialog).toHaveAttribute('data-shake', 'escape-key');
  await expect(toast(page, texts, t('auth.twoFactor.cannotDismiss'))).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(step.dialog).toHaveAttribute('data-shake', 'outside-press');
  await step.dialog.getByRole('button', { name: t('ui.close') }).click();
  await expect(step.dialog).toBeVisible();
  await release();
  await expect(page).toHaveURL('/dashboard');
});

test('a reload in the middle begins again with the password, and so does the back button', async ({
  page,
  texts,
}) => {
  const { person } = await protectedPerson(texts);
  await page.goto('/');
  const step = await passPassword(page, texts, person);
  await page.reload();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await enterPassword(page.getByRole('main'), texts, person);
  await expect(step.dialog).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await storedToken(page)).toBeNull();
});

test('two tabs in the middle of one sign-in are both signed in by either', async ({ context, texts }) => {
  const { person, authenticator } = await protectedPerson(texts);
  const [first, second] = [await context.newPage(), await context.newPage()];
  await passPassword(first, texts, person);
  const step = await passPassword(second, texts, person);
  await step.code.fill(await authenticator.nextCode());
  await step.submit.click();
  await expect(second).toHaveURL('/dashboard');
  await expect(first).toHaveURL('/dashboard');
  await expect(first.getByRole('dialog')).toHaveCount(0);
});

import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { type Registration, makePerson, signInByApi } from './accounts.ts';
import { hold } from './calls.ts';
import { linkIn, longCodeIn, mailTo } from './mails.ts';
import { field, pressTwice, toast } from './people.ts';
import { enterPassword } from './sign-in.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const forgotPath = '/v1/auth/forgot-password';
const resetPath = '/v1/auth/reset-password';
const newPassword = 'Another-silver 8';

async function askForReset(request: APIRequestContext, { email }: Registration, after?: string) {
  await request.post(forgotPath, { data: { email } });
  return mailTo(request, email, { holding: '/reset-password?', ...(after !== undefined && { after }) });
}

async function choosePassword(scope: Locator, { t }: Texts, password = newPassword): Promise<void> {
  await field(scope, t('resetPassword.newPassword')).fill(password);
  await field(scope, t('resetPassword.confirmPassword')).fill(password);
  await submitOf(scope, t('resetPassword.submit')).click();
}

/** After three seconds, by itself. */
async function expectToBeLedOn(page: Page): Promise<void> {
  await page.clock.fastForward(3000);
  await expect(page).toHaveURL('/?auth=login');
}

function submitOf(scope: Locator, name: string): Locator {
  return scope.getByRole('button', { name, exact: true });
}

test('a forgotten password is replaced by the mailed link, from the dialog on', async ({
  page,
  texts,
  request,
}) => {
  const { t } = texts;
  const person = await makePerson({ locale: 'en' });
  await page.clock.install();
  await page.goto('/?auth=login');
  await page
    .getByRole('dialog', { name: t('auth.signIn.title') })
    .getByRole('button', { name: t('auth.signIn.forgotPassword') })
    .click();
  const forgot = page.getByRole('dialog', { name: t('forgotPassword.title') });
  await expect(field(forgot, t('auth.fields.email'))).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await expect(forgot.getByText(t('forgotPassword.checkTitle'))).toBeFocused();
  await expect(forgot.getByText(person.email)).toBeVisible();
  await expect(toast(page, texts, t('toast.resetSent'))).toBeVisible();
  await forgot.getByRole('button', { name: t('forgotPassword.backToLogin') }).click();
  await expect(page.getByRole('dialog', { name: t('auth.signIn.title') })).toBeVisible();

  const link = linkIn(await mailTo(request, person.email, { holding: '/reset-password?' }));
  await page.goto(link);
  const form = page.getByRole('main');
  await expect(toast(page, texts, t('resetPassword.valid'))).toBeVisible();
  await expect(form.getByRole('timer')).toHaveText(/(30:00|29:\d\d)$/);
  await expect(field(form, t('resetPassword.manualCode'))).toHaveCount(0);
  await choosePassword(form, texts);
  await expect(toast(page, texts, t('toast.passwordReset'))).toBeVisible();
  await expect(form.getByText(t('resetPassword.doneTitle'))).toBeVisible();
  await expectToBeLedOn(page);
  const signIn = page.getByRole('dialog', { name: t('auth.signIn.title') });
  await enterPassword(signIn, texts, { ...person, password: newPassword });
  await expect(page).toHaveURL('/dashboard');
});

test('the forgot-password page says the same for an address without an account, and leads back to the sign-in page', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  await page.goto('/login');
  await page.getByRole('button', { name: t('auth.signIn.forgotPassword') }).click();
  await expect(page).toHaveURL('/forgot-password');
  const form = page.getByRole('main');
  // The sign-in page, which may stand there for a moment yet, has a field of the same name.
  await expect(form.getByRole('heading', { name: t('forgotPassword.title') })).toBeVisible();
  await field(form, t('auth.fields.email')).fill('nobody-at-all@example.com');
  await submitOf(form, t('forgotPassword.submit')).evaluate(pressTwice);
  await expect(form.getByText('nobody-at-all@example.com')).toBeVisible();
  const sent = 'If this email exists, a password reset link has been sent';
  await expect(toast(page, texts, sent)).toHaveCount(1);
  await form.getByRole('link', { name: t('forgotPassword.backToLogin') }).click();
  await expect(page).toHaveURL('/login');
});

test.describe('the reset link', () => {
  test('goes out of the address and its history, survives a reload, may be called code, and ends the session of this browser when it has been used', async ({
    signedIn,
    texts,
    request,
    watch,
  }) => {
    watch.expectRefusal(401, '/v1/');
    const { t } = texts;
    const { person, page } = await signedIn();
    await page.clock.install();
    const link = linkIn(await askForReset(request, person));
    const newPasswordField = field(page.getByRole('main'), t('resetPassword.newPassword'));
    await page.goto(link);
    await expect(newPasswordField).toBeVisible();
    await expect(newPasswordField).toHaveAttribute('autocomplete', 'new-password');
    await expect(page).toHaveURL('/reset-password');
    await page.reload();
    await expect(newPasswordField).toBeVisible();
    await expect(page).toHaveURL('/reset-password');
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
    await page.goto(link.replace('?token=', '?code='));
    // However late this browser learns that its session is over.
    const release = await hold(page, '**/v1/users/profile');
    await choosePassword(page.getByRole('main'), texts);
    await expect(page.getByText(t('resetPassword.doneTitle'))).toBeVisible();
    await page.clock.fastForward(3000);
    await expect(page).toHaveURL('/reset-password');
    await release();
    await expect(page).toHaveURL('/?auth=login');
    await expect(page.getByRole('dialog', { name: t('auth.signIn.title') })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('that is foreign, replaced or used shows an error with a way on', async ({
    page,
    context,
    texts,
    request,
    watch,
  }) => {
    watch.expectRefusal(422, resetPath);
    const { t } = texts;
    const person = await makePerson({ locale: 'en' });
    const first = await askForReset(request, person);
    const second = await askForReset(request, person, first.id);
    const form = page.getByRole('main');
    for (const useless of [
      '/reset-password?token=no%20token',
      `/reset-password?token=${'x'.repeat(43)}`,
      linkIn(first),
    ]) {
      await page.goto(useless);
      await expect(form.getByText(t('resetPassword.failedTitle')), useless).toBeVisible();
      await expect(field(form, t('resetPassword.newPassword'))).toHaveCount(0);
    }
    await expect(toast(page, texts, 'Invalid or expired token')).toBeVisible();

    // Two tabs hold the same link: the second learns of its end when it is sent.
    const other = await context.newPage();
    await page.goto(linkIn(second));
    await other.goto(linkIn(second));
    await expect(field(other.getByRole('main'), t('resetPassword.newPassword'))).toBeVisible();
    await choosePassword(form, texts);
    await expect(form.getByText(t('resetPassword.doneTitle'))).toBeVisible();
    await choosePassword(other.getByRole('main'), texts, 'A-third-silver 9');
    await expect(other.getByText(t('resetPassword.failedTitle'))).toBeVisible();
    await other.getByRole('button', { name: t('resetPassword.askAgain') }).click();
    await expect(other).toHaveURL('/forgot-password');
    await signInByApi(request, { ...person, password: newPassword });
  });
});

test.describe('the mailed code', () => {
  test('serves where a link came without one: the page says so, and asks for it', async ({
    page,
    texts,
    request,
    watch,
  }) => {
    watch.expectRefusal(422, resetPath);
    const { t } = texts;
    const person = await makePerson({ locale: 'en' });
    const code = longCodeIn(await askForReset(request, person));
    await page.goto('/reset-password');
    const form = page.getByRole('main');
    await expect(toast(page, texts, t('resetPassword.invalidLink'))).toBeVisible();
    await expect(form.getByText(t('resetPassword.invalidLinkHint'))).toBeVisible();
    await expect(form.getByRole('timer')).toHaveCount(0);
    await choosePassword(form, texts);
    await expect(toast(page, texts, t('resetPassword.noToken'))).toBeVisible();
    const manualCode = field(form, t('resetPassword.manualCode'));
    await expect(manualCode).toBeFocused();
    await manualCode.fill('AAAA-BBBB-CCCC-DDDD');
    await submitOf(form, t('resetPassword.submit')).click();
    await expect(manualCode).toHaveAccessibleDescription(/^Invalid or expired code/);
    await manualCode.fill(` ${code.toLowerCase().replaceAll('-', ' ')} `);
    await submitOf(form, t('resetPassword.submit')).click();
    await expect(form.getByText(t('resetPassword.doneTitle'))).toBeVisible();
    await signInByApi(request, { ...person, password: newPassword });
  });

  test('can be typed in the dialog, straight from asking for it', async ({ page, texts, request }) => {
    const { t } = texts;
    const person = await makePerson({ locale: 'en' });
    await page.clock.install();
    await page.goto('/forgot-password');
    const forgot = page.getByRole('main');
    await field(forgot, t('auth.fields.email')).fill(person.email);
    await submitOf(forgot, t('forgotPassword.submit')).click();
    await forgot.getByRole('button', { name: t('forgotPassword.enterCode') }).click();
    const dialog = page.getByRole('dialog', { name: t('resetPassword.title') });
    const mail = await mailTo(request, person.email, { holding: '/reset-password?' });
    await field(dialog, t('resetPassword.manualCode')).fill(longCodeIn(mail));
    await choosePassword(dialog, texts);
    await expect(dialog.getByText(t('resetPassword.doneTitle'))).toBeVisible();
    await expectToBeLedOn(page);
    await expect(page.getByRole('dialog', { name: t('auth.signIn.title') })).toBeVisible();
  });
});

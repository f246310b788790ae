import type { APIRequestContext, Locator } from '@playwright/test';
import { type Registration, makePerson, signInByApi } from './accounts.ts';
import { hold } from './hold.ts';
import { linkIn, longCodeIn, mailTo } from './mails.ts';
import { field, fieldMessage, pressTwice, toast } from './people.ts';
import { enterPassword } from './sign-in.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const forgotPath = '/v1/auth/forgot-password';
const validatePath = '/v1/auth/validate-reset-token';
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
  await expect(field(form, t('resetPassword.manualCode'))).toHaveCount(0);
  await choosePassword(form, texts);
  await expect(toast(page, texts, t('toast.passwordReset'))).toBeVisible();
  await expect(form.getByText(t('resetPassword.doneTitle'))).toBeVisible();
  // After 3 seconds, by itself.
  await expect(page).toHaveURL('/');
  const signIn = page.getByRole('dialog', { name: t('auth.signIn.title') });
  await enterPassword(signIn, texts, { ...person, password: newPassword });
  await expect(page).toHaveURL('/dashboard');
});

test.describe('the forgot-password page', () => {
  test('asks for a valid email, and leads back to the sign-in page', async ({ page, texts }) => {
    const { t } = texts;
    await page.goto('/login');
    await page.getByRole('button', { name: t('auth.signIn.forgotPassword') }).click();
    await expect(page).toHaveURL('/forgot-password');
    const form = page.getByRole('main');
    const email = field(form, t('auth.fields.email'));
    await expect(email).toHaveAttribute('autocomplete', 'email');
    await email.fill('somebody@');
    await submitOf(form, t('forgotPassword.submit')).click();
    await expect(fieldMessage(form, 'Please enter a valid email address')).toBeVisible();
    await form.getByRole('button', { name: t('forgotPassword.backToLogin') }).click();
    await expect(page).toHaveURL('/login');
  });

  test('says the same for an address without an account', async ({ page, texts }) => {
    const { t } = texts;
    await page.goto('/forgot-password');
    const form = page.getByRole('main');
    await field(form, t('auth.fields.email')).fill('nobody-at-all@example.com');
    await submitOf(form, t('forgotPassword.submit')).evaluate(pressTwice);
    await expect(form.getByText('nobody-at-all@example.com')).toBeVisible();
    await expect(toast(page, texts, 'If this email exists, a password reset link has been sent')).toHaveCount(
      1,
    );
  });

  test('tells of a failure, keeps the address, and works once the line is back', async ({
    page,
    texts,
    watch,
  }) => {
    watch.expectRefusal(500, forgotPath);
    watch.expectLostConnection(forgotPath);
    const { t } = texts;
    await page.goto('/forgot-password');
    const form = page.getByRole('main');
    const submit = submitOf(form, t('forgotPassword.submit'));
    await field(form, t('auth.fields.email')).fill('somebody@example.com');
    await page.route(`**${forgotPath}`, (route) => route.fulfill({ status: 500, body: 'a proxy failed' }));
    await submit.click();
    await expect(toast(page, texts, 'Failed to send password reset email')).toBeVisible();
    await page.route(`**${forgotPath}`, (route) => route.abort());
    await submit.click();
    await expect(toast(page, texts, 'Network error. Please check your internet connection.')).toBeVisible();
    await page.unroute(`**${forgotPath}`);
    await submit.click();
    await expect(form.getByText('somebody@example.com')).toBeVisible();
  });
});

test.describe('the reset link', () => {
  test('is looked at once, with its own states, and counts its time down to an end', async ({
    page,
    texts,
    request,
  }) => {
    const { t } = texts;
    const link = linkIn(await askForReset(request, await makePerson({ locale: 'en' })));
    let askedCount = 0;
    page.on('request', (sent) => {
      if (sent.url().endsWith(validatePath)) askedCount += 1;
    });
    await page.clock.install();
    const release = await hold(page, `**${validatePath}`);
    await page.goto(link);
    const form = page.getByRole('main');
    await expect(form.getByText(t('resetPassword.validating'))).toBeVisible();
    await expect(toast(page, texts, t('resetPassword.validating'))).toBeVisible();
    release();
    await expect(form.getByRole('timer')).toHaveText(/(30:00|29:\d\d)$/);
    await page.clock.fastForward('20:00');
    await expect(form.getByRole('timer')).toHaveText(/(9|10):\d\d$/);
    await page.clock.fastForward('10:01');
    await expect(form.getByText(t('resetPassword.failedTitle'))).toBeVisible();
    await expect(field(form, t('resetPassword.newPassword'))).toHaveCount(0);
    expect(askedCount).toBe(1);
    await form.getByRole('button', { name: t('resetPassword.askAgain') }).click();
    await expect(page).toHaveURL('/forgot-password');
  });

  test('stays in the address and survives a reload; the parameter may be called code', async ({
    page,
    texts,
    request,
  }) => {
    const { t } = texts;
    const link = linkIn(await askForReset(request, await makePerson({ locale: 'en' })));
    const newPasswordField = field(page.getByRole('main'), t('resetPassword.newPassword'));
    await page.goto(link);
    await expect(newPasswordField).toBeVisible();
    await expect(newPasswordField).toHaveAttribute('autocomplete', 'new-password');
    await page.reload();
    await expect(newPasswordField).toBeVisible();
    await expect(page).toHaveURL(link);
    await page.goto(link.replace('?token=', '?code='));
    await expect(newPasswordField).toBeVisible();
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
    await signInByApi(request, { ...person, password: newPassword });
  });

  test('that got no answer can be asked about again', async ({ page, texts, request, watch }) => {
    watch.expectLostConnection(validatePath);
    const { t } = texts;
    const link = linkIn(await askForReset(request, await makePerson({ locale: 'en' })));
    await page.route(`**${validatePath}`, (route) => route.abort());
    await page.goto(link);
    const form = page.getByRole('main');
    await expect(form.getByText('Network error. Please check your internet connection.')).toBeVisible();
    await page.unroute(`**${validatePath}`);
    await form.getByRole('button', { name: t('common.retry') }).click();
    await expect(field(form, t('resetPassword.newPassword'))).toBeVisible();
  });

  test('ends the session of this browser when it has been used', async ({
    signedIn,
    texts,
    request,
    watch,
  }) => {
    watch.expectRefusal(401, '/v1/');
    const { t } = texts;
    const { person, page } = await signedIn();
    await page.goto(linkIn(await askForReset(request, person)));
    await choosePassword(page.getByRole('main'), texts);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('dialog', { name: t('auth.signIn.title') })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
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
    await page.goto('/forgot-password');
    const forgot = page.getByRole('main');
    await field(forgot, t('auth.fields.email')).fill(person.email);
    await submitOf(forgot, t('forgotPassword.submit')).click();
    await forgot.getByRole('button', { name: t('forgotPassword.enterCode') }).click();
    const dialog = page.getByRole('dialog', { name: t('resetPassword.title') });
    const mail = await mailTo(request, person.email, { holding: '/reset-password?' });
    await field(dialog, t('resetPassword.manualCode')).fill(longCodeIn(mail));
    await choosePassword(dialog, texts);
    await expect(page.getByRole('dialog', { name: t('auth.signIn.title') })).toBeVisible();
    await expect(page).toHaveURL('/');
  });
});

test.describe('the new password', () => {
  test('is held to each rule, with a message of its own, and measured over five bars as it is typed', async ({
    page,
    texts,
  }) => {
    const { t } = texts;
    await page.goto('/reset-password');
    const form = page.getByRole('main');
    const password = field(form, t('resetPassword.newPassword'));
    await choosePassword(form, texts, 'short');
    for (const [typed, message] of [
      ['Abc-1', 'Password must be at least 8 characters'],
      ['abcdefg-1', 'Password must contain an uppercase letter'],
      ['ABCDEFG-1', 'Password must contain a lowercase letter'],
      ['Abcdefgh-', 'Password must contain a digit'],
      ['Abcdefgh1', 'Password must contain a special character'],
    ] as const) {
      await password.fill(typed);
      await expect(fieldMessage(form, message)).toBeVisible();
    }
    await password.fill('Abcdefg-1');
    await expect(fieldMessage(form, 'Passwords do not match')).toBeVisible();
    await field(form, t('resetPassword.confirmPassword')).fill('Abcdefg-1');
    await expect(fieldMessage(form, 'Passwords do not match')).toHaveCount(0);

    for (const [typed, label, filled] of [
      ['a', 'Very Weak', 1],
      ['aB', 'Weak', 2],
      ['aB1', 'Fair', 3],
      ['aB1-xxxx', 'Good', 4],
      ['aB1-xxxxxxxx', 'Strong', 5],
    ] as const) {
      await password.fill(typed);
      const meter = form.getByRole('meter');
      await expect(meter).toHaveAccessibleName(label);
      await expect(meter).toHaveAttribute('aria-valuenow', String(filled));
      await expect(meter).toHaveAttribute('aria-valuemax', '5');
    }
  });

  test('that the server refuses is told at its field and in a message', async ({
    page,
    texts,
    request,
    watch,
  }) => {
    watch.expectRefusal(400, resetPath);
    const { t } = texts;
    const person = await makePerson({ locale: 'en' });
    await page.goto('/reset-password');
    const form = page.getByRole('main');
    await field(form, t('resetPassword.manualCode')).fill(longCodeIn(await askForReset(request, person)));
    await choosePassword(form, texts, 'P@ssw0rd');
    await expect(field(form, t('resetPassword.newPassword'))).toHaveAccessibleDescription(/too common/);
    await expect(toast(page, texts, /too common/)).toBeVisible();
  });
});

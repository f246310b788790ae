import type { Page } from '@playwright/test';
import { newRegistration, registerUnverified, signInByApi } from './accounts.ts';
import { hold } from './calls.ts';
import { codeIn, linkIn, mailTo } from './mails.ts';
import { codeBoxes, Newcomer, toast } from './people.ts';
import { expect, test } from './test.ts';

const verifyPath = '/v1/auth/verify-code';
const linkPath = '/v1/auth/verify-email';

test('an unverified person is asked for the code on each page of theirs, which stays hidden; another code takes the place of the first', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(422, verifyPath);
  const { t } = texts;
  const registration = await registerUnverified(request, { locale: 'en' });
  const token = await signInByApi(request, registration);
  const { page } = await signedIn({ ...registration, token, id: '', address: '' });
  const dialog = page.getByRole('dialog', { name: t('auth.verification.title') });
  const release = await hold(page, '**/v1/users/profile');
  for (const path of ['/dashboard', '/profile']) {
    await page.goto(path);
    if (path === '/dashboard') {
      await expect(page.getByText('Checking authentication...')).toBeVisible();
      await release();
    }
    await expect(dialog.getByText(registration.email)).toBeVisible();
    await expect(dialog.getByRole('button', { name: t('ui.close') })).toHaveCount(0);
    expect(await isBackdropBlurred(page)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(toast(page, texts, t('auth.verification.cannotDismiss'))).toBeVisible();
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading')).toHaveCount(0);
  }

  const first = await mailTo(request, registration.email);
  await page.getByRole('button', { name: t('auth.verification.resend') }).click();
  await expect(toast(page, texts, 'Verification email sent successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Resend in [01]:\d\d$/ })).toBeDisabled();
  const second = await mailTo(request, registration.email, { after: first.id });
  await codeBoxes(page, texts).first().click();
  await page.keyboard.type(codeIn(first));
  await expect(toast(page, texts, t('auth.verification.invalidCode'))).toBeVisible();
  await expect(codeBoxes(page, texts).first()).toBeFocused();
  await paste(page, codeIn(second));
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByTestId('balance')).toHaveText('0.00 MRCY');
});

test('a reload leaves the question for the code where it was, until it is closed', async ({
  page,
  texts,
  request,
}) => {
  const { t } = texts;
  const newcomer = new Newcomer(page, texts, newRegistration());
  const { email } = newcomer.registration;
  await newcomer.register();
  const dialog = page.getByRole('dialog', { name: t('auth.verification.title') });
  await page.reload();
  await expect(dialog.getByText(email)).toBeVisible();
  await dialog.getByRole('button', { name: t('ui.close') }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(email);
  await expect(dialog).toHaveCount(0);

  // What was asked again after a reload lets in as well.
  const other = new Newcomer(page, texts, newRegistration());
  await other.register();
  await page.reload();
  await other.verify(request);
  await expect(other.balance).toBeVisible();
});

test.describe('the mailed link', () => {
  test('verifies once, signs nobody in, and leaves no trace in the history', async ({
    page,
    texts,
    request,
    watch,
  }) => {
    watch.expectRefusal(422, linkPath);
    const { t } = texts;
    const { email } = await registerUnverified(request, { locale: 'en' });
    const link = linkIn(await mailTo(request, email));
    const release = await hold(page, `**${linkPath}?*`);

    await page.goto('/login');
    await page.goto(link);
    await expect(page).toHaveURL('/');
    const dialog = page.getByRole('dialog', { name: t('auth.verification.title') });
    await expect(dialog.getByText(t('auth.link.verifying'))).toBeVisible();
    await release();
    await expect(dialog.getByText(t('auth.link.successTitle'))).toBeVisible();
    await dialog.getByRole('button', { name: t('auth.signIn.submit') }).click();
    await expect(page).toHaveURL('/login?next=%2Fdashboard');
    await page.goBack();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(page).toHaveURL('/login');

    await page.goto(link);
    await expect(dialog.getByText(t('auth.link.failedTitle'))).toBeVisible();
    await expect(dialog.getByText(t('auth.link.invalidOrExpired'))).toBeVisible();
  });

  test('without a token, or without an answer, says what is wrong', async ({ page, texts, watch }) => {
    const { t } = texts;
    watch.expectRefusal(500, linkPath);
    const dialog = page.getByRole('dialog', { name: t('auth.verification.title') });
    await page.goto('/verify-email');
    await expect(page).toHaveURL('/');
    await expect(dialog.getByText(t('auth.link.invalidLink'))).toBeVisible();

    await page.route(`**${linkPath}?*`, (route) => route.fulfill({ status: 500, body: 'a proxy failed' }));
    await page.goto('/verify-email?token=anything');
    await expect(dialog.getByText(t('auth.link.generalError'))).toBeVisible();
  });

  test('leaves the browser signed in in which it is opened, and ends the sessions elsewhere', async ({
    signedIn,
    texts,
    request,
  }) => {
    const { t } = texts;
    const registration = await registerUnverified(request, { locale: 'en' });
    const elsewhere = await signInByApi(request, registration);
    const token = await signInByApi(request, registration);
    const { page } = await signedIn({ ...registration, token, id: '', address: '' });
    await page.goto(linkIn(await mailTo(request, registration.email)));
    await expect(page.getByText(t('auth.link.successSignedIn'))).toBeVisible();
    await page.getByRole('button', { name: t('auth.link.goToDashboard') }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByTestId('balance')).toHaveText('0.00 MRCY');
    const headers = { authorization: `Bearer ${elsewhere}` };
    expect((await request.get('/v1/users/profile', { headers })).status()).toBe(401);
  });
});

/** By the clipboard and the keys, as a person does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

function isBackdropBlurred(page: Page): Promise<boolean> {
  return page
    .locator('[role="presentation"]')
    .evaluateAll((layers) => layers.some((layer) => getComputedStyle(layer).backdropFilter.includes('blur')));
}

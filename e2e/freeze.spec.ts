import { makePerson, signInByApi } from './accounts.ts';
import { turnOnTwoFactor } from './authenticator.ts';
import { codeIn, linkIn, mailTo } from './mails.ts';
import { toast } from './people.ts';
import { enterPassword } from './sign-in.ts';
import { expect, test } from './test.ts';

const freezePath = '/v1/auth/freeze';
const undoPath = '/v1/auth/undo-email-change';

test('the freeze link asks first, then ends every session and lets nobody sign in', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(401, '/v1/');
  watch.expectRefusal(403, '/v1/auth/login');
  watch.expectRefusal(422, freezePath);
  const { t } = texts;
  const { person, page } = await signedIn();
  // What is told by mail with a link that freezes.
  await turnOnTwoFactor(request, person);
  const mail = await mailTo(request, person.email, { holding: '/freeze-account#' });
  const link = linkIn(mail, '/freeze-account');
  let sentCount = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith(freezePath)) sentCount += 1;
  });
  await page.goto(link);
  const main = page.getByRole('main');
  const confirm = main.getByRole('button', { name: t('freezeAccount.confirm') });
  await expect(main.getByText(t('freezeAccount.wayBack'))).toBeVisible();
  await page.reload();
  await expect(confirm).toBeVisible();
  expect(sentCount).toBe(0);

  await confirm.click();
  await expect(main.getByText(t('freezeAccount.doneTitle'))).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await main.getByRole('link', { name: t('auth.signIn.submit') }).click();
  await expect(page).toHaveURL('/login');
  await enterPassword(main, texts, person);
  await expect(toast(page, texts, t('toast.loginFailed'))).toBeVisible();

  await page.goto(link);
  await confirm.click();
  await expect(main.getByText(t('mailedLink.failedTitle'))).toBeVisible();
  await main.getByRole('link', { name: t('mailedLink.resetPassword') }).click();
  await expect(page).toHaveURL('/forgot-password');
});

for (const [path, callPath, confirmKey] of [
  ['/freeze-account', freezePath, 'freezeAccount.confirm'],
  ['/undo-email-change', undoPath, 'undoEmailChange.confirm'],
] as const) {
  test(`${path} without a token, or with a foreign one, does nothing and says so, also after a lost connection`, async ({
    page,
    texts,
    watch,
  }) => {
    watch.expectLostConnection(callPath);
    watch.expectRefusal(422, callPath);
    const { t } = texts;
    const main = page.getByRole('main');
    await page.goto(path);
    await expect(main.getByText(t('mailedLink.invalidLink'))).toBeVisible();
    await page.goto(`${path}#token=${'x'.repeat(43)}`);
    await page.route(`**${callPath}`, (route) => route.abort());
    await main.getByRole('button', { name: t(confirmKey) }).click();
    await expect(main.getByRole('alert')).toHaveText('Network error. Please check your internet connection.');
    await page.unroute(`**${callPath}`);
    await main.getByRole('button', { name: t(confirmKey) }).click();
    await expect(main.getByText(t('mailedLink.failedTitle'))).toBeVisible();
    await expect(main.getByText('Invalid or expired token')).toBeVisible();
  });
}

test('an email change is proved by its mailed link, and undone by the one that the former address got', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(401, '/v1/');
  const { t } = texts;
  const { person, page } = await signedIn();
  const newEmail = `new.${person.email}`;
  const changed = await request.put('/v1/users/email', {
    headers: { authorization: `Bearer ${person.token}` },
    data: { newEmail, password: person.password },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  const proof = await mailTo(request, newEmail);
  expect(codeIn(proof)).toMatch(/^[A-Z0-9]{6}$/);
  await page.goto(linkIn(proof, '/verify-email'));
  await expect(page).toHaveURL('/');
  await expect(page.getByText(t('auth.link.successTitle'))).toBeVisible();

  const told = await mailTo(request, person.email, { holding: '/undo-email-change#' });
  await page.goto(linkIn(told, '/undo-email-change'));
  const main = page.getByRole('main');
  await main.getByRole('button', { name: t('undoEmailChange.confirm') }).click();
  await expect(main.getByText(t('undoEmailChange.doneTitle'))).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const refused = await request.post('/v1/auth/login', {
    data: { email: person.email, password: person.password },
  });
  expect(refused.status()).toBe(403);
});

test('the link of a foreign account freezes that one alone', async ({ signedIn, texts, request }) => {
  const { t } = texts;
  const other = await makePerson({ locale: 'en' });
  await turnOnTwoFactor(request, other);
  const mail = await mailTo(request, other.email, { holding: '/freeze-account#' });
  const { person, page } = await signedIn();
  await page.goto(linkIn(mail, '/freeze-account'));
  await page.getByRole('button', { name: t('freezeAccount.confirm') }).click();
  await expect(page.getByText(t('freezeAccount.doneTitle'))).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toBeVisible();
  await signInByApi(request, person);
});

import type { Page } from '@playwright/test';
import { makePerson, newRegistration, registerUnverified, signInByApi } from './accounts.ts';
import { hold } from './hold.ts';
import { codeIn, linkIn, mailTo } from './mails.ts';
import { codeBoxes, field, Newcomer, toast } from './people.ts';
import { expect, test } from './test.ts';

const verifyPath = '/v1/auth/verify-code';
const linkPath = '/v1/auth/verify-email';

const wrongReply = {
  status: 422,
  json: {
    success: false,
    error: 'InvalidOrExpiredCode',
    message: 'Invalid or expired code',
    requestId: 'test',
  },
};

test.describe('the six boxes', () => {
  const boxesTest = test.extend<{ page: Page }>({
    page: async ({ signedIn, texts }, use) => {
      const { page } = await signedIn(await makePerson({ locale: 'en', isVerified: false }));
      await page.goto('/dashboard');
      await expect(codeBoxes(page, texts).first()).toBeFocused();
      await use(page);
    },
  });

  boxesTest(
    'take letters and digits only, the last one typed, and are walked through by arrows and backspace',
    async ({ page, texts }) => {
      const boxes = codeBoxes(page, texts);
      await boxes.first().fill('ab');
      await expect(boxes.first()).toHaveValue('B');
      await expect(boxes.nth(1)).toBeFocused();
      await page.keyboard.type('-ж 7');
      await expect(boxes.nth(1)).toHaveValue('7');
      await expect(boxes.nth(2)).toHaveValue('');
      await expect(boxes.nth(2)).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await expect(boxes.nth(1)).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect(boxes.nth(2)).toBeFocused();
      await page.keyboard.press('Backspace');
      await expect(boxes.nth(1)).toBeFocused();
      await expect(boxes.nth(1)).toHaveValue('7');
      await page.keyboard.press('Backspace');
      await expect(boxes.nth(1)).toHaveValue('');
      await expect(boxes.nth(1)).toBeFocused();
    },
  );

  boxesTest('take a pasted code of 4 to 8 characters, its first six', async ({ page, texts, watch }) => {
    watch.expectRefusal(422, verifyPath);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const unusable of ['abc', 'abcdefghi', 'ab-cd']) {
      await paste(page, unusable);
      expect(await valuesOf(page, texts)).toEqual(['', '', '', '', '', '']);
    }
    await paste(page, ' abcd ');
    expect(await valuesOf(page, texts)).toEqual(['A', 'B', 'C', 'D', '', '']);
    await expect(codeBoxes(page, texts).nth(4)).toBeFocused();
    const sent = page.waitForRequest((request) => request.url().endsWith(verifyPath));
    await paste(page, 'zyxw9876');
    expect(await valuesOf(page, texts)).toEqual(['Z', 'Y', 'X', 'W', '9', '8']);
    expect((await sent).postDataJSON()).toMatchObject({ code: 'ZYXW98' });
  });

  boxesTest(
    'send a full code by themselves half a second after its last character',
    async ({ page, texts, watch }) => {
      watch.expectRefusal(422, verifyPath);
      const sentAt = new Promise<number>((resolve) => {
        void page.route(`**${verifyPath}`, (route) => {
          resolve(Date.now());
          return route.fulfill(wrongReply);
        });
      });
      await page.keyboard.type('ABCDE');
      const typedAt = Date.now();
      await page.keyboard.type('F');
      const waitedMs = (await sentAt) - typedAt;
      expect(waitedMs).toBeGreaterThanOrEqual(500);
      // What a busy machine adds is no matter of the product.
      expect(waitedMs).toBeLessThan(3000);
      await expect(toast(page, texts, texts.t('auth.verification.invalidCode'))).toBeVisible();
    },
  );

  boxesTest(
    'are emptied after a wrong code and where no answer comes; of less the rest is asked for',
    async ({ page, texts, watch }) => {
      watch.expectRefusal(422, verifyPath);
      watch.expectLostConnection(verifyPath);
      const { t } = texts;
      const empty = ['', '', '', '', '', ''];
      await page.keyboard.type('000000');
      await expect(toast(page, texts, t('auth.verification.invalidCode'))).toBeVisible();
      expect(await valuesOf(page, texts)).toEqual(empty);
      await expect(codeBoxes(page, texts).first()).toBeFocused();

      // With a message that blames nobody.
      await page.route(`**${verifyPath}`, (route) => route.abort());
      await page.keyboard.type('ABCDEF');
      await expect(toast(page, texts, t('auth.verification.error'))).toBeVisible();
      expect(await valuesOf(page, texts)).toEqual(empty);

      await expect(codeBoxes(page, texts).first()).toBeFocused();
      await page.keyboard.type('ABC');
      await page.getByRole('button', { name: t('auth.verification.submit'), exact: true }).click();
      await expect(toast(page, texts, 'Please enter the full 6-character code')).toBeVisible();
      expect(await valuesOf(page, texts)).toEqual(['A', 'B', 'C', '', '', '']);
    },
  );
});

test('the dialog can not be dismissed by Escape or beside it: it warns and shakes', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  await new Newcomer(page, texts, newRegistration()).register();
  const dialog = page.getByRole('dialog', { name: t('auth.verification.title') });
  const warning = toast(page, texts, t('auth.verification.cannotDismiss'));

  await page.keyboard.press('Escape');
  await expect(dialog).toHaveAttribute('data-shake', 'escape-key');
  await expect(dialog).toHaveCSS('animation-duration', '0.5s');
  await expect(warning).toBeVisible();
  await expect(dialog).not.toHaveAttribute('data-shake');

  await page.mouse.click(5, 5);
  await expect(dialog).toHaveAttribute('data-shake', 'outside-press');
  await expect(dialog).toHaveCSS('animation-duration', '1s');
  await expect(warning).toBeVisible();
  await expect(dialog).toBeVisible();
});

test.describe('another code', () => {
  test('is mailed on demand, once a minute, and takes the place of the first', async ({
    page,
    texts,
    request,
    watch,
  }) => {
    watch.expectRefusal(422, verifyPath);
    const { t } = texts;
    const registration = newRegistration();
    await new Newcomer(page, texts, registration).register();
    const first = await mailTo(request, registration.email);
    await page.getByRole('button', { name: t('auth.verification.resend') }).click();
    await expect(toast(page, texts, 'Verification email sent successfully')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Resend in [01]:\d\d$/ })).toBeDisabled();
    const second = await mailTo(request, registration.email, { after: first.id });

    await codeBoxes(page, texts).first().click();
    await page.keyboard.type(codeIn(first));
    await expect(toast(page, texts, t('auth.verification.invalidCode'))).toBeVisible();
    await expect(codeBoxes(page, texts).first()).toBeFocused();
    await page.keyboard.type(codeIn(second));
    await expect(page).toHaveURL('/dashboard');
  });

  test('that is asked for too often says so, and any other failure stays silent', async ({
    page,
    texts,
    watch,
  }) => {
    const resendPath = '/v1/auth/resend-verification';
    watch.expectRefusal(429, resendPath);
    watch.expectRefusal(500, resendPath);
    await new Newcomer(page, texts, newRegistration()).register();
    const resend = page.getByRole('button', { name: texts.t('auth.verification.resend') });
    const refusal = { success: false, requestId: 'test' };

    await page.route(`**${resendPath}`, (route) =>
      route.fulfill({ status: 500, json: { ...refusal, error: 'ServerError', message: 'Silent' } }),
    );
    const answered = page.waitForResponse(`**${resendPath}`);
    await resend.click();
    await answered;
    await expect(resend).toBeEnabled();

    await page.route(`**${resendPath}`, (route) =>
      route.fulfill({ status: 429, json: { ...refusal, error: 'RateLimitExceeded', message: 'Too often' } }),
    );
    await resend.click();
    await expect(toast(page, texts, 'Too often')).toBeVisible();
    await expect(toast(page, texts, 'Silent')).toHaveCount(0);
  });
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
    release();
    await expect(dialog.getByText(t('auth.link.successTitle'))).toBeVisible();
    await dialog.getByRole('button', { name: t('auth.link.goToDashboard') }).click();
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

  test('ends the sessions from before the proof, and leads to signing in', async ({
    signedIn,
    texts,
    request,
    watch,
  }) => {
    watch.expectRefusal(401, '/v1/users/profile');
    const { t } = texts;
    const registration = await registerUnverified(request, { locale: 'en' });
    const token = await signInByApi(request, registration);
    const { page } = await signedIn({ ...registration, token, id: '', address: '' });
    await page.goto(linkIn(await mailTo(request, registration.email)));
    await expect(page.getByText(t('auth.link.successSignedOut'))).toBeVisible();
    await page.getByRole('button', { name: t('auth.link.goToDashboard') }).click();
    const dialog = page.getByRole('dialog', { name: t('auth.signIn.title') });
    await field(dialog, t('auth.fields.email')).fill(registration.email);
    await field(dialog, t('auth.fields.password')).fill(registration.password);
    await dialog.getByRole('button', { name: t('auth.signIn.submit') }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByTestId('balance')).toHaveText('0.00 MRCY');
  });
});

test.describe('an unverified person', () => {
  for (const path of ['/dashboard', '/profile']) {
    test(`is asked for the code at ${path}, which stays hidden`, async ({ signedIn, texts, request }) => {
      const { t } = texts;
      const registration = await registerUnverified(request, { locale: 'en' });
      const token = await signInByApi(request, registration);
      const { page } = await signedIn({ ...registration, token, id: '', address: '' });
      const release = await hold(page, '**/v1/users/profile');
      await page.goto(path);
      await expect(page.getByText('Checking authentication...')).toBeVisible();
      release();

      const dialog = page.getByRole('dialog', { name: t('auth.verification.title') });
      await expect(dialog.getByText(registration.email)).toBeVisible();
      await expect(dialog.getByRole('button', { name: t('ui.close') })).toHaveCount(0);
      expect(await isBackdropBlurred(page)).toBe(true);
      await page.keyboard.press('Escape');
      await expect(toast(page, texts, t('auth.verification.cannotDismiss'))).toBeVisible();
      await expect(dialog).toBeVisible();
      await expect(page.getByRole('main').getByRole('heading')).toHaveCount(0);

      await codeBoxes(page, texts).first().click();
      await page.keyboard.type(codeIn(await mailTo(request, registration.email)));
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByTestId('balance')).toHaveText('0.00 MRCY');
    });
  }
});

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('ControlOrMeta+V');
}

function isBackdropBlurred(page: Page): Promise<boolean> {
  return page
    .locator('[role="presentation"]')
    .evaluateAll((layers) => layers.some((layer) => getComputedStyle(layer).backdropFilter.includes('blur')));
}

function valuesOf(page: Page, texts: Parameters<typeof codeBoxes>[1]): Promise<string[]> {
  return codeBoxes(page, texts).evaluateAll((boxes) =>
    boxes.map((box) => (box instanceof HTMLInputElement ? box.value : 'no box')),
  );
}

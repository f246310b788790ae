import { makePerson, recordSignIns, signInByApi } from './accounts.ts';
import { mailTo } from './mails.ts';
import { fieldMessage, toast } from './people.ts';
import { SecurityPage } from './security-page.ts';
import { expect, test } from './test.ts';

test('signed-in devices are listed, the present one first, and another can be ended: it is led to sign in', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(401, '/v1/');
  const { t } = texts;
  const { person, page } = await signedIn();
  const elsewhere = await signedIn({ ...person, token: await signInByApi(request, person) });
  await elsewhere.page.goto('/dashboard');
  await expect(elsewhere.page.getByTestId('balance')).toBeVisible();

  const here = new SecurityPage(page, texts);
  await here.open();
  await expect(here.sessions).toHaveCount(2);
  await expect(here.sessions.first()).toContainText(t('security.sessions.thisDevice'));
  await expect(here.sessions.first()).toContainText(t('security.sessions.activeNow'));
  await expect(here.sessions.first().getByRole('button')).toHaveCount(0);

  await here.sessions.nth(1).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: t('security.sessions.endTitle') });
  await dialog.getByRole('button', { name: t('security.sessions.end'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(here.sessions).toHaveCount(1);
  await expect(here.events.first()).toContainText(t('security.events.kinds.session_ended'));

  await expect(elsewhere.page).toHaveURL('/?auth=login');
  await expect(elsewhere.page.getByRole('dialog', { name: t('auth.signIn.title') })).toBeVisible();
});

test('all other devices are ended at once, after asking; this one goes on', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectLostConnection('/v1/events');
  const { t } = texts;
  const { person, page } = await signedIn();
  // Without the stream of news the page has to ask by itself what is left.
  await page.route('**/v1/events', (route) => route.abort());
  for (let count = 0; count < 2; count += 1) await signInByApi(request, person);
  const here = new SecurityPage(page, texts);
  await here.open();
  await expect(here.sessions).toHaveCount(3);
  const endOthers = page.getByRole('main').getByRole('button', { name: t('security.sessions.endOthers') });

  await endOthers.click();
  const dialog = page.getByRole('dialog', { name: t('security.sessions.endOthersTitle') });
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  await expect(dialog).toBeHidden();
  await expect(endOthers).toBeFocused();
  await expect(here.sessions).toHaveCount(3);

  // By the keyboard alone.
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: t('security.sessions.endOthers') }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, texts, 'All other devices signed out')).toBeVisible();
  await expect(here.sessions).toHaveCount(1);
  await expect(endOthers).toHaveCount(0);
  await expect(here.events.first()).toContainText(t('security.events.kinds.other_sessions_ended'));
  await page.reload();
  await expect(here.sessions).toHaveCount(1);
});

test('the history is shown page by page', async ({ signedIn, texts }) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  // More than a page of them.
  await recordSignIns(person, 22);
  const here = new SecurityPage(page, texts);
  await here.open();
  const more = page.getByRole('button', { name: t('security.events.more') });
  await expect(more).toBeVisible();
  const shownCount = await here.events.count();

  await more.click();
  await expect(here.events.last()).toContainText(t('security.events.kinds.email_verified'));
  expect(await here.events.count()).toBeGreaterThan(shownCount);
  await expect(more).toHaveCount(0);
});

interface TypePolicies {
  createPolicy: (name: string, rules: { createScriptURL: (path: string) => string }) => unknown;
}

test('a page may make no policy by which strings become scripts, but the one of its worker', async ({
  page,
  watch,
}) => {
  watch.expectViolation('trusted-types');
  await page.goto('/');
  const made = await page.evaluate(() =>
    ['anything', 'default', 'service-worker'].filter((name) => {
      // The types of a page don't have it yet.
      const trustedTypes: TypePolicies = Reflect.get(globalThis, 'trustedTypes');
      try {
        trustedTypes.createPolicy(name, { createScriptURL: (path) => path });
        return true;
      } catch {
        return false;
      }
    }),
  );
  // The name that the app registers its worker by.
  expect(made).toEqual(['service-worker']);
});

test.describe('the phrase', () => {
  test('is held to its rules, shows in the next mail, and can be changed and removed', async ({
    signedIn,
    texts,
    request,
  }) => {
    const { t } = texts;
    const { person, page } = await signedIn(await makePerson({ locale: 'en', isProved: true }));
    const here = new SecurityPage(page, texts);
    await here.open();
    await here.submitPhrase('ab');
    const main = page.getByRole('main');
    await expect(fieldMessage(main, t('validation.phraseMinLength', { phraseMin: 3 }))).toBeVisible();

    await here.submitPhrase('silver fox');
    await expect(page.getByTestId('phrase')).toHaveText('silver fox');
    await expect(toast(page, texts, 'Anti-phishing phrase updated')).toBeVisible();
    await request.post('/v1/auth/forgot-password', { data: { email: person.email } });
    await expect(async () => {
      expect((await mailTo(request, person.email)).text).toContain('silver fox');
    }).toPass({ timeout: 10_000 });

    await here.submitPhrase('قزل‌آلای نقره‌ای');
    await expect(page.getByTestId('phrase')).toHaveText('قزل‌آلای نقره‌ای');
    await page.getByRole('button', { name: t('security.phrase.remove') }).click();
    await expect(page.getByTestId('phrase')).toHaveCount(0);
    await expect(here.events.first()).toContainText(t('security.events.kinds.phrase_changed'));
  });

  test('set in one tab shows in the other', async ({ signedIn, texts }) => {
    const { page } = await signedIn(await makePerson({ locale: 'en', isProved: true }));
    const first = new SecurityPage(page, texts);
    await first.open();
    const second = new SecurityPage(await page.context().newPage(), texts);
    await second.open();
    await first.submitPhrase('two tabs');
    await expect(second.page.getByTestId('phrase')).toHaveText('two tabs');
  });
});

import type { Page } from '@playwright/test';
import { field, toast } from './people.ts';
import { expect, test } from './test.ts';
import { type Texts, textsOf } from './texts.ts';
import { walkOn } from './walk.ts';
import { type Registration, makePerson } from './accounts.ts';
import { hold } from './calls.ts';

const profilePath = '/v1/users/profile';

async function signIn(page: Page, { t }: Texts, { email, password }: Registration): Promise<void> {
  const form = page.getByRole('main');
  await field(form, t('auth.fields.email')).fill(email);
  await field(form, t('auth.fields.password')).fill(password);
  await form.getByRole('button', { name: t('auth.signIn.submit') }).click();
}

function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'));
}

/** A mark that a page load would wipe off. */
async function markPage(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  return () => page.evaluate(() => 'isSamePage' in globalThis);
}

test.describe('a signed-out visit', () => {
  test('signs in and goes where it led to', async ({ page, texts }) => {
    const person = await makePerson({ locale: 'en' });
    const path = '/profile?tab=name#card';
    await page.goto(path);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
    await signIn(page, texts, person);
    await expect(page).toHaveURL(path);
  });

  test('is never carried to another site, whatever the address says', async ({ signedIn, page, texts }) => {
    const origin = new URL((await page.goto('/'))?.url() ?? '').origin;
    const { person, page: known } = await signedIn();
    await known.goto('/dashboard');
    for (const trick of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '\\\\evil.example/',
      '/\t/evil.example/',
      'javascript:alert(1)',
      ' //evil.example',
      '/login',
    ]) {
      await walkOn(known, `/login?next=${encodeURIComponent(trick)}`);
      await expect(known, trick).toHaveURL(`${origin}/dashboard`);
    }
    await page.goto(`/login?next=${encodeURIComponent('//evil.example/')}`);
    await signIn(page, texts, person);
    await expect(page).toHaveURL(`${origin}/dashboard`);
  });
});

test.describe('a session', () => {
  test('outlives a reload, and one that is interrupted', async ({ signedIn }) => {
    const { person, page } = await signedIn();
    await page.goto('/dashboard');
    await expect(page.getByTestId('balance')).toBeVisible();
    const release = await hold(page, `**${profilePath}`);
    const asked = page.waitForRequest(`**${profilePath}`);
    await page.reload();
    await asked;
    // Left again before the person was known.
    await page.reload();
    await release();
    await expect(page.getByTestId('balance')).toBeVisible();
    expect(await storedToken(page)).toBe(person.token);
  });

  test('that the server no longer knows ends at the sign-in dialog', async ({
    signedIn,
    request,
    texts,
    watch,
  }) => {
    watch.expectRefusal(401, '/v1/');
    const { person, page } = await signedIn();
    await page.goto('/dashboard');
    await expect(page.getByTestId('balance')).toBeVisible();
    await request.post('/v1/auth/logout', { headers: { authorization: `Bearer ${person.token}` } });
    // The page finds out by itself: the stream of news ends with the session.
    await expect(page).toHaveURL('/?auth=login');
    await expect(page.getByRole('dialog', { name: texts.t('auth.signIn.title') })).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  });

  test('with a dead token from the start ends at the sign-in dialog too', async ({
    openBrowser,
    texts,
    watch,
  }) => {
    watch.expectRefusal(401, profilePath);
    const page = await (await openBrowser({ stored: { token: 'dead'.repeat(12) } })).newPage();
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/?auth=login');
    await expect(page.getByRole('dialog', { name: texts.t('auth.signIn.title') })).toBeVisible();
  });

  test('is shared by the tabs of a browser, in and out', async ({ context, texts }) => {
    const { t } = texts;
    const person = await makePerson({ locale: 'en' });
    const [first, second] = [await context.newPage(), await context.newPage()];
    await second.goto('/');
    await first.goto('/login');
    await signIn(first, texts, person);
    await expect(first).toHaveURL('/dashboard');
    await expect(second.getByRole('button', { name: t('nav.account') })).toBeVisible();
    await second.getByRole('button', { name: t('nav.account') }).click();
    await second.getByRole('menuitem', { name: t('nav.logout') }).click();
    await expect(first).toHaveURL('/');
    await expect(first.getByTestId('balance')).toHaveCount(0);
  });
});

test.describe('signing out', () => {
  test('works even if the server can not be told, and says that it does not know', async ({
    signedIn,
    texts,
    watch,
  }) => {
    watch.expectLostConnection('/v1/auth/logout-by-hash');
    const { t } = texts;
    const { page } = await signedIn();
    await page.route('**/v1/auth/logout-by-hash', (route) => route.abort());
    await page.goto('/dashboard');
    await page.getByRole('button', { name: t('nav.account') }).click();
    await page.getByRole('menuitem', { name: t('nav.logout') }).click();
    await expect(toast(page, texts, t('toast.loggedOutHere'))).toBeVisible();
    await expect(page).toHaveURL('/');
    expect(await storedToken(page)).toBeNull();
  });

  test('without a connection ends the session at the server on the next visit with one', async ({
    signedIn,
    request,
    texts,
    watch,
  }) => {
    watch.expectLostConnection('');
    const { t } = texts;
    const { person, page } = await signedIn();
    const headers = { authorization: `Bearer ${person.token}` };
    const statusOfSession = async () => (await request.get(profilePath, { headers })).status();
    await page.clock.install();
    const menus = page.waitForResponse(/header-menus-[\w-]+\.js$/);
    await page.goto('/dashboard');
    await expect(page.getByTestId('balance')).toBeVisible();
    // The menus come once the page has come to rest.
    await page.clock.runFor(3000);
    await (await menus).finished();
    await page.context().setOffline(true);
    await expect(page.getByText(t('offline.banner'))).toBeVisible();
    await signOut(page, texts);
    await expect(toast(page, texts, t('toast.loggedOutHere'))).toBeVisible();
    await expect(page).toHaveURL('/');
    expect([await storedToken(page), await statusOfSession()]).toEqual([null, 200]);

    await page.close();
    const next = await page.context().newPage();
    await next.context().setOffline(false);
    await next.goto('/');
    await expect.poll(statusOfSession).toBe(401);
    await expect.poll(() => next.evaluate(() => JSON.stringify(localStorage))).not.toContain(person.token);
  });

  test('ends at the landing page, and leaves nothing private behind the back button', async ({
    signedIn,
    texts,
  }) => {
    const { t } = texts;
    const { person, page } = await signedIn();
    await page.goto('/dashboard');
    await expect(page.getByText(person.username)).toBeVisible();
    await signOut(page, texts);
    await expect(page).toHaveURL('/');
    await expect(toast(page, texts, 'You have been logged out')).toBeVisible();
    await expect(page.getByRole('heading', { name: t('landing.heroTitle') })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/login?next=%2Fdashboard');
    await expect(page.getByRole('heading', { name: t('auth.signIn.title') })).toBeVisible();
    await expect(page.getByTestId('balance')).toHaveCount(0);
    await expect(page.getByText(person.username)).toHaveCount(0);
  });

  test('leaves no empty page to whoever goes back before the landing page is shown', async ({
    signedIn,
    texts,
  }) => {
    const { person, page } = await signedIn();
    await page.goto('/dashboard');
    await expect(page.getByText(person.username)).toBeVisible();
    await page.evaluate(goBackAtOnce);
    await signOut(page, texts);
    await expect(page.getByRole('heading', { name: texts.t('landing.heroTitle') })).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(page.getByText(person.username)).toHaveCount(0);
  });
});

async function signOut(page: Page, { t }: Texts): Promise<void> {
  await page.getByRole('button', { name: t('nav.account') }).click();
  await page.getByRole('menuitem', { name: t('nav.logout') }).click();
}

/** Runs in the browser: the back button is pressed as soon as the address is the landing page's. */
function goBackAtOnce(): void {
  const { history } = globalThis;
  const push = history.pushState.bind(history);
  history.pushState = (...words) => {
    push(...words);
    // An open menu has an entry as well.
    if (globalThis.location.pathname !== '/') return;
    history.back();
    // Nothing is rendered until the browser has gone back.
    const untilMs = performance.now() + 300;
    while (performance.now() < untilMs);
  };
}

test('another language keeps the page and what was typed, and turns its direction', async ({
  page,
  texts,
}) => {
  await page.goto('/login');
  const isSamePage = await markPage(page);
  const email = page.locator('input[type="email"]');
  await email.fill('somebody@example.com');
  const html = page.locator('html');
  let shown = texts;
  for (const [label, language, direction] of [
    ['فارسی', 'fa', 'rtl'],
    ['Русский', 'ru', 'ltr'],
    ['中文', 'zh', 'ltr'],
    ['English', 'en', 'ltr'],
  ] as const) {
    await page
      .getByRole('banner')
      .getByRole('button', { name: shown.t('nav.language') })
      .click();
    await page.getByRole('menuitemradio', { name: label }).click();
    shown = await textsOf(language);
    await expect(html).toHaveAttribute('lang', language);
    await expect(html).toHaveAttribute('dir', direction);
    await expect(email).toHaveValue('somebody@example.com');
  }
  await expect(page.getByRole('heading', { name: texts.t('auth.signIn.title') })).toBeVisible();
  expect(await isSamePage()).toBe(true);
});

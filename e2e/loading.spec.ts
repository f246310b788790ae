import type { Page } from '@playwright/test';
import { makePerson } from './accounts.ts';
import { hold } from './calls.ts';
import { Newcomer } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';

const publicPaths = [
  '/',
  '/markets',
  '/fees',
  '/help',
  '/status',
  '/about',
  '/contact',
  '/privacy-policy',
  '/terms-and-conditions',
  '/cookie-policy',
] as const;

/** Everything that the app itself is made of, so that what stands there without it can be seen. */
const appScripts = '**/assets/index-*.js';
const englishTexts = '**/locales/en/translation.json';
const loading = (page: Page) => page.getByText('Loading', { exact: true });

test('public pages can be read before any script has run, each with its own title', async ({ request }) => {
  const titles = new Set<string>();
  for (const path of publicPaths) {
    const html = await (await request.get(path)).text();
    expect(html, path).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
    expect(html, path).not.toMatch(/<style|\sstyle=|<script>/);
    titles.add(/<title[^>]*>([^<]+)<\/title>/.exec(html)?.[1] ?? '');
  }
  expect(titles.size).toBe(publicPaths.length);
});

/** Adds up, from now on, how far things move that nobody moved. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // What the browser's types leave out of a layout-shift entry.
        const { value = 0 } = entry as PerformanceEntry & { value?: number };
        const { dataset } = document.documentElement;
        dataset['shift'] = String(Number(dataset['shift'] ?? 0) + value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => Number((await page.locator('html').getAttribute('data-shift')) ?? 0);
}

for (const path of publicPaths) {
  test(`the app takes ${path} over as it stands, and nothing shifts`, async ({ page }) => {
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-kept', ''));
    });
    const shifted = await watchShifts(page);
    await page.goto(path);
    await expect(page.locator('.app-loading')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('h1[data-kept]')).toHaveCount(1);
    await expect(page).toHaveTitle(/Mercury/);
    // What was rendered ahead is not there twice.
    await expect(page.locator('title')).toHaveCount(1);
    await expect(page.locator('meta[name="description"]')).toHaveCount(1);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', page.url());
    await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', page.url());
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    expect(await shifted()).toBeLessThan(0.01);
  });
}

test('the home page grows below what is in sight: nothing shifts', async ({ signedIn, texts }) => {
  // Tall enough for the footer to come into sight, were it right below the first part.
  const { page } = await signedIn(undefined, { viewport: { width: 412, height: 1400 } });
  const shifted = await watchShifts(page);
  await page.goto('/dashboard');
  // The last of its parts.
  await expect(page.getByText(texts.t('contacts.emptyText'))).toBeVisible();
  expect(await shifted()).toBeLessThan(0.005);
});

test('another language never flashes English: Loading shows until its texts are here', async ({
  openBrowser,
  texts,
}) => {
  const context = await openBrowser({ stored: { i18nextLng: 'fa' } });
  const page = await context.newPage();
  const release = await hold(page, '**/locales/fa/translation.json');
  await page.goto('/');
  await expect(loading(page)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(texts.t('landing.heroTitle'))).toHaveCount(0);
  await expect(loading(page)).toHaveCount(0);
});

test('a signed-in person never sees a page that was made for visitors', async ({ signedIn, texts }) => {
  const { page } = await signedIn();
  const release = await hold(page, appScripts);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(loading(page)).toBeVisible();
  await expect(page.getByRole('button', { name: texts.t('nav.register') })).toHaveCount(0);
  await release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: texts.t('nav.register') })).toHaveCount(0);
});

test('a visit of a signed-in person asks for each of its styles once: what was asked for early is used', async ({
  signedIn,
}) => {
  const { page } = await signedIn();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.css')) asked.push(pathname);
  });
  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toBeVisible();
  const early = page.locator('link[rel="preload"][as="style"]');
  await expect(early.first()).toBeAttached();
  const hrefs = await early.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  for (const href of hrefs) expect([href, asked.filter((path) => path === href).length]).toEqual([href, 1]);
});

const greetingOf = (texts: Texts, name: string) =>
  texts.t('dashboard.greeting', { name: `\u2068${name}\u2069` });

test('who comes back to their home is greeted before the app is there, at the place where the app greets them', async ({
  signedIn,
  texts,
}) => {
  const { person, page } = await signedIn();
  const greeting = page.getByRole('heading', { level: 1, name: greetingOf(texts, person.username) });
  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toBeVisible();
  for (const width of [360, 700, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const release = await hold(page, appScripts);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(page.locator('.app-outline')).toBeVisible();
    await expect(loading(page)).toBeAttached();
    const early = await greeting.boundingBox();
    await release();
    await expect(page.getByTestId('balance')).toBeVisible();
    await expect(page.locator('.app-outline')).toHaveCount(0);
    const late = await greeting.boundingBox();
    expect([late?.x, late?.y, late?.height]).toEqual([early?.x, early?.y, early?.height]);
    await page.unroute(appScripts);
  }
});

test('a remembered greeting is for its own session and language only, and goes with the sign-out', async ({
  signedIn,
  texts,
}) => {
  const { person, page } = await signedIn();
  const stranger = await makePerson({ locale: 'en' });
  await page.goto('/dashboard');
  await expect(page.getByTestId('balance')).toBeVisible();
  const lastKnown = () => page.evaluate(() => localStorage.getItem('lastKnown'));
  await expect.poll(lastKnown).toContain('greeting');
  const kept = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  for (const other of [{ token: stranger.token }, { i18nextLng: 'fa' }]) {
    const release = await hold(page, appScripts);
    await page.evaluate((stored) => Object.assign(localStorage, stored), { ...kept, ...other });
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(loading(page)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    await release();
    await expect(page.getByTestId('balance')).toBeVisible();
    await page.unroute(appScripts);
  }
  await page.evaluate((stored) => Object.assign(localStorage, stored), kept);
  await page.goto('/dashboard');
  await new Newcomer(page, texts, person).signOut();
  await expect.poll(lastKnown).toBeNull();
});

test('pages of the signed-in area show Loading, and nothing of a public page, until the app is there', async ({
  page,
}) => {
  const release = await hold(page, appScripts);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(loading(page)).toBeVisible();
  await release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the keys of the search that are pressed before the app is awake open it once it is', async ({
  page,
  texts,
}) => {
  const release = await hold(page, appScripts);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await release();
  await expect(page.getByRole('dialog', { name: texts.t('search.title') })).toBeVisible();
});

test('a button that is pressed before the app is awake is pressed for good once it is', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  const release = await hold(page, appScripts);
  await page.goto('/', { waitUntil: 'commit' });
  await page
    .getByRole('main')
    .getByRole('button', { name: t('landing.getStarted') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('what is typed before the app is awake stays, and never ends up in the address', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  const release = await hold(page, appScripts);
  await page.goto('/contact', { waitUntil: 'commit' });
  const subject = page.getByRole('textbox', { name: t('contactPage.subject') });
  await subject.fill('A question');
  await subject.press('Enter');
  await release();
  await expect(page.locator('.app-loading')).toHaveCount(0);
  await expect(subject).toHaveValue('A question');
  expect(new URL(page.url()).search).toBe('');
});

test('texts that do not come are given up after two seconds, and the app renders', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await hold(page, englishTexts);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(loading(page)).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible({ timeout: 5000 });
  expect(warnings.join('\n')).toContain('The en texts could not be loaded');
});

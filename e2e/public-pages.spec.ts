import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';
import { walkTo } from './walk.ts';

const legalPages = [
  { path: '/privacy-policy', document: 'privacy' },
  { path: '/terms-and-conditions', document: 'terms' },
  { path: '/cookie-policy', document: 'cookies' },
] as const;

async function switchLanguage(page: Page, { t }: Texts, language: string): Promise<void> {
  await page.getByRole('button', { name: t('nav.language') }).click();
  await page.getByRole('menuitemradio', { name: language }).click();
}

test('the landing page opens the register dialog from its hero and from its end, and leads on to the story and a team of four', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  await page.goto('/');
  const main = page.getByRole('main');
  for (const name of [t('landing.getStarted'), t('landing.ctaButton')]) {
    await main.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name: t('auth.signUp.title') });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await expect(main.getByRole('heading', { name: t('market.title') })).toBeVisible();
  await main.getByRole('link', { name: t('landing.learnMore') }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1, name: t('about.title') })).toBeVisible();
  await expect(page).toHaveTitle(/^About us/);
  await expect(page.getByRole('img', { name: t('about.storyPicture') })).toBeVisible();
  const team = page.getByRole('region', { name: t('about.teamTitle') });
  await expect(team.getByRole('listitem')).toHaveCount(4);
  for (const member of ['first', 'second', 'third', 'fourth'] as const) {
    await expect(team.getByRole('heading', { name: t(`about.team.${member}.name`) })).toBeVisible();
  }
  await main.getByRole('link', { name: t('landing.ctaButton') }).click();
  await expect(page).toHaveURL('/register');
  await page.goBack();
  await main.getByRole('link', { name: t('about.contact') }).click();
  await expect(page).toHaveURL('/contact');
});

test('each legal page names its date and its contents, and links to the others and to /contact; the terms keep the facts of the house', async ({
  page,
  texts,
}) => {
  const { t } = texts;
  const main = page.getByRole('main');
  await page.goto('/about');
  for (const { path, document } of legalPages) {
    await walkTo(page, path);
    await expect(main.getByRole('heading', { level: 1, name: t(`legal.${document}.title`) })).toBeVisible();
    await expect(main.getByText('Last updated on May 1, 2023')).toBeVisible();
    if (document === 'terms') await expectFacts(page, texts);
    const contents = main.getByRole('navigation', { name: t('legal.contents') }).getByRole('link');
    for (const entry of await contents.all()) {
      const title = await entry.innerText();
      await expect(main.getByRole('heading', { level: 2, name: title, exact: true })).toHaveCount(1);
    }
    await contents.last().click();
    await expect(main.getByRole('region', { name: await contents.last().innerText() })).toBeInViewport();
    const links = main.getByRole('navigation', { name: t('legal.related') }).getByRole('link');
    const others = legalPages.map((other) => other.path).filter((other) => other !== path);
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      ...others,
      '/contact',
    ]);
    await links.last().click();
    await expect(page).toHaveURL('/contact');
    await expect(page.getByRole('heading', { level: 1, name: t('contactPage.title') })).toBeVisible();
  }
});

async function expectFacts(page: Page, { t }: Texts): Promise<void> {
  const facts = [
    ['eligibility', '18 or older'],
    ['payments', 'final and non-refundable'],
    ['liability', 'the amount that you paid to us in the previous six months'],
    ['law', 'the law of the United States'],
  ] as const;
  for (const [section, fact] of facts) {
    const title = t(`legal.terms.sections.${section}.title`);
    await expect(page.getByRole('region', { name: title, exact: true })).toContainText(fact);
  }
}

test('an unknown path says so, and leads home', async ({ page, texts, watch }) => {
  watch.expectRefusal(404, '/no/such/page');
  const { t } = texts;
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1, name: t('notFound.title') })).toBeVisible();
  await expect(page.getByText(t('notFound.text'))).toBeVisible();
  await page.getByRole('link', { name: t('notFound.home') }).click();
  await expect(page).toHaveURL('/');
});

test('a public page asks nobody to sign in, and greets who is signed in alike', async ({
  signedIn,
  texts,
}) => {
  const { page } = await signedIn();
  for (const path of [
    '/markets',
    '/fees',
    '/help',
    '/status',
    '/about',
    '/contact',
    ...legalPages.map((legal) => legal.path),
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('button', { name: texts.t('nav.account') })).toBeVisible();
    await expect(page.getByRole('link', { name: texts.t('landing.ctaButton') })).toHaveCount(0);
  }
});

test('another language comes without a reload, and Persian is laid out right to left in its own calendar', async ({
  page,
  texts,
}) => {
  await page.goto('/privacy-policy');
  await page.evaluate(() => Object.assign(window, { wasHereBefore: true }));
  await switchLanguage(page, texts, 'فارسی');
  await expect(page.getByRole('heading', { level: 1, name: 'سیاست حریم خصوصی' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fa');
  await expect(page.getByText('۱۱ اردیبهشت ۱۴۰۲')).toBeVisible();
  const contents = await page.getByRole('navigation', { name: 'در این صفحه' }).boundingBox();
  const text = await page.getByRole('region', { name: 'چه چیزهایی جمع‌آوری می‌کنیم' }).boundingBox();
  expect(contents?.x).toBeGreaterThan(text?.x ?? Number.POSITIVE_INFINITY);
  expect(await page.evaluate(() => 'wasHereBefore' in window)).toBe(true);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

import type { Locator, Page } from '@playwright/test';
import { localeTraits, locales } from '@mercury/contract/locales.ts';
import { coinCode, productName } from '@mercury/contract/product.ts';
import { expectAccessible } from './accessible.ts';
import { expectTabToStayWithin } from './keyboard.ts';
import { expect, test } from './test.ts';
import { walkTo } from './walk.ts';

const phone = { viewport: { width: 360, height: 740 } };

async function expectEntries(menu: Locator, names: readonly string[]): Promise<void> {
  await expect
    .poll(async () => (await menu.getByRole('menuitem').allInnerTexts()).map((text) => text.trim()))
    .toEqual(names);
}

async function isHeaderInSight(page: Page): Promise<boolean> {
  await page.evaluate(() => {
    const main = document.querySelector('main');
    if (main) main.style.minHeight = '3000px';
    window.scrollTo(0, 1200);
  });
  const box = await page.getByRole('banner').boundingBox();
  return (box?.y ?? -1) === 0;
}

test.describe('the header', () => {
  test('offers a visitor the landing page, information, languages, sign-in and registration; its footer leads on', async ({
    page,
    texts: { t },
  }) => {
    await page.goto('/');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: productName })).toHaveAttribute('href', '/');
    await expect(header.getByRole('button', { name: t('nav.login') })).toBeVisible();
    await expect(header.getByRole('button', { name: t('nav.register') })).toBeVisible();
    await header.getByRole('button', { name: t('nav.info') }).click();
    await expect(page.getByRole('menuitem', { name: t('nav.help') })).toBeVisible();
    await page.getByRole('menuitem', { name: t('nav.contact') }).click();
    await expect(page).toHaveURL('/contact');
    // A page begins at its top once it is there.
    await expect(page.getByRole('heading', { level: 1, name: t('contactPage.title') })).toBeVisible();
    expect(await isHeaderInSight(page)).toBe(false);
    await page.evaluate(() => window.scrollTo(0, 0));
    await header.getByRole('button', { name: t('nav.language') }).click();
    await expect(page.getByRole('menuitemradio')).toHaveCount(locales.length);
    const offered = await page.getByRole('menuitemradio').allInnerTexts();
    expect(offered.map((text) => text.trim())).toEqual(locales.map((locale) => localeTraits[locale].label));
    await page.keyboard.press('Escape');

    // To legal pages, and to where the operator is found.
    const footer = page.getByRole('contentinfo');
    await footer.scrollIntoViewIfNeeded();
    const social = footer.getByRole('link', { name: t('ui.socialLink', { network: 'GitHub' }) });
    await expect(social).toHaveAttribute('rel', /noopener/);
    await expect(social).toHaveAttribute('href', /^https:\/\//);
    for (const [name, path] of [
      [t('nav.privacy'), '/privacy-policy'],
      [t('nav.terms'), '/terms-and-conditions'],
      [t('nav.cookies'), '/cookie-policy'],
      [t('nav.contact'), '/contact'],
      [t('nav.login'), '/login'],
    ] as const) {
      await footer.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
    }
  });

  test('offers a signed-in person their pages, and stays in sight there', async ({
    signedIn,
    texts: { t },
  }) => {
    const { person, page } = await signedIn();
    await page.goto('/dashboard');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: productName })).toHaveAttribute('href', '/dashboard');
    const account = header.getByRole('button', { name: t('nav.account') });
    await expect(account).toHaveText(person.username.charAt(0).toUpperCase());
    await account.click();
    await expect(page.getByRole('menu')).toContainText(person.email);
    const entries = ['nav.dashboard', 'nav.profile', 'nav.help', 'nav.logout'] as const;
    await expectEntries(
      page.getByRole('menu'),
      entries.map((key) => t(key)),
    );
    await expectAccessible(page, 'the open menu of the account');
    await page.keyboard.press('Escape');
    await expect(account).toBeFocused();
    for (const path of ['/profile', '/about', '/contact', '/dashboard']) {
      await walkTo(page, path);
      await expect(account).toBeVisible();
      expect(await isHeaderInSight(page), path).toBe(true);
    }
    await walkTo(page, '/privacy-policy');
    await expect(account).toBeVisible();
    expect(await isHeaderInSight(page)).toBe(false);
  });

  for (const [where, settings] of [
    ['the header', {}],
    ['a bar at the lower edge of a phone', phone],
  ] as const) {
    test(`offers five places in ${where}, and marks the present one`, async ({ signedIn, texts: { t } }) => {
      const { page } = await signedIn(undefined, settings);
      await page.goto('/dashboard');
      const places = page.getByRole('navigation', { name: t('nav.main') });
      const current = places.locator('[aria-current]');
      for (const [key, path] of [
        ['nav.places.home', '/dashboard'],
        ['nav.places.trade', '/dashboard/trade'],
        ['nav.places.portfolio', '/dashboard/portfolio'],
        ['nav.places.activity', '/dashboard/transactions'],
      ] as const) {
        await places.getByRole('link', { name: t(key), exact: true }).click();
        await expect(page).toHaveURL(path);
        await expect(current).toHaveText([t(key)]);
      }
      await expect(places.getByRole('link')).toHaveCount(5);
      for (const [path, marked] of [
        ['/market/bitcoin', [t('nav.places.markets')]],
        ['/dashboard/statement', [t('nav.places.activity')]],
        ['/dashboard/addresses', [t('nav.places.home')]],
        ['/profile', []],
      ] as const) {
        await walkTo(page, path);
        await expect(current).toHaveText([...marked]);
      }
      const footer = page.getByRole('contentinfo');
      await expect(footer.getByRole('link', { name: t('nav.privacy') })).toHaveAttribute(
        'href',
        '/privacy-policy',
      );
      await expect(footer.getByText(t('nav.tagline'))).toHaveCount(0);
      await expectAccessible(page, where);
    });
  }
});

// It comes from the end of the line.
for (const language of ['en', 'fa'] as const) {
  test.describe(`the header in ${language}`, () => {
    test.use({ language });

    test('is one menu on a phone, which holds the focus and closes on the way to a page', async ({
      signedIn,
      texts: { t },
    }) => {
      const { person, page } = await signedIn(undefined, phone);
      await page.goto('/dashboard');
      const button = page.getByRole('button', { name: t('nav.menu') });
      const menu = page.getByRole('dialog', { name: t('nav.menu') });
      await button.click();
      await expect(menu).toContainText(person.email);
      for (const name of [t('nav.dashboard'), t('nav.profile'), t('nav.about'), t('nav.contact')]) {
        await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
      }
      await expect(menu.getByRole('button', { name: t('nav.logout') })).toBeVisible();
      for (const locale of locales) {
        await expect(menu.getByRole('radio', { name: localeTraits[locale].label })).toBeAttached();
      }
      const box = await menu.boundingBox();
      // It comes from the end of the line, wherever that is.
      const end = language === 'fa' ? box?.x : (box?.x ?? 0) + (box?.width ?? 0);
      expect(end).toBe(language === 'fa' ? 0 : phone.viewport.width);
      await expectTabToStayWithin(menu, 16);
      await page.mouse.wheel(0, 400);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);

      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(button).toBeFocused();
      await button.click();
      await menu.getByRole('link', { name: t('nav.profile'), exact: true }).click();
      await expect(page).toHaveURL('/profile');
      await expect(menu).toBeHidden();
      await page.goBack();
      await expect(page).toHaveURL('/dashboard');
      await expect(menu).toBeHidden();
    });
  });
}

test.describe('the search', () => {
  test('is opened by its keys, finds by the keyboard alone, and Back leaves it', async ({
    signedIn,
    texts: { t },
  }) => {
    const { page } = await signedIn();
    await page.goto('/dashboard');
    await expect(page.getByTestId('balance')).toBeVisible();
    const search = page.getByRole('dialog', { name: t('search.title') });
    await page.keyboard.press('Control+k');
    await expect(search.getByRole('combobox')).toBeFocused();
    await page.goBack();
    await expect(search).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
    await page.keyboard.press('Control+k');
    await search.getByRole('combobox').fill('nothing of the kind');
    await expect(search.getByText(t('search.nothingFoundText'))).toBeVisible();
    await search.getByRole('combobox').fill('bitc');
    await expect(search.getByRole('option').first()).toContainText('Bitcoin');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Bitcoin BTC' })).toBeVisible();
    await expect(search).toHaveCount(0);
    await expect(page).toHaveURL('/market/bitcoin');
    await page.keyboard.press('Control+k');
    await search.getByRole('combobox').fill(t('nav.logout'));
    await expect(search.getByRole('option').first()).toContainText(t('nav.logout'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('button', { name: t('nav.login') })).toBeVisible();
  });

  test('leaves its keys to a dialog that must not be left, and to a visitor finds coins and pages', async ({
    page,
    texts: { t },
  }) => {
    await page.goto('/?auth=login');
    const signIn = page.getByRole('dialog', { name: t('auth.signIn.title') });
    await expect(signIn).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await expect(signIn).toBeHidden();
    const search = page.getByRole('dialog', { name: t('search.title') });
    await expect(search).toHaveCount(0);
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('search.title') })
      .click();
    await search.getByRole('combobox').fill('ethereum');
    await expect(search.getByRole('option')).toHaveCount(1);
    await search.getByRole('option').click();
    await expect(page).toHaveURL('/market/ethereum');
  });
});

/** What the browser paints around the page, beside what the page itself is painted with. */
async function colorsOf(page: Page): Promise<{ around: string; page: string }> {
  return page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    const shown = metas.filter(({ media }) => matchMedia(media).matches);
    const probe = document.createElement('p');
    probe.style.color = shown.map(({ content }) => content).join();
    document.body.append(probe);
    const around = getComputedStyle(probe).color;
    probe.remove();
    return { around, page: getComputedStyle(document.body).backgroundColor };
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the browser around the page has its colour, on a ${colorScheme} system and where it was chosen otherwise`, async ({
    openBrowser,
    texts: { t },
  }) => {
    const page = await (await openBrowser({ colorScheme })).newPage();
    const toDark = page.getByRole('button', { name: t('nav.themeToDark') });
    const toLight = page.getByRole('button', { name: t('nav.themeToLight') });
    const chosenScheme = colorScheme === 'light' ? 'dark' : 'light';
    const [first, second] = colorScheme === 'light' ? [toDark, toLight] : [toLight, toDark];
    const seen: string[] = [];
    const expectOneColor = async () => {
      const colors = await colorsOf(page);
      expect(colors.around).toBe(colors.page);
      seen.push(colors.page);
    };
    await page.goto('/');
    await expect(first).toBeVisible();
    await expectOneColor();
    await first.click();
    await expect(second).toBeVisible();
    await expectOneColor();
    await page.reload();
    await expect(second).toBeVisible();
    await expectOneColor();
    // The system's may change to it and back: what was chosen stays.
    for (const changed of [chosenScheme, colorScheme] as const) {
      await page.emulateMedia({ colorScheme: changed });
      await expect(page.locator('html')).toHaveCSS('color-scheme', chosenScheme);
      await expect(second).toBeVisible();
    }
    await second.click();
    await expect(first).toBeVisible();
    await expectOneColor();
    await first.click();
    await expect(second).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('color-scheme', chosenScheme);
    const [system, chosen] = seen;
    expect(chosen).not.toBe(system);
    expect(seen).toEqual([system, chosen, chosen, system]);
  });
}

test.describe('every page', () => {
  test.use({ language: 'ru' });

  test('has a title of its own in the language of its reader, and what is public says what it is about', async ({
    page,
    texts: { t },
    watch,
  }) => {
    watch.expectRefusal(404, '/no-such-page');
    const titles = new Map<string, string>();
    for (const path of [
      '/',
      '/about',
      '/contact',
      '/privacy-policy',
      '/terms-and-conditions',
      '/cookie-policy',
      '/login',
      '/register',
    ]) {
      if (path === '/') await page.goto(path);
      else await walkTo(page, path);
      await expect(page.locator('meta[property="og:url"]')).toHaveAttribute('content', page.url());
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', page.url());
      await expect(page.locator('meta[name="description"]')).toHaveCount(1);
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /[а-яё]{4}/i);
      await expect(page.locator('meta[property="og:locale"]')).toHaveAttribute('content', 'ru_RU');
      const card = page.locator('meta[property="og:image"]');
      await expect(card).toHaveAttribute('content', `${new URL(page.url()).origin}/card.png`);
      await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
      titles.set(path, await page.title());
    }
    expect(new Set(titles.values()).size).toBe(titles.size);
    for (const [path, title] of titles) expect(title, path).toContain(productName);
    expect(titles.get('/about')).toBe(`${t('about.title')} · ${productName}`);

    await page.goto('/no-such-page');
    await expect(page).toHaveTitle(`${t('notFound.title')} · ${productName}`);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    for (const [path, name] of [
      ['/forgot-password', t('forgotPassword.title')],
      ['/reset-password', t('resetPassword.title')],
      ['/freeze-account', t('freezeAccount.title')],
      ['/undo-email-change', t('undoEmailChange.title')],
      ['/cancel-withdrawal', t('cancelWithdrawal.title')],
    ] as const) {
      await walkTo(page, path);
      await expect(page, path).toHaveTitle(`${name} · ${productName}`);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    }
  });

  test('behind the sign-in is named, and kept out of search engines', async ({ signedIn, texts: { t } }) => {
    const { page } = await signedIn();
    await page.goto('/profile');
    for (const [path, name] of [
      ['/dashboard', t('nav.home')],
      ['/dashboard/transactions', t('history.title')],
      ['/dashboard/statement', t('statement.title')],
      ['/dashboard/addresses', t('addressBook.title')],
      ['/profile', t('profile.title')],
    ] as const) {
      await walkTo(page, path);
      await expect(page, path).toHaveTitle(`${name} · ${productName}`);
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
    }
  });
});

test('the app can be installed: its manifest names it, its colours and its icons', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const reply = await request.get(href ?? '');
  expect(reply.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await reply.json();
  expect(manifest).toMatchObject({
    name: productName,
    short_name: productName,
    description: expect.stringContaining(coinCode),
    start_url: '/dashboard',
    display: 'standalone',
    lang: 'en',
    dir: 'ltr',
  });
  const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons;
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of icons) {
    const edge = await page.evaluate(async (path) => {
      const picture = new Image();
      picture.src = path;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect(edge).toBe(sizes);
  }
});

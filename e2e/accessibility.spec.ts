import type { BrowserContext, Page } from '@playwright/test';
import type { Locale } from '@mercury/contract/locales.ts';
import { expectAccessibleOnEachWidth, showAsBefore } from './accessible.ts';
import { makePerson } from './accounts.ts';
import { signInStaff } from './console-staff.ts';
import { fillDesks } from './console-work.ts';
import { type BrowserWatch, test } from './test.ts';
import { accountScreens } from './screens/account-screens.ts';
import { consoleScreens } from './screens/console-screens.ts';
import { liveThrough } from './screens/history.ts';
import { publicScreens } from './screens/public-screens.ts';
import type { Screen, Visit } from './screens/screen.ts';
import { standingScreens } from './screens/standing-screens.ts';
import { walletScreens } from './screens/wallet-screens.ts';
import { walkTo } from './walk.ts';

const viewport = { width: 1280, height: 800 };
// A dozen screens each are looked at from every side.
const groupTimeoutMs = 300_000;

/** Off every screen that is looked at, so that whatever stood open on one is gone before the next. */
const neutralPath = '/nowhere';

interface Walk {
  readonly context: BrowserContext;
  readonly visit: Omit<Visit, 'page'>;
  readonly watch: BrowserWatch;
  readonly alsoIn: readonly Locale[];
}

/**
 * Walks from screen to screen as a person does, within one page; a screen where something went wrong, or still goes on,
 * has a page of its own, so that none inherits from it.
 */
async function visitAll(screens: readonly Screen[], { context, visit, watch, alsoIn }: Walk): Promise<void> {
  const pages = new Map<string, Page>();
  const pageOf = async (seenBy: string) => {
    const page = pages.get(seenBy) ?? (await context.newPage());
    pages.set(seenBy, page);
    return page;
  };
  for (const screen of screens) {
    if (screen.isUnwell === true) {
      for (const status of [400, 404, 410, 422, 503]) watch.expectRefusal(status, '/');
      watch.expectLostConnection('/v1/');
    }
    await test.step(screen.name, async () => {
      const isAlone = screen.isAlone ?? screen.isUnwell === true;
      const page = isAlone ? await context.newPage() : await pageOf(screen.seenBy ?? 'visitor');
      await screen.open({ ...visit, page });
      await expectAccessibleOnEachWidth(page, screen.name, { alsoIn });
      if (!isAlone) await walkTo(page, neutralPath);
      // The browser remembers the language.
      await showAsBefore(page, 'en', viewport);
      if (isAlone) await page.close();
    });
  }
}

test('what everybody can see keeps nobody out', async ({ openBrowser, texts, request, watch }) => {
  test.setTimeout(groupTimeoutMs);
  const person = await makePerson({ locale: 'en' });
  const context = await openBrowser({ viewport });
  const visit = { texts, request, person, other: person };
  await visitAll(publicScreens, { context, visit, watch, alsoIn: ['fa', 'ru', 'zh'] });
});

for (const [name, screens] of [
  ['the wallet', walletScreens],
  ['the portfolio', standingScreens],
  ['the account', accountScreens],
] as const) {
  test(`${name} keeps nobody out`, async ({ signedIn, texts, request, watch }) => {
    test.setTimeout(groupTimeoutMs);
    const other = await makePerson({ locale: 'en' });
    const { person, page } = await signedIn(undefined, { viewport });
    if (screens !== accountScreens) await liveThrough(request, person, other);
    // Making an API key asks for a proof.
    watch.expectRefusal(403, '/v1/api-keys');
    const visit = { texts, request, person, other };
    await visitAll(screens, { context: page.context(), visit, watch, alsoIn: ['fa'] });
  });
}

const middle = Math.ceil(consoleScreens.length / 2);
// In two, so that two workers share them.
for (const [name, screens] of [
  ['the first half of the console', consoleScreens.slice(0, middle)],
  ['the other half of the console', consoleScreens.slice(middle)],
] as const) {
  test(`${name} keeps nobody out`, async ({ openBrowser, texts, request, watch }) => {
    test.setTimeout(groupTimeoutMs);
    const { owner, customer } = await fillDesks(request);
    const context = await openBrowser({ viewport });
    await signInStaff(context, owner);
    // An act is proved anew after five minutes.
    watch.expectRefusal(403, '/console/api/');
    const visit = { texts, request, person: customer, other: customer };
    await visitAll(screens, { context, visit, watch, alsoIn: ['fa'] });
  });
}

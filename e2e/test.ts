import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import type { Locale } from '@mercury/contract/locales.ts';
import { makePerson, type Person } from './accounts.ts';
import { BrowserWatch } from './browser-watch.ts';
import { productOrigin } from './shared-product.ts';
import { type Texts, textsOf } from './texts.ts';
import { noteAwakening } from './walk.ts';

interface BrowserSettings {
  /** What the browser remembers: a session, a theme. The language under test is added. */
  stored?: Readonly<Record<string, string>>;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** What a worker answers, no test can hold up or cut off, so there is none unless the test is about it. */
  serviceWorkers?: 'allow' | 'block';
}

interface ProductOptions {
  /** The language under test. */
  language: Locale;
}

interface ProductFixtures {
  texts: Texts;
  watch: BrowserWatch;
  /** A browser of its own, as of another person; closed with the test, and watched like all. */
  openBrowser: (settings?: BrowserSettings) => Promise<BrowserContext>;
  /** Somebody registered and verified, whose browser is signed in. */
  signedIn: (person?: Person, settings?: BrowserSettings) => Promise<{ person: Person; page: Page }>;
}

export const test = base.extend<ProductOptions & ProductFixtures>({
  language: ['en', { option: true }],

  texts: async ({ language }, use) => use(await textsOf(language)),

  watch: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures that are needed here.
    async ({}, use) => {
      const watch = new BrowserWatch();
      await use(watch);
      expect(watch.unexpected(), 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],

  openBrowser: async ({ browser, language, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async ({ stored = {}, ...settings } = {}) => {
      const remembered = Object.entries({ i18nextLng: language, ...stored });
      const context = await browser.newContext({
        serviceWorkers: 'block',
        ...settings,
        storageState: {
          cookies: [],
          origins: [
            { origin: productOrigin(), localStorage: remembered.map(([name, value]) => ({ name, value })) },
          ],
        },
      });
      contexts.push(context);
      await watch.watch(context);
      await noteAwakening(context);
      return context;
    });
    for (const context of contexts) await context.close();
  },

  context: async ({ openBrowser }, use) => use(await openBrowser()),

  page: async ({ context }, use) => use(await context.newPage()),

  signedIn: async ({ openBrowser, language }, use) => {
    await use(async (known, settings) => {
      const person = known ?? (await makePerson({ locale: language }));
      const context = await openBrowser({
        ...settings,
        stored: { token: person.token, ...settings?.stored },
      });
      const page = await context.newPage();
      return { person, page };
    });
  },
});

export { expect };

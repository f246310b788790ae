import { type BrowserContext, type ConsoleMessage, expect, type Page, test as base } from '@playwright/test';
import type { Locale } from '@mercury/contract/locales.ts';
import { makePerson, type Person } from './accounts.ts';
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
      const context = await browser.newContext({ serviceWorkers: 'block', ...settings });
      contexts.push(context);
      await watch.watch(context);
      await noteAwakening(context);
      await remember(context, { i18nextLng: language, ...stored });
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

interface Problem {
  text: string;
  url: string;
}

interface Exception {
  /** Part of the message. */
  text: string | RegExp;
  /** Part of the address that the message is about. */
  url: string;
}

/** Before the first page of the product: by itself Playwright would load one for it, which costs as much as a page. */
async function remember(context: BrowserContext, stored: Readonly<Record<string, string>>): Promise<void> {
  await context.addInitScript(
    ({ origin, mark, entries }) => {
      if (location.origin !== origin || localStorage.getItem(mark) !== null) return;
      for (const [name, value] of entries) localStorage.setItem(name, value);
    },
    {
      origin: productOrigin(),
      mark: rememberedMark,
      entries: [...Object.entries(stored), [rememberedMark, ''] as const],
    },
  );
}

const rememberedMark = 'e2e-remembered';
const violationMark = 'A policy was violated:';

/** Collects what a browser complains of; a test must say beforehand which complaint is right, and of what. */
export class BrowserWatch {
  private readonly problems: Problem[] = [];
  private readonly exceptions: Exception[] = [];

  /** The browser writes a line of its own for each refused call, which a test of refusals can't avoid. */
  expectRefusal(status: number, path: string): void {
    this.exceptions.push({ text: `the server responded with a status of ${status}`, url: path });
  }

  /** The same for a call that gets no answer, because the test cut the line. */
  expectLostConnection(path: string): void {
    this.exceptions.push({ text: /net::ERR_(FAILED|INTERNET_DISCONNECTED|ABORTED)/, url: path });
  }

  /** A part of the page that can't be fetched: the browser says so, and the app says which. */
  expectMissingPart(path: string): void {
    this.expectLostConnection(path);
    this.exceptions.push({ text: /dynamically imported module/, url: '' });
  }

  /** The security policy forbids what the test tries, and the browser says so. */
  expectViolation(directive: string): void {
    this.exceptions.push({ text: directive, url: '' });
  }

  async watch(context: BrowserContext): Promise<void> {
    context.on('console', (message) => this.take(message));
    context.on('weberror', (webError) => this.problems.push({ text: String(webError.error()), url: '' }));
    await context.addInitScript((mark) => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        // The console is what is listened to.
        // oxlint-disable-next-line no-console
        console.error(mark, violatedDirective, blockedURI, sample);
      });
    }, violationMark);
  }

  unexpected(): readonly Problem[] {
    return this.problems.filter(
      (problem) =>
        !this.exceptions.some(
          ({ text, url }) =>
            problem.url.includes(url) &&
            (typeof text === 'string' ? problem.text.includes(text) : text.test(problem.text)),
        ),
    );
  }

  private take(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    this.problems.push({ text: message.text(), url: message.location().url });
  }
}

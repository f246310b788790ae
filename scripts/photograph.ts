// Photographs every screen of the product, in each width, theme and language, to be looked at by people:
//   npm run photograph -- [--languages en,fa] [--screens dashboard,profile]
//   npm run photograph -- --readme     takes the pictures of the README and of docs/console.md anew
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, request as requests } from '@playwright/test';
import { isLocale, type Locale } from '@mercury/contract/locales.ts';
import { makePerson, type Person } from '../e2e/accounts.ts';
import { signInStaff } from '../e2e/console-staff.ts';
import { fillDesks } from '../e2e/console-work.ts';
import { startProduct } from '../e2e/product.ts';
import { accountScreens } from '../e2e/screens/account-screens.ts';
import { businessScreens } from '../e2e/screens/business-screens.ts';
import { consoleScreens } from '../e2e/screens/console-screens.ts';
import { liveThrough } from '../e2e/screens/history.ts';
import { developerScreens, publicScreens } from '../e2e/screens/public-screens.ts';
import type { Screen } from '../e2e/screens/screen.ts';
import { standingScreens } from '../e2e/screens/standing-screens.ts';
import { walletScreens } from '../e2e/screens/wallet-screens.ts';
import { useProduct } from '../e2e/shared-product.ts';
import { textsOf } from '../e2e/texts.ts';
import { noteAwakening } from '../e2e/walk.ts';
import { findBrowser } from './browser.mjs';
import { type Photograph, takeAll } from './photograph/camera.ts';
import { takeConsolePictures } from './photograph/console-pictures.ts';
import { writeContactSheets } from './photograph/contact-sheets.ts';
import { takeReadmePictures } from './photograph/readme-pictures.ts';

const root = join(import.meta.dirname, '..');
const folder = process.env['PHOTOGRAPHS_DIR'] ?? join(root, 'data', 'photographs');

/** A screen that isn't there by then is left out, and told of at the end. */
const screenTimeoutMs = 15_000;
/** In all: whatever hangs, a run ends. */
const runTimeoutMs = 20 * 60_000;

const { values: wanted } = parseArgs({
  options: {
    languages: { type: 'string', default: 'en,fa' },
    screens: { type: 'string', default: '' },
    readme: { type: 'boolean', default: false },
  },
});

interface Session {
  browser: Browser;
  origin: string;
  language: Locale;
}

/** Of the console. */
interface Entrance {
  /** Whom the screens are about, if not the person who is signed in. */
  readonly seen?: Person;
  readonly enter?: (context: BrowserContext) => Promise<void>;
}

const failures: string[] = [];

function isWanted({ name }: Screen): boolean {
  return wanted.screens.split(',').some((part) => name.includes(part.trim()));
}

/** A screen after another; each gets a page of its own, so that none inherits from the one before. */
async function photographLanguage({ browser, origin, language }: Session): Promise<Photograph[]> {
  const request = await requests.newContext({ baseURL: origin });
  const texts = await textsOf(language);
  const person = await makePerson({ locale: language });
  const other = await makePerson({ locale: language });
  await liveThrough(request, person, other);

  const photographs: Photograph[] = [];
  async function visitAll(
    screens: readonly Screen[],
    token: string | undefined,
    { seen = person, enter = async () => undefined }: Entrance = {},
  ): Promise<void> {
    if (!screens.some(isWanted)) return;
    const remembered = { i18nextLng: language, ...(token !== undefined && { token }) };
    const localStorage = Object.entries(remembered).map(([name, value]) => ({ name, value }));
    const storageState = { cookies: [], origins: [{ origin, localStorage }] };
    const context = await browser.newContext({ baseURL: origin, storageState, reducedMotion: 'reduce' });
    context.setDefaultTimeout(screenTimeoutMs);
    await noteAwakening(context);
    await enter(context);
    for (const screen of screens.filter(isWanted)) {
      const page = await context.newPage();
      try {
        await screen.open({ page, texts, request, person: seen, other });
        photographs.push(...(await takeAll(page, screen, { folder, language })));
      } catch (error) {
        failures.push(`${language}, ${screen.name}: ${String(error).split('\n')[0]}`);
      }
      await page.close();
    }
    await context.close();
  }
  await visitAll([...publicScreens, ...developerScreens], undefined);
  await visitAll([...walletScreens, ...standingScreens, ...accountScreens], person.token);
  const { owner, customer } = await fillDesks(request);
  await visitAll([...consoleScreens, ...businessScreens], undefined, {
    seen: customer,
    enter: (context) => signInStaff(context, owner),
  });
  await request.dispose();
  return photographs;
}

const tooLate = setTimeout(() => {
  throw new Error('the photographs took too long');
}, runTimeoutMs);

const executablePath = findBrowser(root);
const product = await startProduct();
useProduct(product);
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox'],
});
try {
  if (wanted.readme) {
    const place = { origin: product.origin, folder: join(root, 'docs', 'pictures') };
    await takeReadmePictures(browser, place);
    await takeConsolePictures(browser, place);
  } else {
    await photographAll();
  }
} finally {
  await browser.close();
  await product.stop();
  clearTimeout(tooLate);
}
for (const failure of failures) process.stderr.write(`left out: ${failure}\n`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function photographAll(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const session = { browser, origin: product.origin };
  const languages = wanted.languages.split(',').filter(isLocale);
  const photographs = await Promise.all(
    languages.map((language) => photographLanguage({ ...session, language })),
  );
  const index = await writeContactSheets(folder, photographs.flat());
  process.stdout.write(`${photographs.flat().length} photographs: ${index}\n`);
}

import { randomBytes } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type APIRequestContext,
  type Browser,
  expect,
  type Page,
  request as requests,
} from '@playwright/test';
import { giveMoney, makePerson, type Person, topUp } from '../../e2e/accounts.ts';
import { goTo } from '../../e2e/screens/screen.ts';
import { settle } from '../../e2e/screens/settle.ts';
import { acceptByApi, quotePath } from '../../e2e/trades.ts';

/** Whoever opens the README on a slow line waits for all of them. */
const pictureBytesMax = 120_000;

/** @throws if a picture of the documents is too large */
export async function keepSmall(file: string): Promise<void> {
  const { size } = await stat(file);
  if (size > pictureBytesMax)
    throw new Error(`${file} has ${size} bytes, at most ${pictureBytesMax} allowed`);
}

interface Picture {
  readonly name: string;
  readonly language: 'en' | 'fa';
  readonly path: string;
  readonly theme: 'light' | 'dark';
  readonly viewport: { readonly width: number; readonly height: number };
  readonly scale: number;
  /** Waits for what comes last. */
  readonly untilReady: (page: Page) => Promise<void>;
}

const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };

async function untilHomeIsThere(page: Page): Promise<void> {
  await page.getByTestId('transaction').first().waitFor();
  await page.getByTestId('day-change').waitFor();
}

const pictures: readonly Picture[] = [
  {
    name: 'home',
    language: 'en',
    path: '/dashboard',
    theme: 'light',
    viewport: desktop,
    scale: 1,
    untilReady: untilHomeIsThere,
  },
  {
    name: 'trade',
    language: 'en',
    path: '/dashboard/trade',
    theme: 'dark',
    viewport: desktop,
    scale: 1,
    untilReady: (page) => page.getByRole('application').first().waitFor(),
  },
  {
    name: 'phone-persian',
    language: 'fa',
    path: '/dashboard',
    theme: 'light',
    viewport: phone,
    scale: 1.5,
    untilReady: untilHomeIsThere,
  },
];

/** Takes the pictures of the README anew, into `folder`. */
export async function takeReadmePictures(
  browser: Browser,
  { origin, folder }: { origin: string; folder: string },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const request = await requests.newContext({ baseURL: origin });
  for (const picture of pictures) {
    const { language, viewport, scale, theme } = picture;
    const person = await makeTrader(request, language);
    const storageState = {
      cookies: [],
      origins: [
        {
          origin,
          localStorage: [
            { name: 'i18nextLng', value: language },
            { name: 'token', value: person.token },
          ],
        },
      ],
    };
    const context = await browser.newContext({
      baseURL: origin,
      storageState,
      viewport,
      deviceScaleFactor: scale,
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await goTo(page, picture.path);
    await picture.untilReady(page);
    await settle(page);
    const file = join(folder, `${picture.name}.png`);
    await page.screenshot({ path: file });
    await context.close();
    await keepSmall(file);
  }
  await request.dispose();
}

const names = {
  en: { trader: 'Ada', friend: 'Grace Miller' },
  fa: { trader: 'مریم', friend: 'سارا احمدی' },
} as const;

/** Somebody with the coins, contacts and last days of a usual account. */
async function makeTrader(request: APIRequestContext, language: 'en' | 'fa'): Promise<Person> {
  const person = await makePerson({ locale: language });
  const friend = await makePerson({ locale: language });
  const send = async (method: 'POST' | 'PUT', path: string, data: object) => {
    const headers = {
      authorization: `Bearer ${person.token}`,
      'idempotency-key': randomBytes(16).toString('hex'),
    };
    const response = await request.fetch(path, { method, headers, data });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response;
  };
  await send('PUT', '/v1/users/profile', { name: names[language].trader });
  await giveMoney(person, 'USD', '2450.18');
  await giveMoney(person, 'ETH', '1.204');
  await giveMoney(person, 'SOL', '18.5');
  await topUp(request, person, '480');
  for (const fromAmount of ['900', '325']) {
    const order = { type: 'BUY', fromCurrency: 'USD', toCurrency: 'BTC', fromAmount };
    const { quote } = await (await send('POST', quotePath, order)).json();
    await acceptByApi(request, person, quote);
  }
  await send('POST', '/v1/contacts', {
    name: names[language].friend,
    walletAddress: friend.address,
    isFavorite: true,
  });
  await send('POST', '/v1/wallets/transfer', { recipientAddress: friend.address, amount: '12.5' });
  return person;
}

import type { APIRequestContext, Page } from '@playwright/test';
import { giveMoney, makePerson, type Person, signInByApi } from './accounts.ts';
import { Newcomer } from './people.ts';
import { enterPassword } from './sign-in.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';
import { walkTo } from './walk.ts';

/** What a dashboard asks for, and keeps or shows. */
const personalPaths = ['wallets/balance', 'transactions?*', 'contacts?*', 'notices'];

/** A person who can be told from others by each thing that is theirs. */
async function makeKnownPerson(request: APIRequestContext, amount: string): Promise<Person> {
  const person = await makePerson({ locale: 'en' });
  const friend = await makePerson({ locale: 'en' });
  await giveMoney(person, 'MRCY', amount);
  const headers = { authorization: `Bearer ${person.token}` };
  await request.post('/v1/contacts', {
    headers,
    data: { name: `friend of ${person.username}`, walletAddress: friend.address, isFavorite: false },
  });
  const sent = await request.post('/v1/wallets/transfer', {
    headers: { ...headers, 'idempotency-key': person.username },
    data: { recipientAddress: friend.address, amount: '1', currency: 'MRCY' },
  });
  expect(sent.ok()).toBe(true);
  return person;
}

/** The next answer to each question about a person is there, and is kept from the page until it is released. */
async function holdAnswers(page: Page): Promise<{ untilHeld: () => Promise<void>; release: () => void }> {
  const released = Promise.withResolvers<void>();
  const held = personalPaths.map(async (path) => {
    const isHeld = Promise.withResolvers<void>();
    await page.route(
      `**/v1/${path}`,
      async (route) => {
        const response = await route.fetch();
        isHeld.resolve();
        await released.promise;
        // The page may have given up on it, which is as well.
        await route.fulfill({ response }).catch(() => undefined);
      },
      { times: 1 },
    );
    return { isHeld: isHeld.promise };
  });
  const routes = await Promise.all(held);
  return {
    untilHeld: async () => {
      await Promise.all(routes.map(({ isHeld }) => isHeld));
    },
    release: () => released.resolve(),
  };
}

/** All that the page shows and the browser keeps. */
async function everythingOf(page: Page): Promise<string> {
  return page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(localStorage));
}

async function expectOnly(page: Page, { money }: Texts, shown: { of: Person; has: string; not: Person }) {
  await expect(page.getByTestId('balance')).toHaveText(money(shown.has, 'MRCY'));
  await expect(page.getByText(`friend of ${shown.of.username}`)).toHaveCount(2);
  const everything = await everythingOf(page);
  const known = [shown.of.address, shown.not.username, shown.not.address];
  expect(known.filter((each) => everything.includes(each))).toEqual([shown.of.address]);
}

for (const where of ['the same tab', 'another tab']) {
  test(`what was asked in one session is shown and kept in no other: signing in from ${where}`, async ({
    signedIn,
    request,
    texts,
  }) => {
    const first = await makeKnownPerson(request, '112');
    const second = await makeKnownPerson(request, '223');
    const { page } = await signedIn(first);
    await page.goto('/dashboard');
    await expectOnly(page, texts, { of: first, has: '111', not: second });

    const answers = await holdAnswers(page);
    await page.reload();
    await answers.untilHeld();
    const elsewhere = where === 'the same tab' ? page : await page.context().newPage();
    if (elsewhere !== page) await elsewhere.goto('/about');
    await new Newcomer(elsewhere, texts, first).signOut();
    await walkTo(elsewhere, '/login');
    await enterPassword(elsewhere.getByRole('main'), texts, second);
    await expectOnly(elsewhere, texts, { of: second, has: '222', not: first });

    answers.release();
    if (elsewhere !== page) await page.bringToFront();
    await walkTo(page, '/dashboard/transactions');
    await walkTo(page, '/dashboard');
    await expectOnly(page, texts, { of: second, has: '222', not: first });
    await page.reload();
    await expectOnly(page, texts, { of: second, has: '222', not: first });
  });
}

/** Runs in the browser, before the app: it hears nothing of other tabs, like one that the browser has frozen. */
function hearNothing(): void {
  addEventListener('storage', (event) => event.stopImmediatePropagation(), true);
}

test('a tab that was frozen signs nobody out but whom it had itself, and then shows who is there', async ({
  signedIn,
  request,
  texts,
  watch,
}) => {
  watch.expectRefusal(401, '/v1/');
  const first = await makeKnownPerson(request, '112');
  const second = await makeKnownPerson(request, '223');
  const { page } = await signedIn(first);
  await page.addInitScript(hearNothing);
  await page.goto('/dashboard');
  await expectOnly(page, texts, { of: first, has: '111', not: second });

  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/about');
  const tokenOfSecond = await signInByApi(request, second);
  // At once, so that the frozen tab finds out that its session is over when the next one is there.
  await elsewhere.evaluate((token) => localStorage.setItem('token', token), tokenOfSecond);
  await request.post('/v1/auth/logout', { headers: { authorization: `Bearer ${first.token}` } });

  await walkTo(page, '/dashboard/transactions');
  await walkTo(page, '/dashboard');
  await expectOnly(page, texts, { of: second, has: '222', not: first });
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(tokenOfSecond);
});

import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expireQuote, giveMoney } from './accounts.ts';
import { hold } from './calls.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';
import { acceptByApi, availableOf, quoteIn, quotePath, TradeScreen } from './trades.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an offer counts down and renews itself while somebody looks, and not while the page is hidden', async ({
  signedIn,
  texts,
}) => {
  const { person, page } = await signedIn();
  await giveMoney(person, 'USD', '50');
  await page.clock.install();
  const trade = new TradeScreen(page, texts);
  await trade.open('?type=BUY&to=MRCY');
  const first = await trade.type(trade.given('buy'), '50');
  await expect(trade.countdown).toHaveText(/1[0-5]/);
  await page.clock.runFor(10_000);
  await expect(trade.countdown).toHaveText(/\b[1-5] /);
  const next = trade.nextQuote();
  await page.clock.runFor(5000);
  const second = await quoteIn(await next);
  expect(second.id).not.toBe(first.id);
  await expect(trade.countdown).toHaveText(/1[0-5]/);

  await showAs(page, 'hidden');
  let askedCount = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith(quotePath)) askedCount += 1;
  });
  await page.clock.runFor(20_000);
  await expect(trade.countdown).toHaveText(texts.t('trade.renewing'));
  expect(askedCount).toBe(0);
  const renewed = trade.nextQuote();
  await showAs(page, 'visible');
  await renewed;
});

/** A browser without a window never hides a page by itself. */
async function showAs(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((next) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => next });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

/** Up to the review of a purchase for 40 dollars: at the operator's price, after spread and fee, 69.65 MRCY. */
async function reviewPurchase(page: Page, texts: Texts) {
  const trade = new TradeScreen(page, texts);
  await trade.open('?type=BUY&to=MRCY');
  const quote = await trade.type(trade.given('buy'), '40');
  return { trade, quote, dialog: await trade.review('buy') };
}

test('an offer that ran out is refused, and the new one can be confirmed', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(422, '/accept');
  const { person, page } = await signedIn();
  await giveMoney(person, 'USD', '50');
  const { trade, quote, dialog } = await reviewPurchase(page, texts);
  await expireQuote(quote.id);
  const renewed = trade.nextQuote();
  await trade.confirmIn(dialog).click();
  await expect(dialog.getByRole('alert')).toContainText('This price has expired.');
  await renewed;
  await expectAccessible(page, 'the review of an offer that ran out');
  await trade.confirmIn(dialog).click();
  await expect(trade.outcome('buy')).toBeVisible();
  expect(await availableOf(request, person, 'USD')).toBe('10.00');
});

test('an offer that another tab has used says so, and moves nothing again', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(422, '/accept');
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'USD', '100');
  const trade = new TradeScreen(page, texts);
  await trade.open('?type=BUY&to=MRCY');
  const quote = await trade.type(trade.given('buy'), '50');
  const dialog = await trade.review('buy');
  await acceptByApi(request, person, quote);
  await trade.confirmIn(dialog).click();
  await expect(dialog.getByRole('alert')).toContainText('This price has already been used.');
  await expect(dialog.getByRole('link', { name: t('trade.seeTransactions') })).toBeVisible();
  expect(await availableOf(request, person, 'USD')).toBe('50.00');
});

/** What of each try to accept would make it another intent. */
function watchTries(page: Page): { path: string; key: string | undefined }[] {
  const tries: { path: string; key: string | undefined }[] = [];
  page.on('request', (sent) => {
    if (!sent.url().endsWith('/accept')) return;
    tries.push({ path: new URL(sent.url()).pathname, key: sent.headers()['idempotency-key'] });
  });
  return tries;
}

/** The server does what the next try asks for, and its answer is lost once it is told to be. */
async function loseNextAnswer(page: Page, until: Promise<void>): Promise<void> {
  await page.route(
    '**/accept',
    async (route) => {
      await route.fetch();
      await until;
      await route.abort();
    },
    { times: 1 },
  );
}

test('a renewal that was on its way does not take the place of what was confirmed: it keeps its place outside the review, and a reload tells what became of it', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectLostConnection('/accept');
  const { person, page } = await signedIn();
  await giveMoney(person, 'USD', '100');
  const { t } = texts;
  const tries = watchTries(page);
  await page.clock.install();
  const { trade, dialog } = await reviewPurchase(page, texts);
  const releaseRenewal = await hold(page, `**${quotePath}`);
  const asked = page.waitForRequest((sent) => sent.url().endsWith(quotePath));
  // Over for the browser, while the server still keeps its word.
  await page.clock.runFor(15_000);
  const renewal = await asked;
  let lose = () => {};
  await loseNextAnswer(page, new Promise((resolve) => (lose = resolve)));
  await trade.confirmIn(dialog).click();
  await expect.poll(() => availableOf(request, person, 'USD')).toBe('60.00');
  await releaseRenewal();
  // It has come by now, or was given up.
  await renewal.response();
  lose();
  await expect(dialog.getByText(t('trade.answerLost'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const main = page.locator('main');
  await expect(main.getByText(t('trade.answerLost'))).toBeVisible();
  await expect(trade.reviewButton).toHaveCount(0);
  await expectAccessible(page, 'an offer whose answer was lost');

  await page.reload();
  await expect(main.getByText(t('trade.answerLost'))).toBeVisible();
  // The offer is over: asking again can't buy any more.
  await page.clock.runFor(15_000);
  await expect(trade.outcome('buy')).toBeVisible();
  expect(tries).toHaveLength(2);
  expect(tries[1]).toEqual(tries[0]);
  expect(await availableOf(request, person, 'USD')).toBe('60.00');
});

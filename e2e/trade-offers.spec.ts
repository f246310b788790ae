import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';
import { acceptByApi, availableOf, fundDollars, quoteIn, quotePath, shown, TradeScreen } from './trades.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an offer counts down and renews itself while somebody looks, and not while the page is hidden', async ({
  signedIn,
  texts,
  request,
}) => {
  const { person, page } = await signedIn();
  await fundDollars(request, person, '50');
  const trade = new TradeScreen(page, texts);
  await trade.open('?type=BUY&to=MRCY');
  const first = await trade.type(trade.given('buy'), '50');
  await expect(trade.countdown).toHaveText(/1[0-5]/);
  await expect(trade.countdown).toHaveText(/\b[1-5] /, { timeout: 15_000 });
  const second = await quoteIn(await trade.nextQuote());
  expect(second.id).not.toBe(first.id);
  await expect(trade.countdown).toHaveText(/1[0-5]/);

  await showAs(page, 'hidden');
  let askedCount = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith(quotePath)) askedCount += 1;
  });
  await expect(trade.countdown).toHaveText(texts.t('trade.renewing'), { timeout: 20_000 });
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
async function reviewPurchase(page: Page, texts: Texts): Promise<{ trade: TradeScreen; dialog: Locator }> {
  const trade = new TradeScreen(page, texts);
  await trade.open('?type=BUY&to=MRCY');
  await trade.type(trade.given('buy'), '40');
  return { trade, dialog: await trade.review('buy') };
}

test('an offer that ran out is refused, and the new one can be confirmed', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectRefusal(422, '/accept');
  const { person, page } = await signedIn();
  await fundDollars(request, person, '50');
  // The browser believes that the offer is good for a minute longer than it is.
  await page.route(`**${quotePath}`, async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    reply.quote.expiresAt = new Date(Date.parse(reply.quote.expiresAt) + 60_000).toISOString();
    await route.fulfill({ response, json: reply });
  });
  const { trade, dialog } = await reviewPurchase(page, texts);
  await page.unroute(`**${quotePath}`);
  // Longer than any offer is good for.
  await expect(trade.countdown).toHaveText(/5\d/, { timeout: 20_000 });
  const renewed = trade.nextQuote();
  await trade.confirmIn(dialog).click();
  await expect(dialog.getByRole('alert')).toContainText('This offer has run out.');
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
  await fundDollars(request, person, '100');
  const trade = new TradeScreen(page, texts);
  await trade.open('?type=BUY&to=MRCY');
  const quote = await trade.type(trade.given('buy'), '50');
  const dialog = await trade.review('buy');
  await acceptByApi(request, person, quote);
  await trade.confirmIn(dialog).click();
  await expect(dialog.getByRole('alert')).toContainText('This offer was used already.');
  await expect(dialog.getByRole('link', { name: t('trade.seeTransactions') })).toBeVisible();
  expect(await availableOf(request, person, 'USD')).toBe('50.00');
});

test('figures that have changed are told, and want another confirmation', async ({
  signedIn,
  texts,
  request,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await fundDollars(request, person, '50');
  // The first offer looks better than any, and is over soon.
  await page.route(
    `**${quotePath}`,
    async (route) => {
      const response = await route.fetch();
      const reply = await response.json();
      reply.quote.toAmount = '99.00000000';
      reply.quote.expiresAt = new Date(Date.parse(reply.quote.createdAt) + 6000).toISOString();
      await route.fulfill({ response, json: reply });
    },
    { times: 1 },
  );
  const { trade, dialog } = await reviewPurchase(page, texts);
  await expect(dialog).toContainText(shown(texts, '99', 'MRCY'));
  await expect(
    dialog.getByText(
      t('trade.arrivalChanged', {
        now: `\u2066${shown(texts, '69.65', 'MRCY')}\u2069`,
        before: `\u2066${shown(texts, '99', 'MRCY')}\u2069`,
      }),
    ),
  ).toBeVisible({ timeout: 15_000 });
  await trade.confirmIn(dialog).click();
  await expect(trade.outcome('buy')).toContainText(shown(texts, '69.65', 'MRCY'));
});

test('a lost answer is tried again as it was, and trades once', async ({
  signedIn,
  texts,
  request,
  watch,
}) => {
  watch.expectLostConnection('/accept');
  const { t } = texts;
  const { person, page } = await signedIn();
  await fundDollars(request, person, '100');
  const keys: (string | undefined)[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/accept')) keys.push(sent.headers()['idempotency-key']);
  });
  await page.route(
    '**/accept',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const { trade, dialog } = await reviewPurchase(page, texts);
  await trade.confirmIn(dialog).click();
  await expect(dialog.getByText(t('trade.answerLost'))).toBeVisible();
  await trade.confirmIn(dialog).click();
  await expect(trade.outcome('buy')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  expect(await availableOf(request, person, 'USD')).toBe('60.00');
});

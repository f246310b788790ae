import type { Page } from '@playwright/test';
import { confirmPayments, giveMoney, type Person } from './accounts.ts';
import { field } from './people.ts';
import { expect, test } from './test.ts';
import type { Texts } from './texts.ts';
import { availableOf, quoteIn, shown, TradeScreen } from './trades.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** So long the form says that it leads to another page. */
const redirectMs = 1500;

async function topUpDollars(
  page: Page,
  { t }: Texts,
  { person, amountAsTyped }: { person: Person; amountAsTyped: string },
): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: t('ways.addTitle') })
    .click();
  const ways = page.getByRole('dialog', { name: t('ways.addTitle') });
  await ways.getByRole('button', { name: t('wallet.topUp') }).click();
  const dialog = page.getByRole('dialog', { name: t('topup.title') });
  await expect(dialog.getByRole('radio', { name: t('topup.creditDollars') })).toBeChecked();
  await field(dialog, t('topup.amount')).fill(amountAsTyped);
  await dialog.getByRole('button', { name: t('topup.topUpNow') }).click();
  await expect(dialog.getByText(t('topup.redirecting'))).toBeVisible();
  await page.clock.fastForward(redirectMs);
  await page.waitForURL('/pay/*');
  await page.getByRole('button', { name: t('pay.payNow') }).click();
  await expect(page.getByTestId('payment')).toHaveCount(1);
  await confirmPayments(person);
  await expect(page.getByRole('heading', { name: t('pay.completedTitle') })).toBeVisible();
}

for (const { language, typed, direction } of [
  { language: 'en', typed: '100', direction: 'ltr' },
  { language: 'fa', typed: '۱۰۰', direction: 'rtl' },
] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test('whoever has nothing tops up in dollars, buys with them, and finds the purchase in the history', async ({
      signedIn,
      texts,
      request,
    }) => {
      const { t, money } = texts;
      const { person, page } = await signedIn();
      await page.clock.install();
      await page.goto('/dashboard');
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      await page.getByRole('link', { name: t('transaction.firstTrade') }).click();
      await expect(page).toHaveURL('/dashboard/trade');
      const trade = new TradeScreen(page, texts);
      await expect(trade.reviewButton).toHaveCount(0);
      await expect(page.getByText(t('trade.emptyText'))).toBeVisible();
      await topUpDollars(page, texts, { person, amountAsTyped: typed });

      await trade.open('?to=MRCY');
      await trade.type(trade.given('buy'), typed);
      // 100 less a fee of 0.25%, at 0.57 each and a spread of 0.5%.
      const offered = new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en-GB').format(174.125);
      await expect(trade.got).toHaveValue(offered);
      await expect(page.getByText(`· ${t('trade.source.operator')}`)).toBeVisible();
      const dialog = await trade.review('buy');
      await expect(dialog).toContainText(shown(texts, '100', 'USD'));
      await expect(dialog).toContainText(shown(texts, '0.25', 'USD'));
      await expect(dialog).toContainText(shown(texts, '174.125', 'MRCY'));
      await trade.confirmIn(dialog).click();

      const outcome = trade.outcome('buy');
      await expect(outcome).toContainText(shown(texts, '174.125', 'MRCY'));
      expect(await availableOf(request, person, 'USD')).toBe('0.00');
      expect(await availableOf(request, person, 'MRCY')).toBe('174.12500000');
      await outcome.getByRole('link', { name: t('trade.seeTransaction') }).click();
      const details = page.getByRole('dialog', { name: t('trade.history.bought', { currency: 'MRCY' }) });
      await expect(details).toContainText(shown(texts, '0.25', 'USD'));
      await details.getByRole('button', { name: t('ui.close') }).click();
      await expect(page).toHaveURL('/dashboard/transactions');
      const row = page.getByTestId('transaction').first();
      await expect(row).toContainText(money('100', 'USD').replace(' ', '\u00a0'));
    });
  });
}

test('sells for dollars, typed as what is to arrive, and exchanges one coin for another', async ({
  signedIn,
  texts,
  request,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  const trade = new TradeScreen(page, texts);
  await trade.open('?from=MRCY');
  await expect(page.getByRole('tab', { name: t('trade.type.sell') })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const sale = await trade.type(trade.got, '20');
  expect(sale.toAmount).toBe('20.00');
  await expect(trade.given('sell')).toHaveValue(sale.fromAmount.replace(/0+$/, ''));
  await trade.confirmIn(await trade.review('sell')).click();
  await expect(trade.outcome('sell')).toContainText(shown(texts, '20', 'USD'));
  expect(await availableOf(request, person, 'USD')).toBe('20.00');

  await trade
    .outcome('sell')
    .getByRole('button', { name: t('trade.again') })
    .click();
  await page.getByRole('tab', { name: t('trade.type.exchange') }).click();
  const exchange = await trade.type(trade.given('exchange'), '10');
  await trade.confirmIn(await trade.review('exchange')).click();
  await expect(trade.outcome('exchange')).toContainText(shown(texts, exchange.toAmount, 'BTC'));
  expect(await availableOf(request, person, 'BTC')).toBe(exchange.toAmount);

  await page.goto('/dashboard');
  const rows = page.getByTestId('transaction');
  await expect(rows.nth(0)).toContainText(t('trade.history.exchanged', { from: 'MRCY', to: 'BTC' }));
  await expect(rows.nth(1)).toContainText(t('trade.history.sold', { currency: 'MRCY' }));
});

test('an asset and a coin of the market lead to their own trade', async ({ signedIn, texts }) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'MRCY', '100');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: t('assets.actions', { name: 'Mercury' }) }).click();
  await page.getByRole('menuitem', { name: t('trade.title') }).click();
  const trade = new TradeScreen(page, texts);
  await expect(trade.given('sell')).toBeVisible();
  await page.goto('/market/bitcoin');
  for (const { link, tab, search } of [
    { link: t('trade.coin.buy', { currency: 'BTC' }), tab: t('trade.type.buy'), search: '?type=BUY&to=BTC' },
    {
      link: t('trade.coin.sell', { currency: 'BTC' }),
      tab: t('trade.type.sell'),
      search: '?type=SELL&from=BTC',
    },
  ]) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('combobox').filter({ hasText: 'BTC' })).toHaveCount(1);
    await expect(page).toHaveURL(`/dashboard/trade${search}`);
    await page.goBack();
    await expect(page).toHaveURL('/market/bitcoin');
  }
});

test('the page begins with Bitcoin, a coin is found by its name, and a quarter of the dollars buys it', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'USD', '50.02');
  const trade = new TradeScreen(page, texts);
  await trade.open();
  await expect(trade.picker('to')).toHaveText('BTC');
  await expect(page.getByTestId('price-summary')).toBeVisible();
  await trade.picker('to').click();
  await expect(page.getByRole('combobox', { name: t('markets.search') })).toBeFocused();
  await page.keyboard.type('ethereum');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(trade.picker('to')).toHaveText('ETH');
  await page.reload();
  await expect(trade.picker('to')).toHaveText('ETH');
  await expect(page.getByRole('heading', { level: 2, name: /ETH/ })).toBeVisible();
  const answered = trade.nextQuote();
  await page.getByRole('button', { name: '25%', exact: true }).click();
  expect((await quoteIn(await answered)).fromAmount).toBe('12.50');
});

test('the keyboard alone trades, from the amount to the next amount, and another tab hears of it within a second', async ({
  signedIn,
  texts,
}) => {
  const { t } = texts;
  const { person, page } = await signedIn();
  await giveMoney(person, 'USD', '50');
  const dashboard = await page.context().newPage();
  await dashboard.goto('/dashboard');
  await expect(dashboard.getByText(t('transaction.emptyTitle'))).toBeVisible();
  const trade = new TradeScreen(page, texts);
  await trade.open('?type=BUY&to=MRCY');
  await trade.given('buy').focus();
  const answered = trade.nextQuote();
  await page.keyboard.type('40');
  await answered;
  await expect(trade.reviewButton).toBeEnabled();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: t('trade.reviewTitle.buy') });
  await expect(trade.confirmIn(dialog)).toBeFocused();
  await expect(trade.confirmIn(dialog)).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Enter');
  await expect(trade.outcome('buy')).toBeVisible();
  await expect(dashboard.getByTestId('transaction')).toHaveCount(1, { timeout: 1000 });
  await expect(dashboard.getByTestId('balance')).toHaveAttribute('data-amount', '69.65000000', {
    timeout: 1000,
  });
  await page.keyboard.press('Escape');
  await expect(trade.outcome('buy')).toHaveCount(0);
  await expect(trade.given('buy')).toHaveValue('');
});

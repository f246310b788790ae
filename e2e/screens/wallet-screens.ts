import { expect } from '@playwright/test';
import { makePerson } from '../accounts.ts';
import { passRetries } from '../calls.ts';
import { field } from '../people.ts';
import { quotePath, TradeScreen } from '../trades.ts';
import { dialogOf, goTo, goToFailing, press, type Screen, type Visit } from './screen.ts';

function page(name: string, path: string): Screen {
  return { name, open: async (visit) => goTo(visit.page, path) };
}

function dialog(name: string, open: Screen['open']): Screen {
  return { name, isDialog: true, open };
}

async function goToDashboard({ page }: Visit): Promise<void> {
  await goTo(page, '/dashboard');
  await page.getByTestId('transaction').first().waitFor();
}

async function openTransfer(visit: Visit) {
  const { t } = visit.texts;
  await goToDashboard(visit);
  await press(visit.page, t('wallet.transfer'));
  const form = dialogOf(visit.page, t('transfer.title'));
  await field(form, t('transfer.amount')).waitFor();
  return form;
}

/** A sale of what the visitor has; the operator's price is the same in every picture. */
async function openTrade({ page, texts }: Visit): Promise<TradeScreen> {
  const trade = new TradeScreen(page, texts);
  await goTo(page, '/dashboard/trade?type=SELL&from=MRCY&to=USD');
  await trade.type(trade.given('sell'), '100');
  await expect(trade.reviewButton).toBeEnabled();
  return trade;
}

async function openWithdrawal(visit: Visit) {
  const { t } = visit.texts;
  await goToDashboard(visit);
  await press(visit.page, t('wallet.withdraw'));
  const form = dialogOf(visit.page, t('withdraw.title'));
  await field(form, t('withdraw.amount')).waitFor();
  return form;
}

/** To the server the page is somebody else's, who has nothing yet; what the browser remembers is as before. */
async function asNewcomer({ page, texts }: Visit, path: string): Promise<void> {
  if (page.url() === 'about:blank') {
    const { token } = await makePerson({ locale: texts.locale });
    await page.route('**/v1/**', async (route) => {
      await route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } });
    });
  }
  await goTo(page, path);
}

/** As after a reload: nobody knows what became of the order. */
async function loseTrade(visit: Visit): Promise<void> {
  const { page: tab, texts } = visit;
  const trade = await openTrade(visit);
  const review = await trade.review('sell');
  await tab.route('**/accept', (route) => route.abort());
  await trade.confirmIn(review).click();
  await review.getByText(texts.t('trade.answerLost')).waitFor();
  await tab.reload();
  await tab.getByText(texts.t('trade.answerLost')).waitFor();
}

/** What a signed-in person sees of their money. */
export const walletScreens: readonly Screen[] = [
  { name: 'dashboard', open: goToDashboard },
  { name: 'dashboard, empty', seenBy: 'newcomer', open: async (visit) => asNewcomer(visit, '/dashboard') },
  {
    name: 'dashboard, loading',
    isAlone: true,
    open: async ({ page }) => {
      // Never answered while it is looked at; given up with the route.
      await page.route(/\/v1\/(wallets|transactions|contacts|config)/, () => undefined);
      await page.goto('/dashboard');
      // The page itself has come; what it shows has not.
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('main [aria-busy="true"]').first().waitFor();
    },
  },
  {
    name: 'dashboard, failed',
    isUnwell: true,
    open: async ({ page }) => goToFailing(page, '/dashboard', /\/v1\/(wallets|transactions|contacts)/),
  },
  dialog('top up', async (visit) => {
    const { t } = visit.texts;
    await goToDashboard(visit);
    await press(visit.page, t('wallet.topUp'));
    await press(dialogOf(visit.page, t('topup.title')), t('topup.topUpNow'));
  }),
  dialog('deposit to an address', async (visit) => {
    const { t } = visit.texts;
    await goToDashboard(visit);
    await press(visit.page, t('wallet.deposit'));
    await visit.page
      .getByRole('img', { name: /QR|二维码/ })
      .or(dialogOf(visit.page, t('deposit.title')))
      .first()
      .waitFor();
  }),
  dialog('deposit on a payment page', async (visit) => {
    const { t } = visit.texts;
    await goToDashboard(visit);
    await press(visit.page, t('wallet.deposit'));
    await visit.page.getByRole('tab', { name: t('deposit.byPage') }).click();
  }),
  dialog('withdraw', async (visit) => {
    const form = await openWithdrawal(visit);
    await field(form, visit.texts.t('withdraw.amount')).fill('10.5');
  }),
  dialog('withdraw, review', async (visit) => {
    const { t } = visit.texts;
    const form = await openWithdrawal(visit);
    await field(form, t('withdraw.amount')).fill('10.5');
    await press(form, t('withdraw.review'));
    await dialogOf(visit.page, t('withdraw.reviewTitle')).waitFor();
  }),
  dialog('transfer, refused', async (visit) => {
    const form = await openTransfer(visit);
    const { t } = visit.texts;
    await field(form, t('transfer.amount')).fill('1000000');
    await field(form, t('transfer.recipientAddress')).fill('mrcy1mistyped');
    await press(form, t('transfer.review'));
  }),
  dialog('transfer, review', async (visit) => {
    const { t } = visit.texts;
    const form = await openTransfer(visit);
    await field(form, t('transfer.amount')).fill('5');
    await field(form, t('transfer.recipientAddress')).fill(visit.other.address);
    await press(form, t('transfer.review'));
    await dialogOf(visit.page, t('transfer.reviewTitle')).waitFor();
  }),
  dialog('transfer, to a username', async (visit) => {
    const { t } = visit.texts;
    const form = await openTransfer(visit);
    await field(form, t('transfer.amount')).fill('5');
    await field(form, t('transfer.recipientAddress')).fill(`@${visit.other.username}`);
    await form
      .getByText(t('transfer.firstTime'))
      .or(form.getByText(t('transfer.paidBefore')))
      .waitFor();
  }),
  dialog('transfer, to an email', async (visit) => {
    const { t } = visit.texts;
    const form = await openTransfer(visit);
    await field(form, t('transfer.recipientAddress')).fill('nobody@example.com');
    await form.getByText(t('transfer.emailOfNobody')).waitFor();
  }),
  dialog('add money', async (visit) => {
    await goTo(visit.page, '/dashboard?dialog=add-money');
    await dialogOf(visit.page, visit.texts.t('ways.addTitle')).waitFor();
  }),
  dialog('send', async (visit) => {
    await goTo(visit.page, '/dashboard?dialog=send&dialog-currency=USD');
    await dialogOf(visit.page, visit.texts.t('ways.sendTitle')).waitFor();
  }),
  dialog('request money', async (visit) => {
    const { t } = visit.texts;
    await goTo(visit.page, '/dashboard?dialog=request');
    await field(dialogOf(visit.page, t('request.title')), t('request.amount')).fill('12.5');
  }),
  page('request', '/request/grace_hopper?currency=BTC&amount=0.25&note=Rent'),
  dialog('transaction', async (visit) => {
    await goToDashboard(visit);
    await visit.page.getByTestId('transaction').nth(1).click();
    await visit.page.getByRole('dialog').waitFor();
  }),
  dialog('new contact', async (visit) => {
    const { t } = visit.texts;
    await goToDashboard(visit);
    await press(visit.page, t('contacts.add'));
    await press(dialogOf(visit.page, t('contacts.addTitle')), t('contacts.save'));
  }),
  dialog('edit contact', async (visit) => {
    const { t } = visit.texts;
    await goToDashboard(visit);
    await press(visit.page, t('contacts.edit', { name: 'Maryam Sadeghi' }));
    await dialogOf(visit.page, t('contacts.editTitle')).waitFor();
  }),
  { name: 'trade', open: async (visit) => void (await openTrade(visit)) },
  page('trade, bitcoin', '/dashboard/trade?type=BUY&to=BTC'),
  dialog('trade, choice of a coin', async ({ page: tab, texts }) => {
    await goTo(tab, '/dashboard/trade?type=BUY&to=BTC');
    await new TradeScreen(tab, texts).picker('to').click();
    await tab.getByRole('option').first().waitFor();
  }),
  { name: 'trade, empty', seenBy: 'newcomer', open: async (visit) => asNewcomer(visit, '/dashboard/trade') },
  {
    name: 'trade, too much',
    open: async (visit) => {
      const trade = await openTrade(visit);
      await trade.type(trade.given('sell'), '10000');
      await trade.given('sell').and(visit.page.locator('[aria-invalid]')).waitFor();
    },
  },
  {
    name: 'trade, no offer',
    isUnwell: true,
    open: async ({ page: tab, texts }) => {
      await tab.clock.install();
      await tab.route(`**${quotePath}`, (route) =>
        route.fulfill({ status: 503, json: { success: false, error: 'PriceStale', message: '' } }),
      );
      await goTo(tab, '/dashboard/trade?type=SELL&from=MRCY&to=USD');
      await new TradeScreen(tab, texts).given('sell').fill('100');
      await passRetries(tab.getByText(texts.t('trade.failedToQuote')));
    },
  },
  dialog('trade, review', async (visit) => {
    const trade = await openTrade(visit);
    await trade.review('sell');
  }),
  dialog('trade, done', async (visit) => {
    const trade = await openTrade(visit);
    await trade.confirmIn(await trade.review('sell')).click();
    await trade.outcome('sell').waitFor();
  }),
  {
    name: 'trade, answer lost',
    isUnwell: true,
    open: loseTrade,
  },
  {
    name: 'trade, not gone through',
    isUnwell: true,
    open: async (visit) => {
      const { page: tab, texts } = visit;
      await tab.clock.install();
      await loseTrade(visit);
      await tab.route('**/accept', (route) =>
        route.fulfill({ status: 422, json: { success: false, error: 'QuoteExpired', message: '' } }),
      );
      await press(tab, texts.t('common.retry'));
      await new TradeScreen(tab, texts).given('sell').waitFor();
    },
  },
  page('history', '/dashboard/transactions'),
  page('history, nothing found', '/dashboard/transactions?from=2998-01-01'),
  page('statement', '/dashboard/statement'),
  page('address book', '/dashboard/addresses'),
  {
    name: 'address book, empty',
    seenBy: 'newcomer',
    open: async (visit) => asNewcomer(visit, '/dashboard/addresses'),
  },
  dialog('new withdrawal address', async (visit) => {
    const { t } = visit.texts;
    await goTo(visit.page, '/dashboard/addresses');
    await press(visit.page, t('addressBook.add'));
    await press(dialogOf(visit.page, t('addressBook.addTitle')), t('addressBook.save'));
  }),
];

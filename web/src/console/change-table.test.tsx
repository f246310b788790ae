import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { loadTextsOf } from '../i18n/i18n.ts';
import { renderApp } from '../test/render-app.tsx';
import { ChangeTable } from './change-table.tsx';

beforeEach(() => loadTextsOf('console'));

const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });

it('says in words what is so and what will be', async () => {
  await renderApp(
    <ChangeTable
      before={{
        state: 'held',
        frozenSince: '2026-11-01T09:00:00.000Z',
        fee: '0.00010000 BTC',
        hasFailed: false,
      }}
      after={{ state: 'queued', frozenSince: null, sentIn24Hours: '1.23400000 BTC', sessionCount: 1200 }}
    />,
  );
  await expect.element(row('State')).toMatchTextContent('StateNeeds approvalQueued');
  const since = row('Frozen since');
  await expect.element(since).toMatchTextContent(/Nov 1, 2026.*none$/);
  await expect.element(since.getByRole('time')).toHaveAttribute('datetime', '2026-11-01T09:00:00.000Z');
  await expect.element(row('Fee')).toMatchTextContent('Fee0.0001 BTC–');
  await expect.element(row('Sent within 24 hours')).toMatchTextContent('Sent within 24 hours–1.234 BTC');
  await expect.element(row('Dropped by the network')).toMatchTextContent(/no–$/);
  await expect.element(row('Sessions')).toMatchTextContent(/1,200$/);
});

it('knows the words of a correction, and the currency that stands beside an amount', async () => {
  await renderApp(
    <ChangeTable
      before={{ template: 'credit_person', kind: 'withdrawal' }}
      after={{
        template: 'credit_person',
        kind: 'reversal',
        subject: { kind: 'person', id: '018f0000-0000-7000-8000-000000000001', name: 'ada' },
        amount: '2.50000000',
        currency: 'MRCY',
        accounts: ['house · corrections: 0.00000000 → -2.50000000 MRCY', '@ada · available: 5 → 7.5 MRCY'],
      }}
    />,
  );
  await expect.element(row('What is done')).toMatchTextContent(/Credit a person/);
  await expect.element(row('About')).toMatchTextContent('About–ada');
  await expect.element(row('Kind')).toMatchTextContent('KindWithdrawalReversal');
  await expect.element(row('Amount')).toMatchTextContent('Amount–2.50 MRCY');
  await expect.element(row('Accounts')).toMatchTextContent(/House · corrections: 0.00 MRCY → −2.50 MRCY/);
  await expect.element(row('Accounts')).toMatchTextContent(/@ada · available: 5.00 MRCY → 7.50 MRCY/);
});

it('leaves as it was recorded what has no words', async () => {
  await renderApp(
    <ChangeTable before={{}} after={{ feeRateBps: 'twelve', nested: { amount: '1', currency: 'BTC' } }} />,
  );
  await expect.element(row('\u2066feeRateBps\u2069')).toMatchTextContent(/–twelve$/);
  await expect.element(row('\u2066nested\u2069')).toMatchTextContent(/Amount1.00 BTCCurrencyBTC/);
});

it('tells times and names in the reader’s language', async () => {
  await renderApp(
    <ChangeTable before={{ frozenBy: 'operator' }} after={{ frozenSince: '2026-11-01T09:00:00.000Z' }} />,
    {
      locale: 'fa',
    },
  );
  await expect.element(row('مسدودکننده')).toMatchTextContent(/کارکنان/);
  await expect.element(row('مسدود از')).toMatchTextContent(/۱۴۰۵/);
});

it('tells of a level in the reader’s language, in the order of its page', async () => {
  await renderApp(
    <ChangeTable
      before={{ level: { en: 'Guest' } }}
      after={{
        level: { en: 'Basic', fa: 'پایه' },
        isOf: 'everybody who was given no other',
        place: '1 of 12',
        tradesIn30Days: 'no limit',
        adviceForHigher: 'the contact page',
        depositsIn24Hours: '1000.00 USD',
      }}
    />,
    { locale: 'fa' },
  );
  await expect
    .element(page.getByRole('table'))
    .toMatchTextContent(
      /EnglishGuestEnglishBasicفارسیپایه.*۱ از ۱۲.*هر کسی که سطح دیگری نگرفته.*۱٬۰۰۰٫۰۰ USD.*بدون سقف.*پیوند به صفحهٔ تماس/,
    );
});

it('tells of a trade elsewhere in the reader’s formats', async () => {
  await renderApp(
    <ChangeTable
      before={{}}
      after={{ price: '60000.00 USD for 1 BTC', positions: ['0.00 → -60000.00 USD'] }}
    />,
  );
  await expect.element(row('Price')).toMatchTextContent(/1.00 BTC = 60,000.00 USD/);
  await expect.element(row('What the house has')).toMatchTextContent(/0.00 USD → −60,000.00 USD/);
});

it('tells of settings, markets, reports and announcements in the reader’s words', async () => {
  await renderApp(
    <ChangeTable
      before={{ 'BTC-USD': 'post_only', TRADE_FEE_BPS: '0.25 %', usd: '60000.00', until: '2026-11-02' }}
      after={{
        'BTC-USD': 'cancel_only',
        TRADE_FEE_BPS: '0.5 %',
        PAYOUT_APPROVAL_ABOVE: 'BTC 0.50, ETH 10',
        report: 'payments',
        mail: 'verify-email',
        texts: { en: 'Hello', fa: 'سلام' },
        isMailed: true,
        subject: { kind: 'outside_trade', id: 'k 1', name: '5.00 USD → 0.10000000 BTC, Kraken 1' },
      }}
    />,
    { locale: 'fa' },
  );
  await expect.element(row('\u2066BTC-USD\u2069')).toMatchTextContent(/فقط ثبت.*فقط لغو/);
  await expect.element(page.getByRole('table')).toMatchTextContent(/۰٫۲۵٪.*۰٫۵٪/);
  await expect.element(page.getByRole('table')).toMatchTextContent(/۰٫۵۰ BTC · ۱۰٫۰۰ ETH/);
  await expect.element(page.getByRole('table')).toMatchTextContent(/۶۰٬۰۰۰٫۰۰ USD/);
  await expect.element(row('تا')).toMatchTextContent(/۱۴۰۵/);
  await expect.element(row('گزارش')).toMatchTextContent(/واریزها و برداشت‌ها/);
  await expect.element(row('متن‌ها')).toMatchTextContent(/EnglishHelloفارسیسلام/);
  await expect.element(row('با ایمیل هم')).toMatchTextContent(/بله/);
  await expect.element(row('دربارهٔ')).toMatchTextContent(/۵٫۰۰ USD → ۰٫۱۰ BTC · Kraken 1/);
});

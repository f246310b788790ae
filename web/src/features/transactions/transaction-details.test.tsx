import { directionOf, locales } from '@mercury/contract/locales.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../test/render-app.tsx';
import { transactionOf } from '../../test/samples.ts';
import { TransactionDetails, withoutStrangersNote } from './transaction-details.tsx';

const words = {
  en: ['Fees', 'Fee'],
  fa: ['کارمزدها', 'کارمزد'],
  ru: ['Комиссии', 'Комиссия'],
  zh: ['费用合计', '手续费'],
} as const;

describe('what a transaction cost', () => {
  it.each(locales)('is named as a sum for a withdrawal, and as one fee for others, in %s', async (locale) => {
    const [fees, fee] = words[locale];
    const label = (text: string) => page.getByText(text, { exact: true });
    const detailsOf = (type: 'WITHDRAW' | 'TRANSFER') => (
      <TransactionDetails transaction={transactionOf({ type })} counterpartyName={undefined} />
    );
    const { rerender } = await renderApp(detailsOf('WITHDRAW'), { locale });
    await expect.element(label(fees)).toBeVisible();
    expect(label(fee).query()).toBeNull();
    await rerender(detailsOf('TRANSFER'));
    await expect.element(label(fee)).toBeVisible();
    expect(label(fees).query()).toBeNull();
  });
});

it('names no fee of a withdrawal that was cancelled', async () => {
  const cancelled = transactionOf({ type: 'WITHDRAW', status: 'FAILED', state: 'cancelled' });
  await renderApp(<TransactionDetails transaction={cancelled} counterpartyName={undefined} />);
  await expect.element(page.getByText('Amount', { exact: true })).toBeVisible();
  expect(page.getByText('Fees', { exact: true }).query()).toBeNull();
  expect(page.getByText('Recipient gets', { exact: true }).query()).toBeNull();
});

it.each([
  ['awaiting_payment', 'TOPUP', 'Pay by'],
  ['underpaid', 'TOPUP', 'Pay by'],
  ['awaiting_confirmation', 'WITHDRAW', 'Enter the code by'],
  ['waiting_period', 'WITHDRAW', 'On hold until'],
] as const)('says what the time of one that is %s is for', async (state, type, label) => {
  const waiting = transactionOf({ type, state, status: 'PENDING', waitsUntil: '2026-04-01T10:00:00.000Z' });
  await renderApp(<TransactionDetails transaction={waiting} counterpartyName={undefined} />);
  await expect.element(page.getByText(label, { exact: true })).toBeVisible();
});

describe('what a trade was worth', () => {
  const trade = {
    fromAmount: '1406.687842',
    fromCurrency: 'USD',
    fee: '3.516719',
    feeCurrency: 'USD',
    toAmount: '0.03',
    toCurrency: 'BTC',
    rate: { base: 'BTC', quote: 'USD', value: '46889.594733' },
    isRecurring: false,
    market: null,
  } as const;
  const shown = (transaction: Partial<Parameters<typeof transactionOf>[0]>) =>
    renderApp(
      <TransactionDetails
        transaction={transactionOf({ usdValue: '1406.69', ...transaction })}
        counterpartyName={undefined}
      />,
    );

  it('is said in dollars that were given to the last digit, and not once more in cents', async () => {
    await shown({ type: 'BUY', currency: 'BTC', direction: 'in', trade });
    const facts = page.getByRole('definition');
    await expect.element(facts.first()).toMatchTextContent(/^1,406\.687842\sUSD$/);
    await expect.element(facts.nth(1)).toMatchTextContent(/^3\.516719\sUSD$/);
    expect(page.getByText('Value at the time').query()).toBeNull();
  });

  it('is said beside a coin that was given', async () => {
    await shown({ type: 'TRANSFER' });
    await expect.element(page.getByText('Value at the time')).toBeVisible();
  });
});

const endWords = {
  en: ['Completed', 'Canceled', 'Expired', 'Failed'],
  fa: ['زمان پایان', 'زمان لغو', 'زمان انقضا', 'زمان ناموفق شدن'],
  ru: ['Завершено', 'Отменено', 'Срок истёк', 'Не выполнено'],
  zh: ['完成时间', '取消时间', '过期时间', '失败时间'],
} as const;

it.each(locales)('says how it ended at the time of its end, in %s', async (locale) => {
  const ended = (state: 'completed' | 'cancelled' | 'expired' | 'failed') => {
    const status = state === 'completed' ? 'COMPLETED' : 'FAILED';
    const transaction = transactionOf({ type: 'WITHDRAW', status, state });
    return <TransactionDetails transaction={transaction} counterpartyName={undefined} />;
  };
  const shown = () => page.getByText(new RegExp(`^(${endWords[locale].join('|')})$`));
  const [completed, cancelled, expired, failed] = endWords[locale];
  const { rerender } = await renderApp(ended('completed'), { locale });
  await expect.element(shown()).toHaveTextContent(completed);
  await rerender(ended('cancelled'));
  await expect.element(shown()).toHaveTextContent(cancelled);
  await rerender(ended('expired'));
  await expect.element(shown()).toHaveTextContent(expired);
  await rerender(ended('failed'));
  await expect.element(shown()).toHaveTextContent(failed);
});

const note = 'Claim your prize at https://evil.example';
const noteWords = {
  en: ['Show the note', 'This note is from someone you don’t know.', 'Hide the note'],
  fa: ['نمایش یادداشت', 'این یادداشت از کسی است که نمی‌شناسید.', 'پنهان کردن یادداشت'],
  ru: ['Показать сообщение', 'Это сообщение от незнакомого вам человека.', 'Скрыть сообщение'],
  zh: ['显示备注', '此备注来自您不认识的人。', '隐藏备注'],
} as const;

const details = (isNoteFromStranger: boolean, id?: string) => {
  const received = transactionOf({ direction: 'in', note, isNoteFromStranger, ...(id && { id }) });
  return <TransactionDetails transaction={received} counterpartyName={undefined} />;
};

describe('a note', () => {
  it.each(locales)('of a stranger is folded under a warning until it is asked for, in %s', async (locale) => {
    const [show, warning, hide] = noteWords[locale];
    await renderApp(<div dir={directionOf(locale)}>{details(true)}</div>, { locale });
    await expect.element(page.getByText(warning, { exact: false })).toBeVisible();
    await expect.element(page.getByText(note)).not.toBeVisible();
    await page.getByText(show).click();
    await expect.element(page.getByText(note)).toBeVisible();
    await expect.element(page.getByText(warning, { exact: false })).toBeVisible();
    await page.getByText(hide).click();
    await expect.element(page.getByText(note)).not.toBeVisible();
    await expect.element(page.getByText(show)).toBeVisible();
  });

  it('of a stranger is folded again in the next transaction', async () => {
    const { rerender } = await renderApp(details(true));
    await page.getByText(noteWords.en[0]).click();
    await rerender(details(true, '01900000-0000-7000-8000-000000000999'));
    await expect.element(page.getByText(note)).not.toBeVisible();
  });

  it('of somebody known is shown as it is', async () => {
    await renderApp(details(false));
    await expect.element(page.getByText(note)).toBeVisible();
    expect(page.getByText(noteWords.en[0]).query()).toBeNull();
    expect(page.getByText(noteWords.en[1], { exact: false }).query()).toBeNull();
  });

  it.each([true, false])(
    'never becomes a link, whether from a stranger or not (%s)',
    async (isFromStranger) => {
      await renderApp(details(isFromStranger));
      await expect.element(page.getByText(note)).toBeInTheDocument();
      expect(page.getByRole('link', { includeHidden: true }).query()).toBeNull();
    },
  );

  it('of a stranger is on no paper', () => {
    const received = transactionOf({ direction: 'in', note, isNoteFromStranger: true });
    expect(withoutStrangersNote(received)).toEqual({ ...received, note: null });
    const known = transactionOf({ direction: 'in', note });
    expect(withoutStrangersNote(known)).toEqual(known);
  });
});

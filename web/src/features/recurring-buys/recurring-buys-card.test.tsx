import {
  createRecurringBuy,
  deleteRecurringBuy,
  listRecurringBuys,
  pauseRecurringBuy,
  type RecurringBuy,
  resumeRecurringBuy,
} from '@mercury/contract/api/recurring-buys.ts';
import { limits } from '@mercury/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  button,
  expectFieldError,
  expectProblem,
  expectToast,
  field,
  pressTwice,
} from '../../test/fields.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara, walletOf } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
// Fetched when they are first opened: here before the test, whose patience is not for that.
import './create-recurring-buy-dialog.tsx';
import './delete-recurring-buy-dialog.tsx';
import { RecurringBuysCard } from './recurring-buys-card.tsx';

const buy: RecurringBuy = {
  id: idOf(40),
  fromCurrency: 'USD',
  amount: '25.00',
  toCurrency: 'BTC',
  every: 'week',
  state: 'active',
  nextAt: '2026-03-09T09:00:00.000Z',
  lastRun: null,
  createdAt: '2026-03-01T10:00:00.000Z',
};
const other: RecurringBuy = { ...buy, id: idOf(41), toCurrency: 'ETH' };
const amount = () => field('Amount each time');
const confirm = () => button('Start buying');

function serveBuys(...recurringBuys: RecurringBuy[]): void {
  server.reply(listRecurringBuys, { success: true, recurringBuys });
}

async function renderCard(...buys: RecurringBuy[]) {
  serveAccount({ wallets: [walletOf(), walletOf({ currency: 'USD', balance: '500.00' })] });
  serveBuys(...buys);
  return renderApp(<RecurringBuysCard />, { as: sara });
}

async function openForm() {
  await renderCard();
  await button('New recurring buy').click();
  await expect.element(amount()).toHaveFocus();
}

async function goToReview() {
  await amount().fill('25');
  await button('Review order').click();
  await expect.element(confirm()).toBeVisible();
}

describe('the list', () => {
  it('says that it is on its way', async () => {
    serveAccount();
    const held = server.hold(listRecurringBuys, { success: true, recurringBuys: [] });
    await renderApp(<RecurringBuysCard />, { as: sara });
    await expect.element(page.getByText('Loading recurring buys')).toBeInTheDocument();
    held.release();
    await expect.element(page.getByText('No recurring buys', { exact: true })).toBeVisible();
  });

  it('that can’t be loaded says so, and is loaded on demand', async () => {
    server.refuse(listRecurringBuys, 'Busy', { message: 'Not now.' });
    await renderApp(<RecurringBuysCard />, { as: sara });
    await expect.element(page.getByRole('alert')).toMatchTextContent('Not now.');
    serveBuys(buy);
    await button('Try again').click();
    await expect
      .element(page.getByRole('list', { name: 'Recurring buys' }).getByRole('listitem'))
      .toBeVisible();
  });

  it('offers no more than the most there can be', async () => {
    await renderCard(
      ...Array.from({ length: limits.recurringBuysMax }, (_, place) => ({ ...buy, id: idOf(40 + place) })),
    );
    await expect.element(page.getByText('reached the limit', { exact: false })).toBeVisible();
    expect(button('New recurring buy').query()).toBeNull();
  });
});

describe('a new one', () => {
  it.each(['', '0'])('needs an amount: %j is refused at its field', async (text) => {
    await openForm();
    await amount().fill(text);
    await button('Review order').click();
    await expectFieldError(amount(), 'Enter an amount');
    await amount().fill('5');
    await expect.element(amount()).not.toHaveAttribute('aria-invalid');
  });

  it('begins no earlier than now and no later than in a year', async () => {
    await openForm();
    await amount().fill('25');
    await page.getByRole('combobox', { name: 'First purchase' }).selectOptions('At a time I choose');
    const firstAt = page.getByLabelText('Date and time');
    for (const wrong of ['2020-01-01T09:00', '2999-01-01T09:00', '']) {
      await firstAt.fill(wrong);
      await button('Review order').click();
      await expectFieldError(firstAt, 'Choose a time within the next year');
    }
  });

  it('is said back in a sentence, and can be changed', async () => {
    await openForm();
    await goToReview();
    await expect
      .element(page.getByTestId('recurring-summary'))
      .toMatchTextContent(/^Every week on \w+: .*25\.00\sUSD.* of MRCY/);
    await button('Change').click();
    await expect.element(amount()).toHaveValue('25');
  });

  it('is made once however fast it is pressed', async () => {
    await openForm();
    await goToReview();
    const held = server.hold(createRecurringBuy, { success: true, recurringBuy: buy });
    pressTwice(confirm());
    await expect.element(confirm()).toHaveAttribute('aria-busy', 'true');
    serveBuys(buy);
    held.release();
    await expectToast('Recurring buy set up');
    await expect
      .element(page.getByRole('list', { name: 'Recurring buys' }).getByRole('listitem'))
      .toBeVisible();
    expect(server.calls(createRecurringBuy).map(({ body }) => body)).toEqual([
      expect.objectContaining({ amount: '25', fromCurrency: 'USD', toCurrency: 'MRCY', every: 'week' }),
    ]);
  });

  it('whose answer was lost is tried again under the same key', async () => {
    await openForm();
    await goToReview();
    server.loseAnswer(createRecurringBuy);
    await confirm().click();
    await expect
      .element(page.getByText('Network error. Please check your internet connection.'))
      .toBeVisible();
    server.refuse(createRecurringBuy, 'TooManyRecurringBuys', { message: 'You have enough.' });
    await confirm().click();
    await expect.element(page.getByText('You have enough.')).toBeVisible();
    const [first, second] = server.calls(createRecurringBuy);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });
});

describe('the menu of one', () => {
  const row = () => page.getByTestId('recurring-buy').filter({ hasText: 'of BTC' });
  const otherRow = () => page.getByTestId('recurring-buy').filter({ hasText: 'of ETH' });
  const menu = () => row().getByRole('button', { name: /^Actions for / });
  const entry = (name: string) => page.getByRole('menuitem', { name });

  it('pauses and resumes that one', async () => {
    await renderCard(other, buy);
    server.reply(pauseRecurringBuy, {
      success: true,
      recurringBuy: { ...buy, state: 'paused', nextAt: null },
    });
    serveBuys(other, { ...buy, state: 'paused', nextAt: null });
    await menu().click();
    await entry('Pause').click();
    await expectToast('Recurring buy paused');
    await expect.element(row()).toHaveAttribute('data-state', 'paused');
    await expect.element(row()).toMatchTextContent('Paused');
    expect(server.calls(pauseRecurringBuy).map(({ params }) => params)).toEqual([{ id: buy.id }]);
    server.refuse(resumeRecurringBuy, 'NotFound', { message: 'It is gone.' });
    await menu().click();
    await entry('Resume').click();
    await expectToast('It is gone.');
    await expectProblem('It is gone.');
    server.reply(resumeRecurringBuy, { success: true, recurringBuy: buy });
    serveBuys(other, buy);
    await menu().click();
    await entry('Resume').click();
    await expect.element(row()).toHaveAttribute('data-state', 'active');
    expect(server.calls(resumeRecurringBuy).map(({ params }) => params)).toEqual([
      { id: buy.id },
      { id: buy.id },
    ]);
  });

  it('deletes that one after a question; what is gone already is deleted', async () => {
    await renderCard(other, buy);
    await menu().click();
    await entry('Delete').click();
    const dialog = page.getByRole('dialog', { name: 'Delete this recurring buy?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(row()).toBeVisible();
    await menu().click();
    await entry('Delete').click();
    server.refuse(deleteRecurringBuy, 'NotFound');
    serveBuys(other);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast('Recurring buy deleted');
    await expect.element(row()).not.toBeInTheDocument();
    await expect.element(otherRow()).toBeVisible();
    expect(server.calls(deleteRecurringBuy).map(({ params }) => params)).toEqual([{ id: buy.id }]);
  });
});

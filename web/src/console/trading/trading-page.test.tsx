import {
  getTrading,
  haltTrading,
  listOutsideTrades,
  proposeOutsideTrade,
  resumeTrading,
  setMarketState,
  trustPrice,
} from '@mercury/contract/console/trading.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openProposal } from '../../test/books.ts';
import { openConsole } from '../../test/console.tsx';
import { button, expectFieldError, expectProblem, expectToast, field } from '../../test/fields.ts';
import { server } from '../../test/stand-in-server.ts';
import { marketOf, outsideTrade, priceOf, tradingOf } from '../../test/trading.ts';

const path = '/console/trading';
const none = { success: true as const, trades: [], nextCursor: null };
const halt = { since: '2026-11-01T09:00:00.000Z', by: 'omid@staff.example' };

beforeEach(() => {
  server.reply(getTrading, tradingOf());
  server.reply(listOutsideTrades, none);
});

describe('what is shown', () => {
  it('are prices, what the house has against the limit, markets and terms, and no act to a role that reads', async () => {
    await openConsole(path, 'auditor');
    await expect
      .element(page.getByTestId('price-BTC'))
      .toMatchTextContent(/64,392\.12.*OK.*market · said .*0\.85%/);
    await expect
      .element(page.getByTestId('exposure-BTC'))
      .toMatchTextContent(/91% of the limit · 104% if all/);
    await expect.element(page.getByTestId('exposure-MRCY')).toMatchTextContent(/without limit/);
    await expect.element(page.getByRole('meter', { name: 'BTC: 91% of the limit' })).toBeVisible();
    await expect.element(page.getByTestId('market-BTC-USD')).toMatchTextContent(/Open.*8 bids, 7 asks/);
    await expect.element(page.getByText('No trades at other venues')).toBeVisible();
    for (const name of ['Halt all trading', 'Halt BTC', 'Change the state of BTC-USD', 'Book a trade'])
      expect(button(name).query()).toBeNull();
  });

  it('say so where they could not be loaded', async () => {
    server.refuse(getTrading, 'ServerError', { message: 'Out of order.' });
    server.refuse(listOutsideTrades, 'ServerError', { message: 'Out of order.' });
    await openConsole(path, 'auditor');
    await expect.element(page.getByText('Trading could not be loaded')).toBeVisible();
    await expect.element(page.getByText('Trades at other venues could not be loaded')).toBeVisible();
  });

  it('fit a narrow screen', async () => {
    await page.viewport(360, 740);
    server.reply(listOutsideTrades, { ...none, trades: [outsideTrade] });
    await openConsole(path, 'treasurer');
    await expect.element(page.getByTestId('outside-trade')).toMatchTextContent(/Kraken/);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});

describe('a halt', () => {
  it('of a currency is asked why, and the page then shows it', async () => {
    await openConsole(path, 'treasurer');
    await button('Halt BTC').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Halt' }).click();
    await expectFieldError(field('Reason'), 'This field is required');
    server.reply(haltTrading, { success: true });
    server.reply(getTrading, tradingOf({ prices: [priceOf({ halt })] }));
    await field('Reason').fill('The feed lies');
    await page.getByRole('dialog').getByRole('button', { name: 'Halt' }).click();
    await expectToast('Halted');
    await expect.element(page.getByTestId('price-BTC')).toMatchTextContent(/Halted by omid@staff\.example/);
    await expect.element(button('Resume BTC')).toBeVisible();
    expect(server.calls(haltTrading).map(({ body }) => body)).toEqual([
      { currency: 'BTC', reason: 'The feed lies' },
    ]);
  });

  it('of all trading is told above, and ended; if somebody was faster, that is said and shown', async () => {
    server.reply(getTrading, tradingOf({ halt }));
    await openConsole(path, 'treasurer');
    await expect.element(page.getByText('All trading is halted', { exact: false })).toBeVisible();
    await button('Resume all trading').click();
    server.refuse(resumeTrading, 'NothingToChange', { message: 'It is so already.' });
    server.reply(getTrading, tradingOf());
    await field('Reason').fill('It is calm');
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await expectProblem('It is so already.');
    await expect.element(page.getByText('All trading is halted', { exact: false })).not.toBeInTheDocument();
  });
});

it('a price that jumped is trusted as it is shown', async () => {
  const jumped = priceOf({ state: 'jumped', jumpedTo: { usd: '99000.00', since: halt.since } });
  server.reply(getTrading, tradingOf({ prices: [jumped] }));
  server.reply(trustPrice, { success: true });
  await openConsole(path, 'treasurer');
  await expect.element(page.getByTestId('price-BTC')).toMatchTextContent(/Jumped to \$99,000\.00/);
  await button('Trust the price of BTC').click();
  await expect
    .element(page.getByRole('dialog'))
    .toHaveAccessibleDescription(/It was \u2066\$64,392\.12\u2069 and jumped to \u2066\$99,000\.00\u2069/);
  await field('Reason').fill('So say three markets');
  await page.getByRole('dialog').getByRole('button', { name: 'Trust the price' }).click();
  await expectToast('The price is trusted');
  expect(server.calls(trustPrice).map(({ params, body }) => [params, body])).toEqual([
    [{ currency: 'BTC' }, { usd: '99000.00', reason: 'So say three markets' }],
  ]);
});

it('a market is given another state, which says what it means', async () => {
  server.reply(getTrading, tradingOf({ markets: [marketOf({ inForce: 'post_only' })] }));
  server.reply(setMarketState, { success: true });
  await openConsole(path, 'treasurer');
  await expect.element(page.getByTestId('market-BTC-USD')).toMatchTextContent(/Post-only.*set to Open/);
  await button('Change the state of BTC-USD').click();
  await userEvent.selectOptions(page.getByLabelText('State', { exact: true }), 'cancel_only');
  await expect.element(page.getByText('Orders can only be canceled.', { exact: true })).toBeVisible();
  await field('Reason').fill('A wild market');
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
  await expectToast('Changed');
  expect(server.calls(setMarketState).map(({ params, body }) => [params, body])).toEqual([
    [{ market: 'BTC-USD' }, { state: 'cancel_only', reason: 'A wild market' }],
  ]);
});

describe('a trade at another venue', () => {
  it('is listed, with whether it was undone, and leads to the books', async () => {
    server.reply(listOutsideTrades, { ...none, trades: [outsideTrade] });
    await openConsole(path, 'auditor');
    const row = page.getByTestId('outside-trade');
    await expect.element(row).toMatchTextContent(/64,000\.00.*1\.00.*Reversed.*Kraken · OABC-1/);
    await expect
      .element(row.getByRole('link'))
      .toHaveAttribute('href', `/console/books/transfers/${outsideTrade.transferId}`);
  });

  it('is proposed with what was given and received; a repeated reference is refused', async () => {
    await openConsole(path, 'treasurer');
    await button('Book a trade').click();
    const dialog = page.getByRole('dialog');
    const propose = dialog.getByRole('button', { name: 'Propose' });
    await propose.click();
    await expect.element(field('The house gave')).toHaveFocus();
    await field('The house gave').fill('64000');
    await field('The house got').fill('1');
    await propose.click();
    await expectFieldError(field('Venue'), 'This field is required');
    await field('Venue').fill('Kraken');
    await field('Reference').fill('OABC-1');
    await dialog.getByLabelText('Day').fill('2026-01-02');
    await userEvent.type(dialog.getByLabelText('Time'), '1030AM');
    await field('Reason').fill('To go on trading');
    server.refuse(proposeOutsideTrade, 'OutsideTradeBooked', { message: 'It is booked already.' });
    await propose.click();
    await expectProblem('It is booked already.');
    server.reply(proposeOutsideTrade, { success: true, proposal: openProposal });
    await propose.click();
    await expectToast('This waits for a second person.');
    expect(server.calls(proposeOutsideTrade).at(-1)?.body).toEqual({
      givenAmount: '64000',
      givenCurrency: 'USD',
      receivedAmount: '1',
      receivedCurrency: 'BTC',
      venue: 'Kraken',
      reference: 'OABC-1',
      tradedAt: new Date('2026-01-02T10:30').toISOString(),
      reason: 'To go on trading',
    });
  });

  it('is of two currencies: whoever chooses the other one turns it around', async () => {
    await openConsole(path, 'treasurer');
    await button('Book a trade').click();
    const dialog = page.getByRole('dialog');
    await userEvent.selectOptions(dialog.getByLabelText('Currency it got'), 'USD');
    await expect.element(dialog.getByLabelText('Currency it gave')).toHaveValue('BTC');
    await expect.element(dialog.getByLabelText('Currency it got')).toHaveValue('USD');
  });
});

import { getTradingFees } from '@mercury/contract/api/markets.ts';
import { getBalance } from '@mercury/contract/api/wallets.ts';
import { placeOrder } from '@mercury/contract/api/orders.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectFieldError, field } from '../../test/fields.ts';
import { changedTo, orderOf, serveMarket, serveTrader } from '../../test/order-book-samples.ts';
import { renderApp } from '../../test/render-app.tsx';
import { balanceOf, sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { OrderBookPage } from './order-book-page.tsx';
import { orderAttempts } from './use-place-order.ts';

const price = () => field('Limit price');
const amount = () => field('Amount');
const review = () => button('Review: Buy MRCY');
const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const inReview = () => page.getByTestId('order-review');

async function open(served: Parameters<typeof serveMarket>[0] = {}) {
  serveMarket(served);
  await renderApp(<OrderBookPage symbol="MRCY-USD" modes={null} />, { as: sara });
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  serveTrader();
});

describe('an order', () => {
  it('can’t be reviewed before it is whole, and the button says why', async () => {
    await open();
    await expect.element(review()).toHaveAccessibleDescription('Enter a limit price');
    await price().fill('0.6');
    await expect.element(review()).toHaveAccessibleDescription('Enter an amount');
    await amount().fill('1000');
    await expectFieldError(amount(), 'More than your available USD');
    await amount().fill('0.5');
    await expectFieldError(amount(), 'At least');
    await amount().fill('10');
    await expect.element(review()).not.toHaveAttribute('aria-disabled');
  });

  it('says beside the price that it is too far from the market, before there is an amount', async () => {
    await open();
    await price().fill('3.5');
    await expectFieldError(price(), 'Too far from the market. From 0.1200 to 3.0000 is accepted');
    await price().fill('0.55');
    await amount().fill('2000000000');
    await expectFieldError(amount(), 'Too large');
    await expect.element(review()).toHaveAccessibleDescription('Correct the marked field');
  });

  it('with a stop begins without the limit that was typed for another', async () => {
    await open();
    await price().fill('0.55');
    await radio('Stop').click();
    await expect.element(field('Limit price, or empty for the market price')).toHaveValue('');
    await radio('Market').click();
    await radio('Limit').click();
    await expect.element(price()).toHaveValue('');
    await price().fill('0.55');
    await radio('Market').click();
    await radio('Limit').click();
    await expect.element(price()).toHaveValue('0.55');
  });

  it('is estimated with the person’s own fees, and up to their own orders', async () => {
    serveMarket({ orders: [orderOf({ side: 'SELL', price: '0.6300', quantity: '400.00', filled: '0.00' })] });
    const tier = (volumeFromUsd: string, percent: number) => ({
      volumeFromUsd,
      makerPercent: percent,
      takerPercent: percent,
    });
    const tiers = [tier('0.00', 100), tier('1000.00', 50), tier('9000.00', 10)];
    server.reply(getTradingFees, { success: true, volumeUsd: '1000.00', tiers });
    await renderApp(<OrderBookPage symbol="MRCY-USD" modes={null} />, { as: sara });
    await price().fill('0.63');
    await amount().fill('110');
    await expect
      .element(page.getByText('It would meet an order of your own.', { exact: false }))
      .toBeVisible();
    await review().click();
    await expect.element(inReview()).toMatchTextContent(/Average price.*0\.6000.*Fee.*0\.10/);
  });

  it('says what becomes of what nobody takes at once: only what can rest waits in the book', async () => {
    await open();
    const waits = page.getByText('It waits in the book until someone takes it.');
    const ends = page.getByText('What can’t be traded at once is canceled.');
    await price().fill('0.55');
    await amount().fill('10');
    await expect.element(waits).toBeVisible();
    await page.getByText('More options').click();
    const postOnly = page.getByLabelText('Only add to the book (post-only)');
    await postOnly.click();
    await expect.element(waits).toBeVisible();
    await price().fill('0.6');
    await expect.element(waits).not.toBeInTheDocument();
    await expect.element(ends).not.toBeInTheDocument();
    for (const term of ['immediate', 'all']) {
      await page.getByLabelText('How long it stays open').selectOptions(term);
      await expect.element(postOnly).toBeDisabled();
      await price().fill('0.55');
      await expect.element(ends).toBeVisible();
      await expect.element(waits).not.toBeInTheDocument();
    }
    await price().fill('0.6');
    await expect.element(ends).not.toBeInTheDocument();
    await page.getByLabelText('How long it stays open').selectOptions('immediate');
    await amount().fill('110');
    await expect.element(ends).toBeVisible();
  });

  it('is reviewed with average price and fee, placed under an id of its own, and told what became of it', async () => {
    await open();
    await radio('Market').click();
    await amount().fill('110');
    await review().click();
    // Beside the market's name no other heading stands above it.
    await expect.element(page.getByRole('heading', { level: 2, name: /: check your order$/ })).toHaveFocus();
    await expect
      .element(inReview())
      .toMatchTextContent(/Average price.*0\.6027.*Fee.*0\.22.*Slippage.*0\.45%/);
    await expect.element(inReview()).toMatchTextContent(/moves the price by 5%/);
    const reply = server.hold(placeOrder, changedTo({ type: 'MARKET', status: 'FILLED', filled: '110.00' }));
    await button('Place it anyway').click();
    await button('Ask 0.6300').click();
    await expect.element(inReview()).toBeVisible();
    reply.release();
    await expect.element(page.getByRole('heading', { name: 'Traded in full' })).toHaveFocus();
    expect(server.calls(placeOrder)[0]?.body).toMatchObject({
      market: 'MRCY-USD',
      side: 'BUY',
      type: 'MARKET',
      quantity: '110',
      clientOrderId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('by a budget tells what is spent by the book, and at most', async () => {
    await open();
    await radio('Market').click();
    await button('Enter the amount in USD').click();
    await amount().fill('61.5');
    await review().click();
    await expect.element(inReview()).toMatchTextContent(/Total.*61\.49.*At most.*61\.50.*Average price/);
  });

  it('whose answer was lost is tried again under the same id', async () => {
    await open();
    await price().fill('0.55');
    await amount().fill('20');
    await review().click();
    server.loseAnswer(placeOrder);
    await button('Place order').click();
    await expect.element(page.getByText(/it will be placed only once/)).toBeVisible();
    server.reply(placeOrder, changedTo({ filled: '0.00', averagePrice: null }));
    await button('Try again').click();
    await expect.element(page.getByRole('heading', { name: 'The order is in the book' })).toBeVisible();
    const ids = server.calls(placeOrder).map(({ body }) => (body as { clientOrderId: string }).clientOrderId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('that is the same as one without an answer is sent by the person’s own word: that one, or another', async () => {
    await open();
    await price().fill('0.55');
    await amount().fill('20');
    await page.getByText('More options').click();
    await page.getByLabelText('How long it stays open').selectOptions('hour');
    await review().click();
    server.loseAnswer(placeOrder);
    await button('Place order').click();
    await expect.element(page.getByText(/it will be placed only once/)).toBeVisible();
    // As where the first one was placed, and keeps the money.
    server.reply(getBalance, balanceOf());
    await button('Change').click();
    await review().click();
    await expect.element(page.getByText('Which one do you mean?', { exact: false })).toBeVisible();
    expect(button('Place order').query()).toBeNull();
    server.loseAnswer(placeOrder);
    await button('Place another one').click();
    await expect.element(page.getByText(/it will be placed only once/)).toBeVisible();
    await button('Change').click();
    await review().click();
    server.reply(placeOrder, changedTo({ filled: '0.00', averagePrice: null }));
    await button('Finish the first one').click();
    await expect.element(page.getByTestId('order-result')).toBeVisible();
    const [first, another, finished] = server
      .calls(placeOrder)
      .map(({ body }) => body as { clientOrderId: string });
    expect(another?.clientOrderId).not.toBe(first?.clientOrderId);
    expect(finished).toEqual(another);
    expect(orderAttempts.lastLost()).toMatchObject({ price: '0.55', quantity: '20' });
  });

  it('takes a part of what is available', async () => {
    await open();
    await radio('Sell').click();
    await button('50%').click();
    await expect.element(amount()).toHaveValue('250');
  });
});

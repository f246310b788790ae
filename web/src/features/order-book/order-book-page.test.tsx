import { getTradingFees, listCandles, listFills } from '@mercury/contract/api/markets.ts';
import { getBalance } from '@mercury/contract/api/wallets.ts';
import {
  amendOrder,
  cancelAllOrders,
  cancelOrder,
  listOrders,
  placeOrder,
} from '@mercury/contract/api/orders.ts';
import type { StreamMessage } from '@mercury/contract/api/stream.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../api/query-client.ts';
import { holdClock, nextFrames, passTime } from '../../test/clock.ts';
import { button, expectFieldError, expectToast, field } from '../../test/fields.ts';
import {
  bookOf,
  bookSnapshot,
  bookUpdate,
  changedTo,
  orderOf,
  serveMarket,
  serveTrader,
} from '../../test/order-book-samples.ts';
import { renderApp } from '../../test/render-app.tsx';
import { idOf, sara } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { stream } from '../../test/stand-in-stream.ts';
import { OrderBookPage } from './order-book-page.tsx';
import { marketsQuery } from './queries.ts';
import { TradeModes } from './trade-modes.tsx';

const price = () => field('Limit price');
const amount = () => field('Amount');
const review = () => button('Review: Buy MRCY');
const ask = (text: string) => button(`Ask ${text}`);
const inReview = () => page.getByTestId('order-review');

function betterBid() {
  const better = { price: '0.5900', quantity: '7.00' };
  const after = { bids: [better, ...bookOf().bids], asks: [...bookOf().asks] };
  return bookUpdate(7, { bids: [better] }, after);
}

async function open(served: Parameters<typeof serveMarket>[0] = {}) {
  serveMarket(served);
  await renderApp(<OrderBookPage symbol="MRCY-USD" modes={null} />, { as: sara });
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  serveTrader();
});

describe('the book', () => {
  it('is a table of both sides with sums, and says by words which side a price is of', async () => {
    await open();
    const table = page.getByRole('table', { name: /Order book of MRCY-USD/ });
    await expect.element(table).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Ask 0.6300 400.00 500.00' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Bid 0.5800 50.00 50.00' })).toBeVisible();
    await expect.element(table).toMatchTextContent(/Spread 0\.0200/);
  });

  it('is one stop of the tab key: arrows go through its prices, and Enter puts one into the form and sends nothing', async () => {
    await open();
    await expect.element(button('Bid 0.5800')).toHaveAttribute('tabindex', '0');
    button('Bid 0.5800').element().focus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(ask('0.6000')).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.element(price()).toHaveValue('0.63');
    expect(server.callCount(placeOrder)).toBe(0);
    // Prices stand still while the focus is among them.
    stream.tell(betterBid());
    await nextFrames();
    await expect.element(button('Bid 0.5900')).not.toBeInTheDocument();
    price().element().focus();
    await expect.element(button('Bid 0.5900')).toBeVisible();
  });

  it('is shown in steps of several ticks: bids at the lower end, asks at the upper', async () => {
    await open();
    await page.getByLabelText('Price steps').selectOptions('0.1000');
    await expect.element(page.getByRole('row', { name: 'Ask 0.6000 100.00 100.00' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Ask 0.7000 400.00 500.00' })).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'Bid 0.5000 250.00 250.00' })).toBeVisible();
  });

  it('says by words too at which prices one’s own orders stand, also in larger steps', async () => {
    await open({
      orders: [
        orderOf({ price: '0.5700' }),
        orderOf({ id: idOf(901), status: 'WAITING', type: 'STOP', price: null, stopPrice: '0.6000' }),
      ],
    });
    await expect.element(button('Bid 0.5700 with your order')).toBeVisible();
    await expect.poll(() => page.getByRole('button', { name: /with your order/ }).elements()).toHaveLength(1);
    await page.getByLabelText('Price steps').selectOptions('0.1000');
    await expect.element(button('Bid 0.5000 with your order')).toBeVisible();
  });

  it('is read aloud to whoever asks, and no more often than every ten seconds', async () => {
    holdClock();
    await open();
    await expect.element(page.getByTestId('order-book')).toHaveAttribute('data-status', 'live');
    const spoken = page.getByTestId('spoken-best');
    await expect.element(spoken).toHaveTextContent('');
    await page.getByRole('switch', { name: 'Read the best prices aloud' }).click();
    await expect.element(spoken).toHaveTextContent('Best bid 0.5800, best ask 0.6000, spread 0.0200');
    stream.tell(betterBid());
    await passTime(8000);
    await expect.element(spoken).toMatchTextContent(/Best bid 0\.5800/);
    await passTime(2500);
    await expect.element(spoken).toHaveTextContent('Best bid 0.5900, best ask 0.6000, spread 0.0100');
    await page.getByRole('switch', { name: 'Read the best prices aloud' }).click();
    await passTime(11_000);
    await expect.element(spoken).toHaveTextContent('');
  });

  it('stands still under the pointer, and says so', async () => {
    await open();
    await page.getByRole('row', { name: /Bid 0\.5800/ }).hover();
    await expect.element(page.getByText('Prices stand still while you point at them')).toBeVisible();
    stream.tell(betterBid());
    await nextFrames();
    await expect.element(button('Bid 0.5900')).not.toBeInTheDocument();
    await page.getByRole('tab', { name: 'Open orders' }).hover();
    await expect.element(button('Bid 0.5900')).toBeVisible();
  });

  it('is drawn as depth, and said in words', async () => {
    await open();
    await button('Depth').click();
    await expect
      .element(page.getByRole('img', { name: /Depth of MRCY-USD/ }))
      .toHaveAccessibleName(/bids for .*250.* down to 0\.5700, asks for .*500.* up to 0\.6300/);
  });
});

describe('the course', () => {
  it('as a table begins with the newest candle, and is that of the chosen length', async () => {
    const candleOf = (minutes: number, close: string) => {
      const prices = { open: '0.5000', high: '0.9000', low: '0.4000', close };
      const at = new Date(Date.UTC(2026, 2, 1, 0, minutes)).toISOString();
      return { at, ...prices, volume: '9.00', quoteVolume: '5.40' };
    };
    const hours = Array.from({ length: 100 }, (_, index) => candleOf(60 * index, '0.6000'));
    await open();
    await button('Table').click();
    server.replyBy(listCandles, ({ query: { interval } }) => ({
      success: true as const,
      candles: interval === '1h' ? [...hours, candleOf(6000, '0.6100')] : [candleOf(60, '0.7000')],
    }));
    const newest = page.getByRole('row', { name: /0\.9000/ }).first();
    await button('1h').click();
    await expect.element(newest).toMatchTextContent(/0\.6100/);
    await button('4h').click();
    await expect.element(newest).toMatchTextContent(/0\.7000/);
  });
});

it.each([true, false])('says whether the operator places orders there too: %s', async (houseQuotes) => {
  await open({ market: { houseQuotes } });
  await expect.element(page.getByTestId('last-price')).toBeVisible();
  const text = 'The operator of this exchange places orders here too, on the same terms as everyone.';
  expect(page.getByText(text).elements()).toHaveLength(houseQuotes ? 1 : 0);
});

describe('own orders', () => {
  it('are listed while they are open, and are cancelled', async () => {
    const order = orderOf();
    const other = orderOf({ id: idOf(902), createdAt: '2026-03-01T09:00:00.000Z' });
    await open({ orders: [order, other, orderOf({ id: idOf(901), status: 'CANCELLED' })] });
    const rows = page.getByTestId('own-order');
    await expect.element(rows.first()).toMatchTextContent(/Buy · Limit.*20\.00.*0\.5500.*25% traded/);
    const reply = server.hold(cancelOrder, changedTo({ status: 'CANCELLED' }));
    await button('Cancel').first().click();
    await expect.element(button('Cancel').first()).toHaveAttribute('aria-busy', 'true');
    await expect.element(button('Cancel').last()).not.toHaveAttribute('aria-busy');
    reply.release();
    await expectToast('The order is canceled');
    expect(server.calls(cancelOrder)[0]?.params).toEqual({ id: order.id });
    await page.getByRole('tab', { name: 'History' }).click();
    await expect.element(rows).toHaveAttribute('data-status', 'CANCELLED');
    await page.getByRole('tab', { name: 'Your trades' }).click();
    await expect
      .element(page.getByTestId('own-fill'))
      .toMatchTextContent(/Bought.*5\.00.MRCYPrice: 0\.5500.*Maker/);
    await page.getByRole('tab', { name: 'Balances' }).click();
    await expect.element(page.getByText(/In orders:.*11/)).toBeVisible();
  });

  it.each([
    { status: 'FILLED', filled: '166.11', share: '100%' },
    { status: 'EXPIRED', filled: '83.00', share: '50%' },
    { status: 'EXPIRED', filled: '166.11', share: '99%' },
    { status: 'EXPIRED', filled: '0.10', share: '1%' },
  ] as const)('by a budget say what it bought: $status, $share', async ({ status, filled, share }) => {
    const terms = { type: 'MARKET', price: null, quantity: null, budget: '100.00' } as const;
    await open({ orders: [orderOf({ ...terms, status, filled, averagePrice: '0.6000' })] });
    await page.getByRole('tab', { name: 'History' }).click();
    await expect
      .element(page.getByTestId('own-order'))
      .toMatchTextContent(
        new RegExp(`100\\.00.*Bought: ${filled}.*Average price: 0\\.6000.USD.*${share} traded`),
      );
  });

  it('whose budget bought nothing say why', async () => {
    const terms = { type: 'MARKET', price: null, quantity: null, budget: '0.01', filled: '0.00' } as const;
    const ended = { averagePrice: null, status: 'EXPIRED', reason: 'budget_spent' } as const;
    await open({ orders: [orderOf({ ...terms, ...ended })] });
    await page.getByRole('tab', { name: 'History' }).click();
    await expect
      .element(page.getByTestId('own-order'))
      .toMatchTextContent(/Its amount is less than the smallest quantity costs/);
  });

  it('are changed, and the dialog says whether they keep their place', async () => {
    const order = orderOf();
    const stop = orderOf({ id: idOf(901), status: 'WAITING', type: 'STOP', stopPrice: '0.7' });
    await open({ orders: [order, stop] });
    // A stop can't be changed.
    await expect
      .poll(() => page.getByRole('button', { name: 'Change', exact: true }).elements())
      .toHaveLength(1);
    await button('Change').click();
    const dialog = page.getByRole('dialog', { name: 'Change your Buy MRCY order' });
    const submit = () => dialog.getByRole('button', { name: /^Change (order|it anyway)$/ });
    await expect.element(submit()).toHaveAccessibleDescription('Change the price or the amount');
    await expect.element(dialog.getByRole('button', { name: 'Keep as is' })).toBeVisible();
    const quantity = () => dialog.getByLabelText(/Amount, including what has already traded/);
    await quantity().fill('300');
    await expectFieldError(quantity(), 'More than your available USD');
    await quantity().fill('12');
    await expect.element(dialog.getByTestId('place-kept')).toMatchTextContent(/keeps its place/);
    const own = { type: 'snapshot', channel: 'executions', seq: 3 } as const;
    stream.tell({ ...own, orders: [stop] });
    await expect.element(submit()).toHaveAccessibleDescription('This order is no longer open');
    stream.tell({ ...own, orders: [order, stop] });
    await dialog.getByLabelText('Limit price').fill('0.56');
    await expect.element(dialog.getByTestId('place-kept')).toMatchTextContent(/loses its place/);
    server.reply(amendOrder, changedTo({ price: '0.5600', quantity: '12.00' }));
    await submit().click();
    await expectToast('The order is changed');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.calls(amendOrder)[0]).toMatchObject({
      params: { id: order.id },
      body: { price: '0.56', quantity: '12' },
    });
  });

  it('follow the stream at once: what is new, what was traded, and what has ended', async () => {
    await open({ orders: [orderOf()] });
    const rows = page.getByTestId('own-order');
    await expect.element(rows).toMatchTextContent(/25% traded/);
    await page.getByRole('tab', { name: 'Your trades' }).click();
    await expect.poll(() => page.getByTestId('own-fill').elements()).toHaveLength(1);
    await expect.poll(() => stream.requests().map(({ type }) => type)).toContain('authenticate');
    const own = { channel: 'executions', market: 'MRCY-USD' } as const;
    stream.tell({ type: 'snapshot', channel: 'executions', seq: 3, orders: [orderOf()] });
    const at = '2026-03-01T10:05:00.000Z';
    const traded: StreamMessage = {
      type: 'update',
      ...own,
      seq: 4,
      events: [
        {
          kind: 'filled',
          seq: 9,
          orderId: idOf(900),
          at,
          side: 'BUY',
          isMaker: true,
          price: '0.5500',
          quantity: '15.00',
          fee: '0.01',
          feeCurrency: 'MRCY',
        },
      ],
      orders: [orderOf({ status: 'FILLED', filled: '20.00' })],
    };
    stream.tell(traded);
    await expect.poll(() => page.getByTestId('own-fill').elements()).toHaveLength(2);
    // As where the list was asked for meanwhile, and has it already.
    stream.tell({ ...traded, seq: 5 });
    await nextFrames();
    expect(page.getByTestId('own-fill').elements()).toHaveLength(2);
    await page.getByRole('tab', { name: 'Open orders' }).click();
    await expect.element(page.getByText('You have no open orders in this market')).toBeVisible();
    // One that is missing is noticed: all of it is asked for again.
    const asked = () =>
      stream.requests().filter((sent) => 'channel' in sent && sent.channel === 'executions').length;
    const before = asked();
    stream.tell({ type: 'update', ...own, seq: 7, events: [], orders: [orderOf()] });
    await expect.poll(asked).toBe(before + 1);
    await expect.element(rows).not.toBeInTheDocument();
  });

  it('are asked for as before where the stream does not know who asks', async () => {
    serveMarket({ orders: [orderOf()] });
    stream.answerBy((request) =>
      request.type === 'authenticate'
        ? [{ type: 'error', error: 'Unauthenticated', message: '' }]
        : request.type === 'subscribe' && request.channel === 'book'
          ? [bookSnapshot()]
          : [],
    );
    await renderApp(<OrderBookPage symbol="MRCY-USD" modes={null} />, { as: sara });
    await expect.element(page.getByTestId('own-order')).toBeVisible();
    await expect.element(page.getByTestId('order-book')).toHaveAttribute('data-status', 'live');
    expect(stream.openCount()).toBe(1);
  });

  it('are all cancelled at once, after a question', async () => {
    await open({ orders: [orderOf(), orderOf({ id: idOf(901) })] });
    await button('Cancel all').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toMatchTextContent(/Cancel all open orders in MRCY-USD/);
    expect(server.callCount(cancelAllOrders)).toBe(0);
    server.reply(cancelAllOrders, { success: true, cancelled: 2 });
    expect(dialog.getByRole('button', { name: 'Cancel', exact: true }).query()).toBeNull();
    await expect.element(dialog.getByRole('button', { name: 'Keep as is' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel all' }).click();
    await expectToast('All open orders are canceled');
  });
});

describe('a market', () => {
  it('where nobody has traded yet shows the middle of its book, or says so', async () => {
    await open({ market: { lastPrice: null } });
    await expect.element(page.getByTestId('last-price')).toHaveTextContent('0.5900 USD Middle of the book');
    // One line in the narrow column, where its place says what it is.
    const inBook = page.getByTestId('order-book').getByText('Middle of the book');
    await expect.poll(() => inBook.element().getBoundingClientRect().width).toBeLessThan(2);
    const none = { bids: [], asks: [] };
    stream.tell(bookSnapshot(8, none));
    await expect.element(page.getByTestId('last-price')).toHaveTextContent('No trade yet');
  });

  it('tells trades to the second', async () => {
    await open();
    await page.getByRole('tab', { name: 'Trades', exact: true }).click();
    await expect.element(page.getByRole('row', { name: /0\.5900 3\.00/ })).toMatchTextContent(/:00:00/);
  });

  it('shows a visitor all that is public, asks for nothing of their own, and leads to sign in', async () => {
    serveMarket();
    await renderApp(<OrderBookPage symbol="MRCY-USD" modes={null} />);
    await expect.element(page.getByTestId('order-book')).toHaveAttribute('data-status', 'live');
    await expect.element(page.getByRole('region', { name: 'Chart' })).toBeVisible();
    await price().fill('0.6');
    await amount().fill('10');
    await expect.element(page.getByText('Average price')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('link', { name: 'Sign in to trade' }))
      .toHaveAttribute('href', '/login?next=%2Ftrade%2FMRCY-USD');
    for (const own of [getBalance, listOrders, listFills, getTradingFees])
      expect(server.callCount(own)).toBe(0);
    expect(stream.requests().some(({ type }) => type === 'authenticate')).toBe(false);
  });

  it('that is halted says so, and what still works', async () => {
    await open({ market: { state: 'halted' } });
    await expect.element(page.getByText(/This market is halted.*cancel open orders/)).toBeVisible();
    await expect.element(review()).toHaveAccessibleDescription('This market isn’t taking orders right now.');
  });

  it.each([
    { state: 'open', links: 2 },
    { state: 'halted', links: 0 },
  ] as const)('that is $state has $links links beside the simple way', async ({ state, links }) => {
    serveMarket({ market: { state } });
    await renderApp(<TradeModes shown="simple" coin="MRCY" />, { as: sara });
    await expect.poll(() => queryClient.getQueryData(marketsQuery.queryKey)).toHaveLength(1);
    await expect.poll(() => page.getByRole('link').elements().length).toBe(links);
  });

  it('has form and book in turn on a phone, and a press on a price opens the form with it', async () => {
    await page.viewport(360, 740);
    await open();
    await page.getByRole('tab', { name: 'Order book' }).click();
    await ask('0.6000').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expect.element(price()).toHaveValue('0.6');
  });

  it('that becomes narrow shows the order on its way in the sheet', async () => {
    await open();
    await price().fill('0.6');
    await amount().fill('10');
    await review().click();
    await expect.element(inReview()).toBeVisible();
    await page.viewport(360, 740);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await expect.element(page.getByRole('dialog').getByTestId('order-review')).toBeVisible();
  });
});

import { getBook, listCandles, listTrades } from '@mercury/contract/api/markets.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { holdClock, passTime } from '../../test/clock.ts';
import { button } from '../../test/fields.ts';
import {
  bookOf,
  bookSnapshot,
  bookUpdate,
  marketOf,
  serveMarket,
  tickerOf,
} from '../../test/order-book-samples.ts';
import { renderApp } from '../../test/render-app.tsx';
import { sara } from '../../test/samples.ts';
import { serveAccount } from '../../test/serve-account.ts';
import { server } from '../../test/stand-in-server.ts';
import { stream } from '../../test/stand-in-stream.ts';
import { OrderBookPage } from './order-book-page.tsx';

const book = () => page.getByTestId('order-book');
const isOld = () => page.getByText('Reconnecting. These prices may be old.');
async function expectStatus(status: string): Promise<void> {
  await expect.element(book()).toHaveAttribute('data-status', status);
}

const bookRequests = () =>
  stream.requests().filter((request) => request.type === 'subscribe' && request.channel === 'book').length;

const bids = () => [...bookOf().bids];
const asks = () => [...bookOf().asks];
const better = { price: '0.5900', quantity: '7.00' };
const betterBid = (fromSeq = 7) =>
  bookUpdate(fromSeq, { bids: [better] }, { bids: [better, ...bids()], asks: asks() });

async function open(changes: Parameters<typeof serveMarket>[0] = {}) {
  serveMarket(changes);
  await renderApp(<OrderBookPage symbol="MRCY-USD" modes={null} />, { as: sara });
}

async function openLive() {
  await open();
  await expectStatus('live');
}

function setView(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  serveAccount();
});

describe('the stream of a market', () => {
  it('brings the book and what changes in it; the server is asked for neither book nor trades', async () => {
    await openLive();
    stream.tell(betterBid());
    await expect.element(button('Bid 0.5900')).toBeVisible();
    await expectStatus('live');
    await page.getByRole('tab', { name: 'Trades' }).click();
    const market = 'MRCY-USD';
    const trade = {
      market,
      price: '0.6000',
      takerSide: 'BUY',
      tradedAt: '2026-03-01T10:01:00.000Z',
    } as const;
    const trades = [
      { ...trade, seq: 8, quantity: '4.00' },
      { ...trade, seq: 9, quantity: '5.00' },
    ];
    stream.tell({ type: 'update', channel: 'trades', market, seq: 9, trades });
    // The newest first.
    await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/Bought 0\.6000.*5\.00/);
    await expect.element(page.getByRole('row').nth(2)).toMatchTextContent(/4\.00/);
    expect([server.callCount(getBook), server.callCount(listTrades)]).toEqual([0, 0]);
  });

  it('says what state the market is in, and its last price', async () => {
    await openLive();
    stream.tell({ ...tickerOf(marketOf({ state: 'halted', lastPrice: '0.6123' })), type: 'update' });
    await expect.element(page.getByText(/This market is halted/)).toBeVisible();
    await expect.element(page.getByTestId('last-price')).toMatchTextContent(/0\.6123/);
  });

  it.each([
    { what: 'a message is missing', wrong: () => betterBid(8) },
    { what: 'the sum is another', wrong: () => ({ ...betterBid(), checksum: 1 }) },
  ])(
    'is asked for a new snapshot where $what, and until then the book is dimmed and says so',
    async ({ wrong }) => {
      await openLive();
      stream.answerBy(() => []);
      stream.tell(wrong());
      await expect.element(isOld()).toBeVisible();
      await expectStatus('reconnecting');
      await expect.element(button('Ask 0.6000')).toBeVisible();
      await expect.element(button('Bid 0.5900')).not.toBeInTheDocument();
      expect([bookRequests(), stream.openCount()]).toEqual([2, 1]);
      // What still comes of the old subscription does not bring it back.
      stream.tell(betterBid(9));
      stream.tell(bookSnapshot(20));
      await expectStatus('live');
      await expect.element(isOld()).not.toBeInTheDocument();
    },
  );

  it('is opened anew, after a while, where a second hole follows', async () => {
    await openLive();
    stream.tell(betterBid(8));
    stream.tell(bookSnapshot(20));
    stream.tell(betterBid(30));
    expect(stream.openCount()).toBe(0);
    await expect.poll(() => stream.openCount()).toBe(1);
    await expectStatus('live');
  });

  it('that breaks is opened again, each time after a longer pause', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    holdClock();
    await openLive();
    stream.drop({ isAway: true });
    await expect.element(isOld()).toBeVisible();
    await passTime(1000);
    stream.comeBack();
    await passTime(1500);
    expect(stream.openCount()).toBe(0);
    await passTime(600);
    expect(stream.openCount()).toBe(1);
    await expectStatus('live');
  });

  it('that fell silent is asked for a sign, and given up without one', async () => {
    holdClock();
    await openLive();
    await passTime(12_000);
    expect([bookRequests(), stream.openCount()]).toEqual([1, 1]);
    stream.answerBy(() => []);
    await passTime(4000);
    expect(stream.requests().at(-1)).toEqual({ type: 'ping' });
    await expectStatus('live');
    await passTime(6000);
    await expectStatus('reconnecting');
  });

  it('is closed while nobody looks at the page, and opened when somebody does', async () => {
    await openLive();
    setView('hidden');
    expect(stream.openCount()).toBe(0);
    await expectStatus('reconnecting');
    setView('visible');
    await expect.poll(() => stream.openCount()).toBe(1);
    await expectStatus('live');
  });
});

describe('the figures of the day', () => {
  it('reach to the last price that the stream told', async () => {
    serveMarket();
    const hour = { at: '2026-03-01T09:00:00.000Z', volume: '9.00', quoteVolume: '5.40' };
    const prices = { open: '0.6000', high: '0.6100', low: '0.5900', close: '0.6000' };
    server.reply(listCandles, { success: true, candles: [{ ...hour, ...prices }] });
    await renderApp(<OrderBookPage symbol="MRCY-USD" modes={null} />, { as: sara });
    await expectStatus('live');
    // Change, high and low, in this order.
    const figure = (at: number) => page.getByRole('definition').nth(at);
    await expect.element(figure(2)).toHaveTextContent('0.5900');
    stream.tell({ ...tickerOf(marketOf({ lastPrice: '0.5400', seq: 8 })), type: 'update' });
    await expect.element(figure(2)).toHaveTextContent('0.5400');
    await expect.element(figure(1)).toHaveTextContent('0.6100');
    await expect.element(figure(0)).toMatchTextContent(/10\.00%/);
    stream.tell({ ...tickerOf(marketOf({ lastPrice: '0.6600', seq: 9 })), type: 'update' });
    await expect.element(figure(1)).toHaveTextContent('0.6600');
  });
});

describe('without a stream', () => {
  it('the server is asked once an attempt, and the book says when', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    holdClock();
    vi.setSystemTime(new Date('2026-03-01T10:15:30'));
    serveMarket();
    stream.drop({ isAway: true });
    await renderApp(<OrderBookPage symbol="MRCY-USD" modes={null} />, { as: sara });
    await expect
      .element(page.getByText(/No live connection\. These prices are from 10:15:3\d/))
      .toBeVisible();
    await expectStatus('asked');
    await expect.element(button('Bid 0.5800')).toBeVisible();
    expect(server.callCount(getBook)).toBe(1);
    await passTime(1100);
    expect(server.callCount(getBook)).toBe(2);
    stream.comeBack();
    await passTime(4000);
    await expectStatus('live');
    expect(server.callCount(getBook)).toBe(2);
  });
});

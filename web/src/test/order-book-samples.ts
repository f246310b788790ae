import type { Fill, Market, MarketTrade } from '@mercury/contract/api/markets.ts';
import {
  getBook,
  getMarket,
  getTradingFees,
  listCandles,
  listFills,
  listMarkets,
  listTrades,
} from '@mercury/contract/api/markets.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { listOrders, type Order, type placeOrder } from '@mercury/contract/api/orders.ts';
import type { BookUpdate, StreamMessage, StreamRequest } from '@mercury/contract/api/stream.ts';
import { checksumOf } from '../features/order-book/live-book.ts';
import { idOf, walletOf } from './samples.ts';
import { serveAccount } from './serve-account.ts';
import { server } from './stand-in-server.ts';
import { stream } from './stand-in-stream.ts';

const at = '2026-03-01T10:00:00.000Z';

export function marketOf(market: Partial<Market> = {}): Market {
  return {
    market: 'MRCY-USD',
    base: 'MRCY',
    quote: 'USD',
    state: 'open',
    tick: '0.0001',
    lot: '0.01',
    quantityMin: '1.00',
    priceRangeBps: 1000,
    makerFeePpm: 1000,
    takerFeePpm: 2000,
    lastPrice: '0.6000',
    houseQuotes: false,
    seq: 7,
    ...market,
  };
}

export function bookOf() {
  return {
    success: true,
    seq: 7,
    bids: [
      { price: '0.5800', quantity: '50.00' },
      { price: '0.5700', quantity: '200.00' },
    ],
    asks: [
      { price: '0.6000', quantity: '100.00' },
      { price: '0.6300', quantity: '400.00' },
    ],
  } as const;
}

export function orderOf(order: Partial<Order> = {}): Order {
  return {
    id: idOf(900),
    clientOrderId: null,
    market: 'MRCY-USD',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    postOnly: false,
    selfTrade: 'expire_taker',
    price: '0.5500',
    stopPrice: null,
    quantity: '20.00',
    budget: null,
    filled: '5.00',
    averagePrice: '0.55',
    status: 'OPEN',
    reason: null,
    fee: '0.01',
    feeCurrency: 'MRCY',
    seq: 5,
    expiresAt: null,
    receivedAt: at,
    createdAt: at,
    updatedAt: at,
    ...order,
  };
}

const fill: Fill = {
  market: 'MRCY-USD',
  seq: 6,
  orderId: idOf(900),
  side: 'BUY',
  isMaker: true,
  price: '0.5500',
  quantity: '5.00',
  fee: '0.01',
  feeCurrency: 'MRCY',
  tradedAt: at,
};

type Levels = Pick<BookUpdate, 'bids' | 'asks'>;

const trade: MarketTrade = {
  market: 'MRCY-USD',
  seq: 6,
  price: '0.5900',
  quantity: '3.00',
  takerSide: 'SELL',
  tradedAt: at,
};

function levelsOf(): Levels {
  const { bids, asks } = bookOf();
  return { bids: [...bids], asks: [...asks] };
}

export function bookSnapshot(seq = 7, levels: Levels = levelsOf()) {
  const named = { type: 'snapshot', channel: 'book', market: 'MRCY-USD' } as const;
  return { ...named, seq, ...levels, checksum: checksumOf(levels) };
}

/** What changed, with the sum of the book that comes of it. */
export function bookUpdate(fromSeq: number, changes: Partial<Levels>, after: Levels): BookUpdate {
  const named = { type: 'update', channel: 'book', market: 'MRCY-USD' } as const;
  return { ...named, fromSeq, seq: fromSeq + 1, bids: [], asks: [], ...changes, checksum: checksumOf(after) };
}

export function tickerOf({ market, state, lastPrice, seq }: Market) {
  const named = { type: 'snapshot', channel: 'ticker' } as const;
  return { ...named, market, seq, state, lastPrice, bid: null, ask: null };
}

/** What the stream begins each subscription with. */
function snapshotOf(request: StreamRequest, market: Market): StreamMessage[] {
  if (request.type === 'ping') return [{ type: 'pong' }];
  if (request.type === 'authenticate')
    return [{ type: 'authenticated', scopes: ['read', 'trade'], cancelOnDisconnect: false }];
  if (request.type !== 'subscribe') return [];
  const named = { type: 'snapshot', market: market.market, seq: 7 } as const;
  switch (request.channel) {
    case 'book':
      return [bookSnapshot()];
    case 'trades':
      return [{ ...named, channel: 'trades', trades: [trade] }];
    case 'ticker':
      return [tickerOf(market)];
    case 'candles':
      return [{ ...named, channel: 'candles', candles: [] }];
    case 'executions':
    case 'balances':
      return [];
    default:
      return request satisfies never;
  }
}

interface ServedMarket {
  market?: Partial<Market>;
  orders?: readonly Order[];
}

/** What the screen of a market asks for by itself. */
export function serveMarket({ market: changed, orders = [] }: ServedMarket = {}): void {
  const market = marketOf(changed);
  stream.answerBy((request) => snapshotOf(request, market));
  server.reply(listMarkets, { success: true, markets: [market] });
  server.reply(getMarket, { success: true, market });
  server.reply(getBook, { success: true, seq: 7, ...levelsOf() });
  server.reply(listTrades, { success: true, trades: [trade], nextCursor: null });
  server.reply(listCandles, { success: true, candles: [] });
  server.reply(getTradingFees, { success: true, volumeUsd: '0.00', tiers: [] });
  server.reply(listFills, { success: true, fills: [fill] });
  server.replyBy(listOrders, ({ query }) => ({
    success: true as const,
    orders: orders.filter(({ status }) => query['status'] === undefined || status === query['status']),
    nextCursor: null,
  }));
}

/** The reply of a call that changes an order. */
export function changedTo(order: Partial<Order>): ReplyOf<typeof placeOrder> {
  const { receivedAt, seq, updatedAt: committedAt } = orderOf(order);
  return { success: true, order: orderOf(order), receivedAt, seq, committedAt };
}

/** Somebody with money of both sides, and 11 dollars in orders. */
export function serveTrader(): void {
  serveAccount({
    config: { coinPriceUsd: '0.60' },
    wallets: [
      walletOf({ balance: '500.00000000' }),
      walletOf({ currency: 'USD', balance: '100.00', inOrders: '11.00' }),
    ],
  });
}

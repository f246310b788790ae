import type { Fill, Market } from '@mercury/contract/api/markets.ts';
import {
  getBook,
  getMarket,
  listCandles,
  listFills,
  listMarkets,
  listTrades,
} from '@mercury/contract/api/markets.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { listOrders, type Order, type placeOrder } from '@mercury/contract/api/orders.ts';
import { idOf } from './samples.ts';
import { server } from './stand-in-server.ts';

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

interface ServedMarket {
  market?: Partial<Market>;
  orders?: readonly Order[];
}

/** What the screen of a market asks for by itself. */
export function serveMarket({ market: changed, orders = [] }: ServedMarket = {}): void {
  const market = marketOf(changed);
  server.reply(listMarkets, { success: true, markets: [market] });
  server.reply(getMarket, { success: true, market });
  server.reply(getBook, { ...bookOf(), bids: [...bookOf().bids], asks: [...bookOf().asks] });
  server.reply(listTrades, {
    success: true,
    trades: [
      { market: market.market, seq: 6, price: '0.5900', quantity: '3.00', takerSide: 'SELL', tradedAt: at },
    ],
    nextCursor: null,
  });
  server.reply(listCandles, { success: true, candles: [] });
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

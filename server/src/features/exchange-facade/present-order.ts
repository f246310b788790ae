import { writePrice, writeQuantity, writeQuote, type MarketTerms } from '../orders/market-terms.ts';
import type { OwnTradeRow } from '../orders/numbered-orders.ts';
import type { OrderRow } from '../orders/order-row.ts';
import { presentPart } from '../orders/present.ts';
import type { FoundOrder } from '../orders/use-orders.ts';
import { symbolOf } from './symbols.ts';

/** There are no lists of orders here; Binance says so by this number. */
const noList = -1;

const types = { LIMIT: 'LIMIT', MARKET: 'MARKET', STOP: 'STOP_LOSS', STOP_LIMIT: 'STOP_LOSS_LIMIT' } as const;

function statusOf({ status, reason, filled }: OrderRow): string {
  switch (status) {
    case 'OPEN':
      return filled > 0 ? 'PARTIALLY_FILLED' : 'NEW';
    case 'WAITING':
      return 'NEW';
    case 'FILLED':
      return 'FILLED';
    case 'CANCELLED':
      return 'CANCELED';
    case 'EXPIRED':
      return reason === 'self_trade' ? 'EXPIRED_IN_MATCH' : 'EXPIRED';
    default:
      return status satisfies never;
  }
}

/** Without a name of its person it goes by its id. */
export const nameOf = ({ client_order_id: name, id }: OrderRow): string => name ?? id;

/** What every reply about an order tells of it. */
export function presentTerms({ market, order }: FoundOrder) {
  const isLimit = order.type === 'LIMIT' || order.type === 'STOP_LIMIT';
  return {
    symbol: symbolOf(market),
    orderId: order.number,
    orderListId: noList,
    price: writePrice(market, isLimit ? (order.price ?? 0) : 0),
    // An order by budget is as large as what it bought.
    origQty: writeQuantity(market, order.quantity ?? order.filled),
    executedQty: writeQuantity(market, order.filled),
    origQuoteOrderQty: writeQuote(market, order.budget ?? 0n),
    cummulativeQuoteQty: writeQuote(market, order.quote_filled),
    status: statusOf(order),
    // Binance has no end of an order's own, and no other word for a market order.
    timeInForce: isLimit && order.time_in_force !== 'GTD' ? order.time_in_force : 'GTC',
    type: order.type === 'LIMIT' && order.is_post_only ? 'LIMIT_MAKER' : types[order.type],
    side: order.side,
    ...(order.stop_price !== null && { stopPrice: writePrice(market, order.stop_price) }),
    selfTradePreventionMode: order.self_trade.toUpperCase(),
  };
}

export function presentOrder(found: FoundOrder) {
  const { order, market } = found;
  const time = order.received_at.getTime();
  return {
    ...presentTerms(found),
    clientOrderId: nameOf(order),
    stopPrice: writePrice(market, order.stop_price ?? 0),
    icebergQty: writeQuantity(market, 0),
    time,
    updateTime: order.updated_at.getTime(),
    isWorking: order.status !== 'WAITING',
    workingTime: order.status === 'WAITING' ? -1 : time,
  };
}

export function presentOwnTrade(market: MarketTerms, row: OwnTradeRow, userId: string) {
  const isMaker = row.maker_user_id === userId;
  const part = { isMaker, takerSide: row.taker_side, fee: isMaker ? row.maker_fee : row.taker_fee };
  const { side, fee, feeCurrency } = presentPart(market, part);
  return {
    symbol: symbolOf(market),
    id: Number(row.seq),
    orderId: Number(row.order_number),
    orderListId: noList,
    price: writePrice(market, Number(row.price)),
    qty: writeQuantity(market, Number(row.quantity)),
    quoteQty: writeQuote(market, row.price * row.quantity * market.units.quoteUnitsPerTickLot),
    commission: fee,
    commissionAsset: feeCurrency,
    time: row.created_at.getTime(),
    isBuyer: side === 'BUY',
    isMaker,
    isBestMatch: true,
  };
}

/** A trade as the reply to its order tells it. */
export function presentFill(market: MarketTerms, row: OwnTradeRow, userId: string) {
  const { price, qty, commission, commissionAsset, id } = presentOwnTrade(market, row, userId);
  return { price, qty, commission, commissionAsset, tradeId: id };
}

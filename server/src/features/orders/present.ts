import type { Candle, Fill, Market } from '@mercury/contract/api/markets.ts';
import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import type { Order, placeOrder } from '@mercury/contract/api/orders.ts';
import { assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { divide } from '@mercury/contract/money/rounding.ts';
import {
  stateNow,
  termsOf,
  writePrice,
  writeQuantity,
  writeQuote,
  type MarketRow,
  type MarketTerms,
} from './market-terms.ts';
import type { OrderRow } from './order-row.ts';
import type { CandleRow, FillRow } from './queries.ts';
import type { ChangedOrder, FoundOrder } from './use-orders.ts';

export function presentMarket(row: MarketRow, quotedByHouse: readonly string[]): Market {
  const terms = termsOf(row);
  return {
    market: row.symbol,
    base: row.base,
    quote: row.quote,
    state: stateNow(row),
    tick: writePrice(terms, 1),
    lot: writeQuantity(terms, 1),
    quantityMin: writeQuantity(terms, terms.lotsMin),
    priceRangeBps: row.range_bps,
    makerFeePpm: row.maker_fee_ppm,
    takerFeePpm: row.taker_fee_ppm,
    lastPrice: row.last_price === null ? null : writePrice(terms, Number(row.last_price)),
    houseQuotes: quotedByHouse.includes(row.symbol),
    seq: Number(row.seq),
  };
}

export function presentOrder({ market, order }: FoundOrder): Order {
  const receives = receivedBy(order.side, market);
  const price = (ticks: number | null): string | null => (ticks === null ? null : writePrice(market, ticks));
  return {
    id: order.id,
    clientOrderId: order.client_order_id,
    market: order.market,
    side: order.side,
    type: order.type,
    timeInForce: order.time_in_force,
    postOnly: order.is_post_only,
    selfTrade: order.self_trade,
    // The bound of a stop without a limit is the book's own.
    price: order.type === 'STOP' ? null : price(order.price),
    stopPrice: price(order.stop_price),
    quantity: order.quantity === null ? null : writeQuantity(market, order.quantity),
    budget: order.budget === null ? null : writeQuote(market, order.budget),
    filled: writeQuantity(market, order.filled),
    averagePrice: writeMeanPrice(market, { lots: BigInt(order.filled), quote: order.quote_filled }),
    status: order.status,
    reason: order.reason,
    fee: formatDecimal(order.fee, assetOf(receives).decimals),
    feeCurrency: receives,
    seq: order.seq,
    expiresAt: order.expires_at?.toISOString() ?? null,
    receivedAt: order.received_at.toISOString(),
    createdAt: order.created_at.toISOString(),
    updatedAt: order.updated_at.toISOString(),
  };
}

export function presentChange(changed: ChangedOrder): ReplyOf<typeof placeOrder> {
  return {
    success: true,
    order: presentOrder(changed),
    receivedAt: changed.receivedAt.toISOString(),
    seq: changed.seq,
    committedAt: changed.committedAt.toISOString(),
  };
}

/** To the nearest unit of the quote: for reading, nothing is computed with it. Null of nothing. */
export function writeMeanPrice(
  market: MarketTerms,
  { lots, quote }: { readonly lots: bigint; readonly quote: bigint },
): string | null {
  if (lots === 0n) return null;
  const base = lots * market.units.baseUnitsPerLot;
  const whole = 10n ** BigInt(assetOf(market.base).decimals);
  return writeQuote(market, divide(quote * whole, base, 'half-even'));
}

function receivedBy(side: OrderRow['side'], { base, quote }: MarketTerms): AssetCode {
  return side === 'BUY' ? base : quote;
}

/** What a trade is to one of the two. The fee goes out of what is received. */
export function presentPart(
  market: MarketTerms,
  { isMaker, takerSide, fee }: { isMaker: boolean; takerSide: Fill['side']; fee: bigint },
): Pick<Fill, 'side' | 'isMaker' | 'fee' | 'feeCurrency'> {
  const side = (takerSide === 'BUY') === isMaker ? 'SELL' : 'BUY';
  const receives = receivedBy(side, market);
  return { side, isMaker, fee: formatDecimal(fee, assetOf(receives).decimals), feeCurrency: receives };
}

export function presentFill(market: MarketTerms, row: FillRow, userId: string): Fill {
  const isMaker = row.maker_user_id === userId;
  const fee = isMaker ? row.maker_fee : row.taker_fee;
  return {
    market: row.market,
    seq: Number(row.seq),
    orderId: isMaker ? row.maker_order_id : row.taker_order_id,
    ...presentPart(market, { isMaker, takerSide: row.taker_side, fee }),
    price: writePrice(market, Number(row.price)),
    quantity: writeQuantity(market, Number(row.quantity)),
    tradedAt: row.created_at.toISOString(),
  };
}

export function presentTrade(market: MarketTerms, row: FillRow) {
  return {
    market: row.market,
    seq: Number(row.seq),
    price: writePrice(market, Number(row.price)),
    quantity: writeQuantity(market, Number(row.quantity)),
    takerSide: row.taker_side,
    tradedAt: row.created_at.toISOString(),
  };
}

export function presentCandle(market: MarketTerms, row: CandleRow): Candle {
  const price = (ticks: bigint): string => writePrice(market, Number(ticks));
  return {
    at: row.at.toISOString(),
    open: price(row.open),
    high: price(row.high),
    low: price(row.low),
    close: price(row.close),
    volume: writeQuantity(market, Number(row.volume)),
    quoteVolume: writeQuote(market, row.quote_volume),
  };
}

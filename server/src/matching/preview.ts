import { limits } from '@mercury/contract/limits.ts';
import { priceRangeOf } from '@mercury/contract/money/order-book.ts';
import { apply } from './apply.ts';
import { bookFromOrders } from './book-state.ts';
import type { Command, Context, MarketState } from './command.ts';
import type { BookEvent, EndReason, RefusalReason } from './event.ts';
import type { MarketUnits, OpenOrder, Side } from './order.ts';
import type { BookLevel, BookLevels } from './price-levels.ts';
import { tradeAmounts } from './reservations.ts';

/** What is known of a market where only its levels are shown. */
export interface ShownMarket {
  readonly units: MarketUnits;
  readonly levels: BookLevels;
  /** Those of the command's person, which the levels contain. */
  readonly own: readonly OpenOrder[];
  readonly lastPrice: number | undefined;
  readonly state: MarketState;
  /** In ticks; undefined where nobody shows one. */
  readonly referencePrice: number | undefined;
  /** How far the price range goes from the reference, in hundredths of a percent. */
  readonly rangeBps: number;
  readonly spendable: bigint;
}

export interface Preview {
  readonly refusal: RefusalReason | undefined;
  readonly end: EndReason | undefined;
  /** Lots, and smallest units before the fee. All zero if it would trade nothing. */
  readonly filled: number;
  readonly base: bigint;
  readonly quote: bigint;
  /** Of what is received. */
  readonly fee: bigint;
  readonly firstPrice: number | undefined;
  readonly lastPrice: number | undefined;
  /** It, or what is left of it, stands in the book afterwards. */
  readonly rests: boolean;
  /** An amendment that leaves the order in its place. */
  readonly keepsPlace: boolean;
}

/**
 * What a command would do by the shown book, by the same function that decides it. The browser estimates with it. Unknown to it, and
 * so left out, is whoever comes first; orders of one's own are taken as the last of their price.
 */
export function previewCommand(market: ShownMarket, command: Command): Preview {
  const { units, lastPrice, state, spendable } = market;
  const orders = [...othersOf(market), ...market.own.map((order, at) => ({ ...order, seq: ownSeq + at }))];
  const book = bookFromOrders(units, { seq: ownSeq * 2, lastPrice, orders });
  const context = { ...boundsOf(market, command), now: 0, state, spendable, ...noWorkLimits };
  return summaryOf(units, apply(book, command, context));
}

/** Behind all others of a price. */
const ownSeq = 1_000_000;

const noWorkLimits = { stopsMax: 0, expiriesMax: 0, fillsMax: Number.MAX_SAFE_INTEGER };

type PriceBounds = Pick<Context, 'referencePrice' | 'priceMin' | 'priceMax'>;

function boundsOf(market: ShownMarket, command: Command): PriceBounds {
  const { referencePrice, rangeBps } = market;
  if (referencePrice === undefined) return boundsWithoutReference(market, command);
  return { referencePrice, ...priceRangeOf(referencePrice, rangeBps) };
}

/** Only a stop without a limit goes by its distance to the bound. */
function boundsWithoutReference({ rangeBps, own }: ShownMarket, command: Command): PriceBounds {
  const widest = { priceMin: 1, priceMax: limits.orderTicksMax };
  if (command.kind === 'amend') {
    const before = own.find(({ orderId }) => orderId === command.orderId);
    return { ...widest, referencePrice: command.price ?? before?.price ?? 1 };
  }
  if (command.kind !== 'place' || command.order.type === 'market') return { ...widest, referencePrice: 1 };
  if (command.order.type === 'limit') return { ...widest, referencePrice: command.order.price };
  const { stopPrice } = command.order;
  return { ...widest, priceMax: priceRangeOf(stopPrice, rangeBps).priceMax, referencePrice: stopPrice };
}

/** Each level less one's own is one order of somebody else. */
function othersOf({ levels, own }: ShownMarket): OpenOrder[] {
  const ofSide = (side: Side, shown: readonly BookLevel[]): OpenOrder[] =>
    shown.flatMap(({ price, quantity }, at) => {
      const isHere = (order: OpenOrder) => order.side === side && order.price === price;
      const rest = own.filter(isHere).reduce((left, { remaining }) => left - remaining, quantity);
      return rest > 0 ? [somebody({ side, price, rest, seq: at + 1 })] : [];
    });
  return [...ofSide('BUY', levels.bids), ...ofSide('SELL', levels.asks)];
}

function somebody({
  side,
  price,
  rest,
  seq,
}: {
  side: Side;
  price: number;
  rest: number;
  seq: number;
}): OpenOrder {
  return {
    orderId: `${side} ${seq}`,
    personId: 'others',
    side,
    selfTrade: 'expire_taker',
    makerFeePpm: 0,
    takerFeePpm: 0,
    price,
    quantity: rest,
    remaining: rest,
    seq,
    timeInForce: 'GTC',
    isPostOnly: false,
    expiresAt: undefined,
    stopPrice: undefined,
    queuedSeq: undefined,
  };
}

function summaryOf(units: MarketUnits, events: readonly BookEvent[]): Preview {
  const trades = events.filter((event) => event.kind === 'traded');
  const sums = { filled: 0, base: 0n, quote: 0n, fee: 0n };
  for (const trade of trades) {
    const { base, quote, takerFee } = tradeAmounts(units, trade);
    sums.filled += trade.quantity;
    sums.base += base;
    sums.quote += quote;
    sums.fee += takerFee;
  }
  return {
    ...sums,
    refusal: events.find((event) => event.kind === 'refused')?.reason,
    end: events.find((event) => event.kind === 'ended')?.reason,
    firstPrice: trades[0]?.price,
    lastPrice: trades.at(-1)?.price,
    rests: events.some(({ kind }) => kind === 'rested' || kind === 'waiting' || kind === 'amended'),
    keepsPlace: events.some(({ kind }) => kind === 'amended'),
  };
}

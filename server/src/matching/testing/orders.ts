import type {
  Command,
  Context,
  LimitOrder,
  MarketOrder,
  StopLimitOrder,
  StopMarketOrder,
} from '../command.ts';
import { apply, createBook, type Book, type BookEvent } from '../book.ts';
import type { OrderTerms, Side } from '../order.ts';
import { testUnits } from './random-commands.ts';

/** A reference of 100 ticks and a range of ten percent. */
export const openMarket: Context = {
  now: 1_000,
  state: 'open',
  referencePrice: 100,
  priceMin: 90,
  priceMax: 110,
  spendable: 1_000_000n,
  stopsMax: 100,
  expiriesMax: 1_000,
  fillsMax: 1_000,
};

let count = 0;

function termsOf(side: Side): OrderTerms {
  count += 1;
  const orderId = `order ${count}`;
  // Everybody is somebody else unless a test says so.
  const personId = `person ${count}`;
  return { orderId, personId, side, selfTrade: 'expire_taker', makerFeePpm: 1000, takerFeePpm: 2000 };
}

export function limit(
  side: Side,
  price: number,
  quantity: number,
  more: Partial<LimitOrder> = {},
): LimitOrder {
  const rest = { timeInForce: 'GTC', isPostOnly: false, expiresAt: undefined } as const;
  return { ...termsOf(side), type: 'limit', price, quantity, ...rest, ...more };
}

export function market(
  side: Side,
  amount: MarketOrder['amount'],
  more: Partial<MarketOrder> = {},
): MarketOrder {
  return { ...termsOf(side), type: 'market', amount, ...more };
}

export function stopMarket(
  side: Side,
  stopPrice: number,
  quantity: number,
  more: Partial<StopMarketOrder> = {},
): StopMarketOrder {
  return { ...termsOf(side), type: 'stop_market', stopPrice, quantity, ...more };
}

export function stopLimit(
  side: Side,
  stopPrice: number,
  { price, quantity, ...more }: Partial<StopLimitOrder> & { price: number; quantity: number },
): StopLimitOrder {
  const { type: _, ...terms } = limit(side, price, quantity);
  return { ...terms, type: 'stop_limit', stopPrice, ...more };
}

/** A book, and a command at a time against it in an open market. */
export function openBook() {
  const book: Book = createBook(testUnits);
  const run = (command: Command, context: Partial<Context> = {}): BookEvent[] =>
    apply(book, command, { ...openMarket, ...context });
  const place = (
    order: LimitOrder | MarketOrder | StopLimitOrder | StopMarketOrder,
    context: Partial<Context> = {},
  ) => run({ kind: 'place', order }, context);
  return { book, run, place };
}

/** What happened, in a line each. */
export function tell(events: readonly BookEvent[]): string[] {
  return events.map((event) => {
    switch (event.kind) {
      case 'traded':
        return `${event.quantity} at ${event.price}`;
      case 'prevented':
        return `${event.mode} ${event.quantity} at ${event.price}`;
      case 'rested':
        return `rests ${event.order.remaining} at ${event.order.price}`;
      case 'waiting':
        return `waits for ${event.order.stopPrice}`;
      case 'removed':
        return `removed ${event.reason}`;
      case 'refused':
        return `refused ${event.reason}`;
      case 'ended':
        return `ended ${event.reason} ${event.remaining ?? ''}`.trim();
      case 'amended':
        return `amended to ${event.remaining} of ${event.quantity}`;
      case 'triggered':
      case 'queued':
        return event.kind;
      default:
        return event satisfies never;
    }
  });
}

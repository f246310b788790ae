import type { ExecutionEvent } from '@mercury/contract/api/own-stream.ts';
import { tradeAmounts, type LoggedEvent, type Traded } from '../../../matching/book.ts';
import { writePrice, writeQuantity, type MarketTerms } from '../market-terms.ts';
import type { OrderRow } from '../order-row.ts';
import { presentPart } from '../present.ts';
import type { DatedEvent } from './read-market.ts';

interface OwnOrders {
  readonly terms: MarketTerms;
  readonly userId: string;
  /** Those that were open before, and from now on those of these events. */
  readonly open: Set<string>;
  /** As they are after all of the events. */
  readonly orders: ReadonlyMap<string, OrderRow>;
}

/** What the log says of one person's orders, in the words of the contract. The first that is heard of an order is that it was accepted. */
export function executionEventsOf(own: OwnOrders, events: readonly DatedEvent[]): ExecutionEvent[] {
  const told: ExecutionEvent[] = [];
  for (const { at, event } of events) {
    const happened = { seq: event.seq, at: new Date(at).toISOString() };
    for (const each of tellEvent(own, event)) {
      const { orderId } = each;
      if (!own.open.has(orderId)) told.push({ kind: 'accepted', orderId, ...happened });
      own.open.add(orderId);
      if (each.kind !== 'placed') told.push({ ...each, ...happened });
    }
  }
  return told;
}

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'seq' | 'at'> : never;
type Told =
  | WithoutTime<Exclude<ExecutionEvent, { kind: 'rejected' }>>
  /** Nothing more than that it is there. */
  | { readonly kind: 'placed'; readonly orderId: string };

function tellEvent(own: OwnOrders, event: LoggedEvent): Told[] {
  const { userId } = own;
  if (event.kind === 'traded') return tellTrade(own, event);
  if (event.kind === 'rested' || event.kind === 'waiting') {
    const { orderId, personId } = event.order;
    return personId === userId ? [{ kind: 'placed', orderId }] : [];
  }
  if (event.kind === 'queued' || event.personId !== userId) return [];
  switch (event.kind) {
    case 'prevented': {
      const { makerId, takerId, mode } = event;
      if (mode !== 'decrement') return [{ kind: 'placed', orderId: takerId }];
      const quantity = writeQuantity(own.terms, event.quantity);
      return [makerId, takerId].map((orderId) => ({ kind: 'reduced', orderId, quantity }));
    }
    case 'removed': {
      const { orderId, reason } = event;
      if (reason === 'replaced') return [{ kind: 'amended', orderId }];
      return [reason === 'cancelled' ? { kind: 'cancelled', orderId } : { kind: 'expired', orderId, reason }];
    }
    case 'ended': {
      const { orderId, reason } = event;
      // A budget that bought what it could is filled.
      const isFilled = own.orders.get(orderId)?.status === 'FILLED';
      return [isFilled ? { kind: 'placed', orderId } : { kind: 'expired', orderId, reason }];
    }
    case 'amended':
    case 'triggered':
      return [{ kind: event.kind, orderId: event.orderId }];
    default:
      return event satisfies never;
  }
}

function tellTrade({ terms, userId }: OwnOrders, trade: Traded): Told[] {
  const isMaker = trade.makerPersonId === userId;
  if (!isMaker && trade.takerPersonId !== userId) return [];
  const { makerFee, takerFee } = tradeAmounts(terms.units, trade);
  return [
    {
      kind: 'filled',
      orderId: isMaker ? trade.makerId : trade.takerId,
      ...presentPart(terms, { isMaker, takerSide: trade.takerSide, fee: isMaker ? makerFee : takerFee }),
      price: writePrice(terms, trade.price),
      quantity: writeQuantity(terms, trade.quantity),
    },
  ];
}

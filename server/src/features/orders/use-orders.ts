import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type {
  amendOrder as amendEndpoint,
  placeOrder as placeEndpoint,
} from '@mercury/contract/api/orders.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../http/caller.ts';
import type { RefusalReason, Refused } from '../../matching/book.ts';
import type { Services } from '../../services.ts';
import type { LevelTurn } from '../levels/level-turn.ts';
import { inLevelRoom, type LevelServices } from './level-room.ts';
import { findMarket, termsOf, type MarketTerms } from './market-terms.ts';
import type { OrderRow } from './order-row.ts';
import { findMarketsWithOrders, findOrder } from './queries.ts';
import { readOrder, requirePrice, requireQuantity } from './read-order.ts';
import type { Answer, Work } from './run-batch.ts';

export type OrderServices = Pick<Services, 'db' | 'exchange'>;
/** Whoever makes an order larger is asked for room in their level. */
export type PlacingServices = OrderServices & LevelServices;

type Caller = Pick<Session, 'id' | 'userId'>;

/** An order with what its numbers mean. */
export interface FoundOrder {
  readonly market: MarketTerms;
  readonly order: OrderRow;
}

/** An order after a command about it, and when and where that happened. */
export interface ChangedOrder extends FoundOrder {
  readonly receivedAt: Date;
  /** Of the last event of the command; of a repeated call the order's own. */
  readonly seq: number;
  readonly committedAt: Date;
}

/** @throws DomainError NotFound */
export async function requireMarket({ db }: Pick<Services, 'db'>, symbol: string): Promise<MarketTerms> {
  const row = await findMarket(db, symbol);
  if (row === undefined) throw new DomainError('NotFound');
  return termsOf(row);
}

/** As they were within the last second. */
async function requireTerms(services: OrderServices, symbol: string): Promise<MarketTerms> {
  return services.exchange.knownMarket(symbol) ?? requireMarket(services, symbol);
}

export async function placeOrder(
  services: PlacingServices,
  {
    session: { id: callerId, userId },
    input,
    endsOnDisconnect = false,
  }: {
    session: Caller;
    input: BodyOf<typeof placeEndpoint>;
    /** It is cancelled when the connections of this session or key are lost. */
    endsOnDisconnect?: boolean;
  },
): Promise<ChangedOrder> {
  const receivedAt = new Date();
  const market = await requireTerms(services, input.market);
  const endsWith = endsOnDisconnect ? callerId : undefined;
  const work = readOrder(market, { userId, input, receivedAt: receivedAt.getTime(), endsWith });
  const { clientOrderId } = input;
  return inLevelRoom(services, market, {
    asked: { userId, clientOrderId, wanted: work.placed },
    place: (levelTurn) => run(services, market, { work: { ...work, callerId, levelTurn }, receivedAt }),
  });
}

export async function amendOrder(
  services: PlacingServices,
  { session, id, input }: { session: Caller; id: string; input: BodyOf<typeof amendEndpoint> },
): Promise<ChangedOrder> {
  const receivedAt = new Date();
  const { id: callerId, userId } = session;
  const { market, order } = await requireOrder(services, { userId, id });
  const price = input.price === undefined ? undefined : requirePrice(market, 'price', input.price);
  const quantity = input.quantity === undefined ? undefined : requireQuantity(market, input.quantity);
  const wanted = largerTerms(order, { price, quantity });
  const command = { kind: 'amend', orderId: order.id, personId: userId, price, quantity } as const;
  const change = (levelTurn?: LevelTurn) =>
    run(services, market, { work: { command, callerId, levelTurn }, receivedAt });
  if (wanted === undefined) return change();
  return inLevelRoom(services, market, { asked: { userId, orderId: order.id, wanted }, place: change });
}

/** What is still to be traded of it then; undefined if that is worth no more than before. */
function largerTerms(
  order: OrderRow,
  asked: { readonly price: number | undefined; readonly quantity: number | undefined },
) {
  const [priceBefore, quantityBefore] = [order.price ?? 0, order.quantity ?? 0];
  const { price = priceBefore, quantity = quantityBefore } = asked;
  if (price <= priceBefore && quantity <= quantityBefore) return undefined;
  // What was traded is counted already.
  const left = Math.max(quantity - order.filled, 0);
  return { side: order.side, price, stopPrice: undefined, quantity: left, budget: undefined };
}

export async function cancelOrder(
  services: OrderServices,
  { userId, id }: { userId: string; id: string },
): Promise<ChangedOrder> {
  const receivedAt = new Date();
  // An order that is open here needs no look at the database, which decides anyway.
  const known = services.exchange.marketOfOrder({ userId, id });
  const { market, orderId } =
    known === undefined ? await findMarketOf(services, { userId, id }) : { market: known, orderId: id };
  const command = { kind: 'cancel', orderId, personId: userId } as const;
  return run(services, market, { work: { command }, receivedAt });
}

/** An id that was written in another way has its order's. */
async function findMarketOf(
  services: OrderServices,
  asked: { userId: string; id: string },
): Promise<{ readonly market: MarketTerms; readonly orderId: string }> {
  const { market, order } = await requireOrder(services, asked);
  return { market, orderId: order.id };
}

/** In one market or in all. Tells how many there were. */
export async function cancelAllOrders(
  services: OrderServices,
  { userId, market: symbol }: { userId: string; market?: string | undefined },
): Promise<number> {
  const symbols = symbol === undefined ? await findMarketsWithOrders(services.db, userId) : [symbol];
  const counts = await Promise.all(
    symbols.map(async (each) => {
      const market = await requireTerms(services, each);
      const answer = await services.exchange.submit(market, {
        command: { kind: 'cancel_all', personId: userId },
      });
      return answer.kind === 'done' ? countCancelled(answer, userId) : 0;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function countCancelled({ events }: Extract<Answer, { kind: 'done' }>, userId: string): number {
  return events.filter(
    (event) => event.kind === 'removed' && event.reason === 'cancelled' && event.personId === userId,
  ).length;
}

/** @throws DomainError NotFound, also for another person's */
export async function requireOrder(
  services: Pick<Services, 'db'>,
  { userId, id }: { userId: string; id: string },
): Promise<FoundOrder> {
  const order = await findOrder(services.db, { userId, id });
  if (order === undefined) throw new DomainError('NotFound');
  return { market: await requireMarket(services, order.market), order };
}

async function run(
  { exchange }: OrderServices,
  market: MarketTerms,
  { work, receivedAt }: { work: Work; receivedAt: Date },
): Promise<ChangedOrder> {
  const answer = await exchange.submit(market, work);
  switch (answer.kind) {
    case 'refused':
      throw refusalOf(answer.refused);
    case 'failed':
      throw answer.error;
    case 'repeat': {
      const { order } = answer;
      return { market, order, receivedAt, seq: order.seq, committedAt: order.updated_at };
    }
    case 'done': {
      const { order, events, at } = answer;
      const seq = events.at(-1)?.seq;
      if (order === undefined || seq === undefined) throw new Error('an order was not told');
      return { market, order, receivedAt, seq, committedAt: new Date(at) };
    }
    default:
      return answer satisfies never;
  }
}

export const refusalCodes: Readonly<Record<RefusalReason, ErrorCode>> = {
  invalid: 'AmountOutOfRange',
  unknown_order: 'OrderNotOpen',
  market_closed: 'MarketClosed',
  market_post_only: 'MarketPostOnly',
  already_expired: 'OrderNotOpen',
  price_too_far: 'OrderPriceTooFar',
  would_cross: 'OrderWouldTrade',
  would_trigger: 'OrderWouldTrigger',
  too_many_orders: 'TooManyOpenOrders',
  insufficient_funds: 'InsufficientBalance',
  quantity_traded: 'OrderNotOpen',
  stop_not_amendable: 'StopNotAmendable',
};

function refusalOf({ reason }: Refused): DomainError {
  return new DomainError(refusalCodes[reason]);
}

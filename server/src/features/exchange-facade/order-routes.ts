import * as orders from '@mercury/contract/api/orders.ts';
import {
  findNumberedOrder,
  findNumberedOrders,
  findOpenOrders,
  findOrdersNumbered,
  findOwnTrades,
} from '../orders/numbered-orders.ts';
import { readOrder } from '../orders/read-order.ts';
import { cancelAllOrders, cancelOrder, placeOrder, type FoundOrder } from '../orders/use-orders.ts';
import { DomainError, reasonOf } from '../../errors.ts';
import { nameFor } from '../../http/signed-call.ts';
import { feesOfMarket } from './fees.ts';
import { asFilterFailure, readAskedOrder, type AskedOrder } from './order-terms.ts';
import {
  readFlag,
  readLimit,
  readName,
  readNumber,
  readOptionalSymbol,
  readSymbol,
  readTimes,
  type Params,
} from './params.ts';
import { nameOf, presentFill, presentOrder, presentTerms } from './present-order.ts';
import { Refusal, refuseMissingOrder } from './refusals.ts';
import type { SignedContext, SignedRoute } from './route.ts';
import { requireTerms, termsByMarket } from './symbols.ts';

const symbolWeight =
  (one: number, all: number) =>
  (params: Params): number =>
    params.has('symbol') ? one : all;

export const orderRoutes: readonly SignedRoute[] = [
  {
    method: 'POST',
    path: '/api/v3/order',
    standsFor: orders.placeOrder,
    isOrder: true,
    weight: 1,
    prepare(params) {
      const asked = readAskedOrder(params);
      return (context) => place(context, asked);
    },
  },
  {
    method: 'POST',
    path: '/api/v3/order/test',
    standsFor: orders.placeOrder,
    weight: 1,
    prepare(params) {
      const asked = readAskedOrder(params);
      const tellsFees = readFlag(params, 'computeCommissionRates');
      return (context) => tryOut(context, asked, tellsFees);
    },
  },
  {
    method: 'GET',
    path: '/api/v3/order',
    standsFor: orders.getOrder,
    weight: 1,
    prepare(params) {
      const asked = readWhich(params);
      return async (context) => presentOrder(await find(context, asked));
    },
  },
  {
    method: 'DELETE',
    path: '/api/v3/order',
    standsFor: orders.cancelOrder,
    isOrder: true,
    weight: 1,
    prepare(params) {
      const asked = readWhich(params);
      const name = readName(params, 'newClientOrderId');
      return (context) => cancel(context, asked, name);
    },
  },
  {
    method: 'GET',
    path: '/api/v3/openOrders',
    standsFor: orders.listOrders,
    weight: symbolWeight(2, 10),
    prepare(params) {
      const symbol = readOptionalSymbol(params);
      return async (context) => (await listOpen(context, symbol)).map(presentOrder);
    },
  },
  {
    method: 'DELETE',
    path: '/api/v3/openOrders',
    standsFor: orders.cancelAllOrders,
    isOrder: true,
    weight: 1,
    prepare(params) {
      const symbol = readSymbol(params);
      return (context) => cancelAll(context, symbol);
    },
  },
  { method: 'GET', path: '/api/v3/allOrders', standsFor: orders.listOrders, weight: 4, prepare: prepareAll },
];

function prepareAll(params: Params): ReturnType<SignedRoute['prepare']> {
  const symbol = readSymbol(params);
  const range = {
    fromNumber: readNumber(params, 'orderId'),
    ...readTimes(params),
    limit: readLimit(params, { byDefault: 500, max: 1000 }),
  };
  return async ({ services: { db }, session: { userId } }) => {
    const market = await requireTerms(db, symbol);
    const found = await findNumberedOrders(db, { userId, market: market.symbol }, range);
    return found.map((order) => presentOrder({ market, order }));
  };
}

async function place(context: SignedContext, { symbol, terms, name, replyType }: AskedOrder) {
  const { services, session, signed } = context;
  const { symbol: market } = await requireTerms(services.db, symbol);
  // Without a name it follows from what was signed: whoever sends a recorded call once more gets the order that there is.
  const input = { ...terms, market, clientOrderId: name ?? nameFor(signed) };
  const found = await placeOrder(services, { session, input }).catch((error: unknown) => {
    throw asFilterFailure(error);
  });
  const shown = presentOrder(found);
  const { orderId, orderListId, clientOrderId } = shown;
  const transactTime = shown.updateTime;
  if (replyType === 'ACK') return { symbol, orderId, orderListId, clientOrderId, transactTime };
  const { workingTime } = shown;
  const result = { ...presentTerms(found), clientOrderId, transactTime, workingTime };
  if (replyType === 'RESULT') return result;
  const fills = await listFills(context, found).catch((error: unknown) => {
    // The order stands. Refused, it would be placed once more; its trades are at myTrades.
    services.log.error({ reason: reasonOf(error), orderId: found.order.id }, 'its trades could not be told');
    return undefined;
  });
  return fills === undefined ? result : { ...result, fills };
}

/** Above this a reply would be too long; the trades are at myTrades. */
const fillsMax = 1000;

async function listFills({ services, session: { userId } }: SignedContext, { market, order }: FoundOrder) {
  if (order.filled === 0) return [];
  const own = { userId, market: market.symbol, orderId: order.id };
  const trades = await findOwnTrades(services.db, own, { fromSeq: 0, limit: fillsMax });
  return trades.map((row) => presentFill(market, row, userId));
}

/** What the order says is checked, but neither the money nor the book. */
async function tryOut(
  { services: { db }, session: { userId } }: SignedContext,
  { symbol, terms }: AskedOrder,
  tellsFees: boolean,
) {
  const market = await requireTerms(db, symbol);
  try {
    const input = { ...terms, market: market.symbol };
    readOrder(market, { userId, input, receivedAt: Date.now(), endsWith: undefined });
  } catch (error) {
    throw asFilterFailure(error);
  }
  if (!tellsFees) return {};
  const fees = await feesOfMarket(db, userId, symbol);
  return { standardCommissionForOrder: fees, taxCommissionForOrder: { maker: '0', taker: '0' } };
}

interface Which {
  readonly symbol: string;
  readonly number: number | undefined;
  readonly name: string | undefined;
}

function readWhich(params: Params): Which {
  const symbol = readSymbol(params);
  const number = readNumber(params, 'orderId');
  const name = readName(params, 'origClientOrderId');
  if (number !== undefined || name !== undefined) return { symbol, number, name };
  throw new Refusal(-1102, "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!");
}

async function find(
  { services: { db }, session: { userId } }: SignedContext,
  which: Which,
): Promise<FoundOrder> {
  const market = await requireTerms(db, which.symbol);
  const order = await findNumberedOrder(db, { userId, market: market.symbol }, which);
  if (order === undefined) throw refuseMissingOrder();
  return { market, order };
}

async function cancel(context: SignedContext, which: Which, name: string | undefined) {
  const { services, session, signed } = context;
  const { order } = await find(context, which).catch((error: unknown) => {
    // To somebody who cancels, an order that is over and one that never was are the same.
    throw error instanceof Refusal && error.told.code === -2013 ? new DomainError('OrderNotOpen') : error;
  });
  const cancelled = await cancelOrder(services, { userId: session.userId, id: order.id });
  return presentCancelled(cancelled, name ?? nameFor(signed));
}

function presentCancelled(found: FoundOrder, name: string) {
  return {
    ...presentTerms(found),
    origClientOrderId: nameOf(found.order),
    clientOrderId: name,
    transactTime: found.order.updated_at.getTime(),
  };
}

async function listOpen(
  { services: { db }, session: { userId } }: SignedContext,
  symbol: string | undefined,
): Promise<readonly FoundOrder[]> {
  const asked = symbol === undefined ? undefined : (await requireTerms(db, symbol)).symbol;
  const terms = await termsByMarket(db);
  const open = await findOpenOrders(db, { userId, market: asked });
  return open.flatMap((order) => {
    const market = terms.get(order.market);
    return market === undefined ? [] : [{ market, order }];
  });
}

/** All that are open, of which it tells those that it found. */
async function cancelAll(context: SignedContext, symbol: string) {
  const { services, session, signed } = context;
  const { userId } = session;
  const open = await listOpen(context, symbol);
  const [first] = open;
  if (first === undefined) throw new DomainError('OrderNotOpen');
  await cancelAllOrders(services, { userId, market: first.market.symbol });
  const { market } = first;
  const numbers = open.map(({ order }) => order.number);
  const after = await findOrdersNumbered(services.db, { userId, market: market.symbol }, numbers);
  return after
    .filter(({ status }) => status === 'CANCELLED')
    .map((order) => presentCancelled({ market, order }, nameFor(signed)));
}

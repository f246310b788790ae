import { createHash } from 'node:crypto';
import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { placeOrder as placeOrderEndpoint } from '@mercury/contract/api/orders.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../errors.ts';
import type { NewOrder, TimeInForce } from '../../matching/book.ts';
import { readPrice, readQuantity, type MarketTerms } from './market-terms.ts';
import type { PlacedOrder } from './order-changes.ts';
import type { Work } from './run-batch.ts';

type OrderInput = BodyOf<typeof placeOrderEndpoint>;
type Field = 'price' | 'stopPrice' | 'quantity' | 'budget' | 'timeInForce' | 'expiresAt' | 'postOnly';

function invalid(field: Field, key: 'invalid' | 'invalidAmount' | 'required' = 'invalid'): DomainError {
  return new DomainError('ValidationFailed', { fieldErrors: [{ field, key }] });
}

interface AskedOrder {
  readonly userId: string;
  readonly input: OrderInput;
  readonly receivedAt: number;
  readonly endsWith: string | undefined;
}

/** The command of an order as it was asked for. @throws DomainError ValidationFailed, AmountOutOfRange */
export function readOrder(market: MarketTerms, asked: AskedOrder): Work & { readonly placed: PlacedOrder } {
  const placed = readTerms(market, asked);
  return { command: { kind: 'place', order: orderOf(placed) }, placed };
}

function readTerms(market: MarketTerms, { userId, input, receivedAt, endsWith }: AskedOrder): PlacedOrder {
  const { type } = input;
  const hasLimit = type === 'LIMIT' || type === 'STOP_LIMIT';
  const isStop = type === 'STOP' || type === 'STOP_LIMIT';
  if (!hasLimit) refuseLimitTerms(input);
  if (type !== 'MARKET' && input.budget !== undefined) throw invalid('budget');
  const timeInForce = hasLimit ? (input.timeInForce ?? 'GTC') : 'IOC';
  return {
    id: uuidv7(),
    userId,
    clientOrderId: input.clientOrderId,
    fingerprint: fingerprintOf(input),
    side: input.side,
    type,
    timeInForce,
    isPostOnly: readPostOnly(input, timeInForce),
    selfTrade: input.selfTrade ?? 'expire_taker',
    price: hasLimit ? requirePrice(market, 'price', input.price) : undefined,
    stopPrice: isStop ? requirePrice(market, 'stopPrice', input.stopPrice) : refuseStopPrice(input),
    ...readAmount(market, input),
    expiresAt: readExpiry(input, timeInForce),
    receivedAt,
    endsWith,
  };
}

/** Terms of a limit order, of which a market order has none. */
function refuseLimitTerms({ price, timeInForce, postOnly }: OrderInput): void {
  if (price !== undefined) throw invalid('price');
  if (timeInForce !== undefined && timeInForce !== 'IOC') throw invalid('timeInForce');
  if (postOnly === true) throw invalid('postOnly');
}

function readPostOnly({ postOnly = false }: OrderInput, timeInForce: TimeInForce): boolean {
  // They only take.
  if (postOnly && (timeInForce === 'IOC' || timeInForce === 'FOK')) throw invalid('postOnly');
  return postOnly;
}

const latestExpiry = Date.parse('9999-01-01T00:00:00Z');

function readExpiry({ expiresAt }: OrderInput, timeInForce: TimeInForce): number | undefined {
  if ((timeInForce === 'GTD') !== (expiresAt !== undefined)) {
    throw invalid('expiresAt', expiresAt === undefined ? 'required' : 'invalid');
  }
  if (expiresAt === undefined) return undefined;
  const time = Date.parse(expiresAt);
  // In another time zone the last day of 9999 is of the year 10000, which no Date reads.
  if (time >= latestExpiry) throw invalid('expiresAt');
  return time;
}

function refuseStopPrice({ stopPrice }: OrderInput): undefined {
  if (stopPrice !== undefined) throw invalid('stopPrice');
}

/** @throws DomainError ValidationFailed for what is no whole number of ticks */
export function requirePrice(
  market: MarketTerms,
  field: 'price' | 'stopPrice',
  text: string | undefined,
): number {
  if (text === undefined) throw invalid(field, 'required');
  const ticks = readPrice(market, text);
  if (ticks === undefined) throw invalid(field, 'invalidAmount');
  return ticks;
}

/** @throws DomainError ValidationFailed for what is no whole number of lots, AmountOutOfRange for too few */
export function requireQuantity(market: MarketTerms, text: string): number {
  const lots = readQuantity(market, text);
  if (lots === undefined) throw invalid('quantity', 'invalidAmount');
  if (lots < market.lotsMin) throw new DomainError('AmountOutOfRange');
  return lots;
}

function readAmount(
  market: MarketTerms,
  { quantity, budget }: OrderInput,
): Pick<PlacedOrder, 'quantity' | 'budget'> {
  if (budget === undefined) {
    if (quantity === undefined) throw invalid('quantity', 'required');
    return { quantity: requireQuantity(market, quantity), budget: undefined };
  }
  if (quantity !== undefined) throw invalid('budget');
  const amount = parseAmount(market.quote, budget);
  if (amount === undefined || amount.minorUnits === 0n) throw invalid('budget', 'invalidAmount');
  return { quantity: undefined, budget: amount.minorUnits };
}

/** Of the body as it was sent, whatever the order of its fields. */
function fingerprintOf(input: OrderInput): string {
  const fields = Object.entries(input).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

function orderOf(placed: PlacedOrder): NewOrder {
  const { id, userId, side, selfTrade, timeInForce, isPostOnly, expiresAt } = placed;
  // The market's fees are filled in when it enters.
  const terms = { orderId: id, personId: userId, side, selfTrade, makerFeePpm: 0, takerFeePpm: 0 };
  const { price = 0, stopPrice = 0, quantity = 0, budget } = placed;
  const limit = { ...terms, price, quantity, timeInForce, isPostOnly, expiresAt };
  switch (placed.type) {
    case 'LIMIT':
      return { ...limit, type: 'limit' };
    case 'STOP_LIMIT':
      return { ...limit, type: 'stop_limit', stopPrice };
    case 'STOP':
      return { ...terms, type: 'stop_market', stopPrice, quantity };
    case 'MARKET':
      return { ...terms, type: 'market', amount: budget === undefined ? { quantity } : { budget } };
    default:
      return placed.type satisfies never;
  }
}

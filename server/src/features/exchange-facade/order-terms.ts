import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { placeOrder } from '@mercury/contract/api/orders.ts';
import { DomainError } from '../../errors.ts';
import { missing, readChoice, readDecimal, readName, readSymbol, type Params } from './params.ts';
import { Refusal, refuseFilter } from './refusals.ts';

type OrderInput = BodyOf<typeof placeOrder>;

/** An order as it was asked for here; its market goes by a symbol. */
export interface AskedOrder {
  readonly symbol: string;
  readonly terms: Omit<OrderInput, 'market' | 'clientOrderId'>;
  readonly name: string | undefined;
  readonly replyType: 'ACK' | 'RESULT' | 'FULL';
}

/** There is none that lets a person trade with themselves. */
export const selfTradeModes = {
  EXPIRE_TAKER: 'expire_taker',
  EXPIRE_MAKER: 'expire_maker',
  EXPIRE_BOTH: 'expire_both',
  DECREMENT: 'decrement',
} as const;

export const orderTypes = ['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT'] as const;
type OrderType = (typeof orderTypes)[number];

export function readAskedOrder(params: Params): AskedOrder {
  const symbol = readSymbol(params);
  const side = readChoice(params, 'side', {
    choices: ['BUY', 'SELL'],
    refusal: new Refusal(-1117, 'Invalid side.'),
  });
  if (side === undefined) throw missing('side');
  const type = readChoice(params, 'type', {
    choices: orderTypes,
    refusal: new Refusal(-1116, 'Invalid orderType.'),
  });
  if (type === undefined) throw missing('type');
  // Object.keys forgets what it lists.
  const modes = Object.keys(selfTradeModes) as (keyof typeof selfTradeModes)[];
  const mode = readChoice(params, 'selfTradePreventionMode', { choices: modes });
  const replyType = readChoice(params, 'newOrderRespType', {
    choices: ['ACK', 'RESULT', 'FULL'],
    refusal: new Refusal(-1136, 'Invalid newOrderRespType.'),
  });
  return {
    symbol,
    terms: {
      side,
      ...readTerms(params, type),
      ...(mode !== undefined && { selfTrade: selfTradeModes[mode] }),
    },
    name: readName(params, 'newClientOrderId'),
    replyType: replyType ?? (type === 'LIMIT' || type === 'MARKET' ? 'FULL' : 'ACK'),
  };
}

function readTerms(params: Params, type: OrderType): Omit<AskedOrder['terms'], 'side'> {
  switch (type) {
    case 'LIMIT':
      refuseSent(params, ['stopPrice', 'quoteOrderQty']);
      return { type, ...readLimitTerms(params) };
    case 'LIMIT_MAKER':
      refuseSent(params, ['timeInForce', 'stopPrice', 'quoteOrderQty']);
      return {
        type: 'LIMIT',
        price: need(params, 'price'),
        quantity: need(params, 'quantity'),
        postOnly: true,
      };
    case 'MARKET':
      refuseSent(params, ['price', 'stopPrice', 'timeInForce']);
      return { type, ...readMarketAmount(params) };
    case 'STOP_LOSS':
      refuseSent(params, ['price', 'timeInForce', 'quoteOrderQty']);
      return { type: 'STOP', quantity: need(params, 'quantity'), stopPrice: need(params, 'stopPrice') };
    case 'STOP_LOSS_LIMIT':
      refuseSent(params, ['quoteOrderQty']);
      return { type: 'STOP_LIMIT', ...readLimitTerms(params), stopPrice: need(params, 'stopPrice') };
    default:
      return type satisfies never;
  }
}

function readLimitTerms(params: Params) {
  const timeInForce = readChoice(params, 'timeInForce', {
    choices: ['GTC', 'IOC', 'FOK'],
    refusal: new Refusal(-1115, 'Invalid timeInForce.'),
  });
  if (timeInForce === undefined) throw missing('timeInForce');
  return { timeInForce, price: need(params, 'price'), quantity: need(params, 'quantity') };
}

function readMarketAmount(params: Params) {
  if (!params.has('quoteOrderQty')) return { quantity: need(params, 'quantity') };
  refuseSent(params, ['quantity']);
  return { budget: need(params, 'quoteOrderQty') };
}

function need(params: Params, name: string): string {
  const decimal = readDecimal(params, name);
  if (decimal === undefined) throw missing(name);
  return decimal;
}

function refuseSent(params: Params, names: readonly string[]): void {
  const sent = names.find((name) => params.has(name));
  if (sent !== undefined) throw new Refusal(-1106, `Parameter '${sent}' sent when not required.`);
}

const filterOfField: Readonly<Record<string, string>> = {
  price: 'PRICE_FILTER',
  stopPrice: 'PRICE_FILTER',
  quantity: 'LOT_SIZE',
  budget: 'NOTIONAL',
};

/** The filter that a number of the order failed, in place of the field of /v1. */
export function asFilterFailure(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'ValidationFailed') return error;
  const filter = filterOfField[error.fieldErrors[0]?.field ?? ''];
  return filter === undefined ? error : refuseFilter(filter);
}

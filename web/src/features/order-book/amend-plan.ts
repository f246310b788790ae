import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { Market } from '@mercury/contract/api/markets.ts';
import type { amendOrder, Order } from '@mercury/contract/api/orders.ts';
import { type Book, lotsOf, type Outcome, outcomeOf, ticksOf } from './estimate.ts';
import { type MarketUnits, readFigure, unitsOf } from './market-numbers.ts';
import { type Concern, emptyDraft, planOrder } from './order-draft.ts';

/** What the fields hold: plain decimals, or empty. */
export interface AmendDraft {
  price: string;
  /** The whole quantity, what was traded included. */
  quantity: string;
}

type AmendProblem = 'missing' | 'step' | 'tooSmall' | 'tooMuch' | 'traded';

export interface AmendPlan {
  problems: Partial<Record<keyof AmendDraft, AmendProblem>>;
  /** Only what is to be different. */
  changes: BodyOf<typeof amendOrder>;
  isChanged: boolean;
  /** By the shown book; undefined while the fields are not whole. */
  outcome: Outcome | undefined;
  concern: Concern | undefined;
}

interface AmendFacts {
  market: Market;
  book: Book | undefined;
  /** Of the currency that is given, beside what the order keeps. */
  available: string | undefined;
}

/** What a change of an open limit order would do, by the server's own rules. */
export function planAmend(
  order: Order,
  draft: AmendDraft,
  { market, book, available }: AmendFacts,
): AmendPlan {
  const units = unitsOf(market);
  const [price, quantity] = [
    readFigure(draft.price, units.priceDecimals),
    readFigure(draft.quantity, units.quantityDecimals),
  ];
  const priceProblem = problemOf(price, units.tick);
  const quantityProblem =
    problemOf(quantity, units.lot) ?? ((quantity ?? 0n) < units.quantityMin ? 'tooSmall' : undefined);
  const problems: AmendPlan['problems'] = {
    ...(priceProblem && { price: priceProblem }),
    ...(quantityProblem && { quantity: quantityProblem }),
  };
  const changes = {
    ...(price !== readFigure(order.price ?? '0', units.priceDecimals) && { price: draft.price }),
    ...(quantity !== readFigure(order.quantity ?? '0', units.quantityDecimals) && {
      quantity: draft.quantity,
    }),
  };
  const isChanged = Object.keys(changes).length > 0;
  if (Object.keys(problems).length > 0 || !isChanged) {
    return { problems, changes, isChanged, outcome: undefined, concern: undefined };
  }
  const command = {
    kind: 'amend',
    orderId: order.id,
    personId: 'own',
    price: ticksOf(draft.price, units),
    quantity: lotsOf(draft.quantity, units),
  } as const;
  const outcome = outcomeOf(command, order.side, {
    market,
    book: book ?? { seq: 0, bids: [], asks: [] },
    own: [openOrderOf(order, units)],
    available,
  });
  if (outcome.refusal === 'quantity_traded') problems.quantity = 'traded';
  if (outcome.refusal === 'insufficient_funds') problems.quantity = 'tooMuch';
  const asNew = { ...emptyDraft, side: order.side, price: draft.price, amount: draft.quantity };
  const { concern } = planOrder(asNew, { market, book, available: undefined });
  return { problems, changes, isChanged, outcome, concern };
}

function problemOf(figure: bigint | undefined, step: bigint): AmendProblem | undefined {
  if (figure === undefined || figure === 0n) return 'missing';
  return figure % step === 0n ? undefined : 'step';
}

/** Of the person who looks. Its fees are frozen, and shown nowhere here. */
function openOrderOf(order: Order, units: MarketUnits) {
  const quantity = lotsOf(order.quantity ?? '0', units);
  return {
    orderId: order.id,
    personId: 'own',
    side: order.side,
    selfTrade: order.selfTrade,
    makerFeePpm: 0,
    takerFeePpm: 0,
    price: ticksOf(order.price ?? '0', units),
    quantity,
    remaining: quantity - lotsOf(order.filled, units),
    seq: order.seq,
    timeInForce: 'GTC',
    isPostOnly: order.postOnly,
    expiresAt: undefined,
    stopPrice: undefined,
    queuedSeq: undefined,
  } as const;
}

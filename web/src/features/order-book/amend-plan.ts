import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { amendOrder, Order } from '@mercury/contract/api/orders.ts';
import { lotsOf, type Outcome, outcomeOf, ticksOf } from './estimate.ts';
import { type MarketFacts, openOrderOf } from './market-facts.ts';
import { readFigure, unitsOf } from './market-numbers.ts';
import {
  type Concern,
  emptyDraft,
  type FieldProblem,
  planOrder,
  priceProblem,
  quantityProblem,
} from './order-draft.ts';

/** What the fields hold: plain decimals, or empty. */
export interface AmendDraft {
  price: string;
  /** The whole quantity, what was traded included. */
  quantity: string;
}

type AmendProblem = FieldProblem | 'traded';

export interface AmendPlan {
  problems: Partial<Record<keyof AmendDraft, AmendProblem>>;
  /** Only what is to be different. */
  changes: BodyOf<typeof amendOrder>;
  isChanged: boolean;
  /** By the shown book; undefined while the fields are not whole. */
  outcome: Outcome | undefined;
  concern: Concern | undefined;
}

interface AmendFacts extends MarketFacts {
  /** Of the currency that is given, beside what the order keeps. */
  available: string | undefined;
}

/** What a change of an open limit order would do, by the server's own rules. */
export function planAmend(order: Order, draft: AmendDraft, { available, ...facts }: AmendFacts): AmendPlan {
  const { market, book, own = [], referencePrice } = facts;
  const units = unitsOf(market);
  const [price, quantity] = [
    readFigure(draft.price, units.priceDecimals),
    readFigure(draft.quantity, units.quantityDecimals),
  ];
  const wrongPrice = priceProblem(price, facts);
  const wrongQuantity = quantityProblem(quantity, units);
  const problems: AmendPlan['problems'] = {
    ...(wrongPrice && { price: wrongPrice }),
    ...(wrongQuantity && { quantity: wrongQuantity }),
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
    own: [openOrderOf(order, units), ...own.filter(({ orderId }) => orderId !== order.id)],
    referencePrice,
    available,
  });
  if (outcome.refusal === 'quantity_traded') problems.quantity = 'traded';
  if (outcome.refusal === 'insufficient_funds') problems.quantity = 'tooMuch';
  const asNew = { ...emptyDraft, side: order.side, price: draft.price, amount: draft.quantity };
  const { concern } = planOrder(asNew, { ...facts, available: undefined });
  return { problems, changes, isChanged, outcome, concern };
}

import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { Market } from '@mercury/contract/api/markets.ts';
import type { placeOrder } from '@mercury/contract/api/orders.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import {
  type Book,
  distancePercent,
  type Estimate,
  estimateOf,
  oppositeOf,
  type Side,
  walkBook,
} from './estimate.ts';
import { type MarketUnits, readFigure, unitsOf, wholeSteps } from './market-numbers.ts';

export const orderKinds = ['limit', 'market', 'stop'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** How long an order rests: until it is cancelled, for a time, or not at all. */
export const terms = ['untilCancelled', 'hour', 'day', 'week', 'immediate', 'all'] as const;
export type Term = (typeof terms)[number];

const hourMs = 60 * 60 * 1000;
const restsForMs: Partial<Record<Term, number>> = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs };

/** What the form's fields hold. Figures are plain decimals, or empty. */
export interface OrderDraft {
  side: Side;
  kind: OrderKind;
  /** The limit. A stop without one trades at the market. */
  price: string;
  stopPrice: string;
  amount: string;
  /** The amount of a market order is one of the quote. */
  isBudget: boolean;
  term: Term;
  isPostOnly: boolean;
}

export const emptyDraft: OrderDraft = {
  side: 'BUY',
  kind: 'limit',
  price: '',
  stopPrice: '',
  amount: '',
  isBudget: false,
  term: 'untilCancelled',
  isPostOnly: false,
};

export type OrderBody = Omit<BodyOf<typeof placeOrder>, 'clientOrderId'>;

/** What is wrong with a field. `missing` is no mistake yet. */
export type FieldProblem = 'missing' | 'step' | 'tooSmall' | 'tooMuch';
export type FieldProblems = Partial<Record<'price' | 'stopPrice' | 'amount', FieldProblem>>;

/** A slip of the hand, most likely: asked about once more. */
export type Concern = { kind: 'farLimit' | 'movesMarket'; percent: number };

const limitThroughPercentMax = 5;
const movedPercentMax = 2;

export interface OrderPlan {
  problems: FieldProblems;
  /** Nothing is missing or wrong. */
  isWhole: boolean;
  /** What it would trade at once with the shown book; undefined if nothing. */
  estimate: Estimate | undefined;
  /** What it costs at most, or brings, in the quote; undefined if nobody can know. */
  total: string | undefined;
  concern: Concern | undefined;
}

interface PlanFacts {
  market: Market;
  book: Book | undefined;
  /** Of the currency that is given. */
  available: string | undefined;
}

const hasLimit = ({ kind, price }: OrderDraft) => kind === 'limit' || (kind === 'stop' && price !== '');
const isBudget = ({ kind, isBudget }: OrderDraft) => kind === 'market' && isBudget;
/** IOC and FOK never rest. */
export const canRest = ({ term }: Pick<OrderDraft, 'term'>) => term !== 'immediate' && term !== 'all';

interface DraftFigures {
  price: bigint | undefined;
  stopPrice: bigint | undefined;
  amount: bigint | undefined;
}

function figuresOf(draft: OrderDraft, units: MarketUnits): DraftFigures {
  return {
    price: hasLimit(draft) ? readFigure(draft.price, units.priceDecimals) : undefined,
    stopPrice: draft.kind === 'stop' ? readFigure(draft.stopPrice, units.priceDecimals) : undefined,
    amount: readFigure(draft.amount, isBudget(draft) ? units.costDecimals : units.quantityDecimals),
  };
}

/** All that the form and the review say about a draft. */
export function planOrder(draft: OrderDraft, facts: PlanFacts): OrderPlan {
  const { market, book } = facts;
  const units = unitsOf(market);
  const figures = figuresOf(draft, units);
  const problems = shapeProblems(draft, figures, units);
  const tradesNow = draft.kind !== 'stop' && problems.price === undefined && problems.amount === undefined;
  const wish = {
    side: draft.side,
    limit: figures.price,
    ...(isBudget(draft) ? { budget: figures.amount } : { quantity: figures.amount }),
  };
  const walk = tradesNow && book ? walkBook(book, wish, units) : undefined;
  const estimate = walk && estimateOf(walk, draft.side, { market, units });
  const cost = costOf(draft, figures, walk?.cost);
  if (
    problems.amount === undefined &&
    isTooMuch(draft, { ...figures, cost, filled: walk?.filled }, { facts, units })
  )
    problems.amount = 'tooMuch';
  return {
    problems,
    isWhole: Object.keys(problems).length === 0,
    estimate,
    total: cost === undefined ? undefined : formatDecimal(cost, units.costDecimals),
    concern: concernOf(draft, { price: figures.price, estimate, book, units }),
  };
}

function shapeProblems(draft: OrderDraft, figures: DraftFigures, units: MarketUnits): FieldProblems {
  const priceProblem = (price: bigint | undefined): FieldProblem | undefined => {
    if (price === undefined || price === 0n) return 'missing';
    return price % units.tick === 0n ? undefined : 'step';
  };
  const price = hasLimit(draft) ? priceProblem(figures.price) : undefined;
  const stopPrice = draft.kind === 'stop' ? priceProblem(figures.stopPrice) : undefined;
  const amount = amountProblem(draft, figures.amount, units);
  return { ...(price && { price }), ...(stopPrice && { stopPrice }), ...(amount && { amount }) };
}

function amountProblem(
  draft: OrderDraft,
  amount: bigint | undefined,
  units: MarketUnits,
): FieldProblem | undefined {
  if (amount === undefined || amount === 0n) return 'missing';
  if (isBudget(draft)) return undefined;
  if (amount % units.lot !== 0n) return 'step';
  return amount < units.quantityMin ? 'tooSmall' : undefined;
}

function costOf(
  draft: OrderDraft,
  { price, stopPrice, amount }: DraftFigures,
  walked: bigint | undefined,
): bigint | undefined {
  if (draft.kind === 'market') return isBudget(draft) && draft.side === 'BUY' ? amount : walked;
  const each = price ?? stopPrice;
  return each === undefined || amount === undefined ? undefined : each * amount;
}

interface Needs extends DraftFigures {
  cost: bigint | undefined;
  filled: bigint | undefined;
}

function isTooMuch(
  draft: OrderDraft,
  needs: Needs,
  { facts, units }: { facts: PlanFacts; units: MarketUnits },
): boolean {
  const { available } = facts;
  const isBuying = draft.side === 'BUY';
  const needed = isBuying ? needs.cost : isBudget(draft) ? needs.filled : needs.amount;
  if (available === undefined || needed === undefined) return false;
  return needed > roundedDown(available, isBuying ? units.costDecimals : units.quantityDecimals);
}

/** As much of a balance as a market's figures can express. */
function roundedDown(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
}

interface ConcernFacts {
  price: bigint | undefined;
  estimate: Estimate | undefined;
  book: Book | undefined;
  units: MarketUnits;
}

function concernOf(draft: OrderDraft, { price, estimate, book, units }: ConcernFacts): Concern | undefined {
  if (draft.kind === 'market') {
    const percent = estimate?.movedPercent ?? 0;
    return percent > movedPercentMax ? { kind: 'movesMarket', percent } : undefined;
  }
  const best = book && oppositeOf(book, draft.side)[0];
  const bestPrice = best && readFigure(best.price, units.priceDecimals);
  if (draft.kind !== 'limit' || price === undefined || bestPrice === undefined) return undefined;
  const distance = distancePercent(bestPrice, price);
  const percent = draft.side === 'BUY' ? distance : -distance;
  return percent > limitThroughPercentMax ? { kind: 'farLimit', percent } : undefined;
}

const typeOf = (draft: OrderDraft) => {
  if (draft.kind === 'stop') return hasLimit(draft) ? 'STOP_LIMIT' : 'STOP';
  return draft.kind === 'limit' ? 'LIMIT' : 'MARKET';
};

/** What is sent of a whole draft. Its end counts from now. */
export function bodyOf(draft: OrderDraft, { market }: Pick<Market, 'market'>, nowMs: number): OrderBody {
  const isLimited = hasLimit(draft);
  return {
    market,
    side: draft.side,
    type: typeOf(draft),
    ...(isLimited && { price: draft.price }),
    ...(draft.kind === 'stop' && { stopPrice: draft.stopPrice }),
    ...(isBudget(draft) ? { budget: draft.amount } : { quantity: draft.amount }),
    ...(isLimited && timeInForceOf(draft.term, nowMs)),
    ...(isLimited && draft.isPostOnly && canRest(draft) && { postOnly: true }),
  };
}

function timeInForceOf(term: Term, nowMs: number): Pick<OrderBody, 'timeInForce' | 'expiresAt'> {
  if (term === 'immediate') return { timeInForce: 'IOC' };
  if (term === 'all') return { timeInForce: 'FOK' };
  const restMs = restsForMs[term];
  if (restMs === undefined) return { timeInForce: 'GTC' };
  return { timeInForce: 'GTD', expiresAt: new Date(nowMs + restMs).toISOString() };
}

interface ShareFacts {
  market: Market;
  book: Book | undefined;
  available: string;
  percent: number;
}

/** A part of what is available as the amount of the draft. Undefined where there is no price to buy at, or it is too little. */
export function shareAmount(
  draft: OrderDraft,
  { market, book, available, percent }: ShareFacts,
): string | undefined {
  const units = unitsOf(market);
  const isBuying = draft.side === 'BUY';
  const decimals = isBuying ? units.costDecimals : units.quantityDecimals;
  const part = (roundedDown(available, decimals) * BigInt(percent)) / 100n;
  if (isBuying && isBudget(draft)) return part > 0n ? formatDecimal(part, decimals) : undefined;
  const lots = (quantity: bigint) => {
    const whole = wholeSteps(quantity, units.lot);
    return whole > 0n ? formatDecimal(whole, units.quantityDecimals) : undefined;
  };
  if (!isBuying) return lots(part);
  const { price, stopPrice } = figuresOf(draft, units);
  if (draft.kind === 'market') {
    const walk = book && walkBook(book, { side: 'BUY', budget: part }, units);
    return walk && lots(walk.filled);
  }
  const each = price ?? stopPrice;
  return each === undefined || each === 0n ? undefined : lots(part / each);
}

import type { BodyOf } from '@mercury/contract/api/endpoint.ts';
import type { Market } from '@mercury/contract/api/markets.ts';
import type { placeOrder } from '@mercury/contract/api/orders.ts';
import { limits } from '@mercury/contract/limits.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import {
  type Book,
  distancePercent,
  type Estimate,
  type NewOrder,
  oppositeOf,
  type Outcome,
  outcomeOf,
  roundedDown,
  type Side,
} from './estimate.ts';
import type { MarketFacts } from './market-facts.ts';
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

/** What was kept may be of another version. */
export function isOrderDraft({ side, kind, term }: OrderDraft): boolean {
  return ['BUY', 'SELL'].includes(side) && orderKinds.includes(kind) && terms.includes(term);
}

export type OrderBody = Omit<BodyOf<typeof placeOrder>, 'clientOrderId'>;

/** What is wrong with a field. `missing` is no mistake yet. */
export type FieldProblem = 'missing' | 'step' | 'tooSmall' | 'tooLarge' | 'tooMuch' | 'tooFar';
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
  /** What is not traded at once waits: in the book, or for its stop price. */
  rests: boolean;
  /** Why what is left of it would end at once, by what is shown. */
  end: Outcome['end'];
  /** Why the server would refuse it, by what is shown. */
  refusal: Outcome['refusal'];
  /** What it costs or brings by the shown book, in the quote; undefined if nobody can know. */
  total: string | undefined;
  /** What a buy costs at most, where the shown book asks for less. */
  totalMost: string | undefined;
  concern: Concern | undefined;
}

interface PlanFacts extends MarketFacts {
  /** Of the currency that is given. */
  available: string | undefined;
}

const hasLimit = ({ kind, price }: OrderDraft) => kind === 'limit' || (kind === 'stop' && price !== '');
const isBudget = ({ kind, isBudget }: OrderDraft) => kind === 'market' && isBudget;

/** An amount of the quote is none of the base: it is typed anew. */
export function ofKind(draft: OrderDraft, kind: OrderKind): OrderDraft {
  return {
    ...draft,
    kind,
    isBudget: false,
    ...(isBudget(draft) && { amount: '' }),
    // A limit that was typed for another order would make a stop one that may never trade.
    ...(kind === 'stop' && { price: '' }),
  };
}

/** IOC and FOK never rest. */
export const canRest = ({ term }: Pick<OrderDraft, 'term'>) => term !== 'immediate' && term !== 'all';

interface DraftFigures {
  price: bigint | undefined;
  stopPrice: bigint | undefined;
  amount: bigint | undefined;
}

/** A budget is counted in the smallest units of the quote. */
function figuresOf(draft: OrderDraft, market: Market): DraftFigures {
  const units = unitsOf(market);
  return {
    price: hasLimit(draft) ? readFigure(draft.price, units.priceDecimals) : undefined,
    stopPrice: draft.kind === 'stop' ? readFigure(draft.stopPrice, units.priceDecimals) : undefined,
    amount: readFigure(
      draft.amount,
      isBudget(draft) ? assetOf(market.quote).decimals : units.quantityDecimals,
    ),
  };
}

/** All that the form and the review say about a draft. */
export function planOrder(draft: OrderDraft, facts: PlanFacts): OrderPlan {
  const { market, book = emptyBook, own, referencePrice, available } = facts;
  const units = unitsOf(market);
  const figures = figuresOf(draft, market);
  const problems = shapeProblems(draft, figures, facts);
  const isShaped = Object.keys(problems).length === 0;
  const place = (funds: string | undefined) =>
    isShaped
      ? outcomeOf({ kind: 'place', order: orderOf(draft, figures, market) }, draft.side, {
          market,
          book,
          own,
          referencePrice,
          available: funds,
        })
      : undefined;
  // With any money it shows what it would trade, with the person's own whether it would be taken.
  const { estimate, end, rests = false } = place(undefined) ?? {};
  const refusal = place(available)?.refusal;
  if (refusal === 'insufficient_funds') problems.amount = 'tooMuch';
  const bound = boundOf(draft, figures, market);
  const total = totalOf(figures, { market, estimate, rests }) ?? bound;
  return {
    problems,
    isWhole: Object.keys(problems).length === 0,
    estimate,
    rests,
    end,
    refusal,
    total,
    totalMost: draft.side === 'BUY' && isLess(total, bound) ? bound : undefined,
    concern: concernOf(draft, { price: figures.price, estimate, book: facts.book, units }),
  };
}

const emptyBook: Book = { seq: 0, bids: [], asks: [] };

/** The command of a draft without problems. */
function orderOf(
  { side, kind, isPostOnly, ...draft }: OrderDraft,
  { price, stopPrice, amount = 0n }: DraftFigures,
  market: Market,
): NewOrder {
  const units = unitsOf(market);
  const { makerFeePpm, takerFeePpm } = market;
  const terms = {
    orderId: 'shown',
    personId: 'own',
    side,
    selfTrade: 'expire_taker',
    makerFeePpm,
    takerFeePpm,
  } as const;
  const quantity = Number(amount / units.lot);
  if (kind === 'market') {
    return { ...terms, type: 'market', amount: draft.isBudget ? { budget: amount } : { quantity } };
  }
  const { timeInForce = 'GTC' } = timeInForceOf(draft.term, 0);
  const limited = {
    ...terms,
    price: Number((price ?? 0n) / units.tick),
    quantity,
    // An end changes nothing of what happens now.
    timeInForce: timeInForce === 'GTD' ? ('GTC' as const) : timeInForce,
    isPostOnly: isPostOnly && canRest(draft),
    expiresAt: undefined,
  };
  if (kind === 'limit') return { ...limited, type: 'limit' };
  const stop = Number((stopPrice ?? 0n) / units.tick);
  return price === undefined
    ? { ...terms, type: 'stop_market', quantity, stopPrice: stop }
    : { ...limited, type: 'stop_limit', stopPrice: stop };
}

function shapeProblems(draft: OrderDraft, figures: DraftFigures, facts: MarketFacts): FieldProblems {
  const price = hasLimit(draft) ? priceProblem(figures.price, facts) : undefined;
  const stopPrice = draft.kind === 'stop' ? priceProblem(figures.stopPrice, facts) : undefined;
  const amount = amountProblem(draft, figures.amount, unitsOf(facts.market));
  return { ...(price && { price }), ...(stopPrice && { stopPrice }), ...(amount && { amount }) };
}

function amountProblem(
  draft: OrderDraft,
  amount: bigint | undefined,
  units: MarketUnits,
): FieldProblem | undefined {
  if (amount === undefined || amount === 0n) return 'missing';
  return isBudget(draft) ? undefined : quantityProblem(amount, units);
}

export function quantityProblem(quantity: bigint | undefined, units: MarketUnits): FieldProblem | undefined {
  if (quantity === undefined || quantity === 0n) return 'missing';
  if (quantity % units.lot !== 0n) return 'step';
  if (quantity > units.lot * BigInt(limits.orderLotsMax)) return 'tooLarge';
  return quantity < units.quantityMin ? 'tooSmall' : undefined;
}

export function priceProblem(price: bigint | undefined, facts: MarketFacts): FieldProblem | undefined {
  const units = unitsOf(facts.market);
  if (price === undefined || price === 0n) return 'missing';
  if (price % units.tick !== 0n) return 'step';
  if (isTooFar(price, facts)) return 'tooFar';
  return price > units.tick * BigInt(limits.orderTicksMax) ? 'tooLarge' : undefined;
}

/** Whatever the amount is: the server's function says it of any order at this price. */
function isTooFar(price: bigint, { market, referencePrice }: MarketFacts): boolean {
  const least = { ...emptyDraft, amount: market.quantityMin };
  const figures = { ...figuresOf(least, market), price };
  const shown = { market, book: emptyBook, referencePrice, available: undefined };
  const order = orderOf(least, figures, market);
  return outcomeOf({ kind: 'place', order }, least.side, shown).refusal === 'price_too_far';
}

/** The whole budget of a buy, or all of it at the order's own price. */
function boundOf(
  draft: OrderDraft,
  { price, stopPrice, amount }: DraftFigures,
  market: Market,
): string | undefined {
  if (amount === undefined) return undefined;
  if (isBudget(draft)) {
    return draft.side === 'BUY' ? formatDecimal(amount, assetOf(market.quote).decimals) : undefined;
  }
  const each = price ?? stopPrice;
  return each === undefined ? undefined : formatDecimal(each * amount, unitsOf(market).costDecimals);
}

interface TotalFacts {
  market: Market;
  estimate: Estimate | undefined;
  rests: boolean;
}

/** What trades at once by the shown book, and what rests at its limit. */
function totalOf(
  { price, amount = 0n }: DraftFigures,
  { market, estimate, rests }: TotalFacts,
): string | undefined {
  if (estimate === undefined || price === undefined || !rests) return estimate?.cost;
  const { quantityDecimals, costDecimals } = unitsOf(market);
  const resting = price * (amount - roundedDown(estimate.filled, quantityDecimals));
  return formatDecimal(roundedDown(estimate.cost, costDecimals) + resting, costDecimals);
}

function isLess(figure: string | undefined, bound: string | undefined): boolean {
  if (figure === undefined || bound === undefined) return false;
  return roundedDown(figure, mostDecimals) < roundedDown(bound, mostDecimals);
}

/** More than any currency has. */
const mostDecimals = 30;

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

interface ShareFacts extends MarketFacts {
  available: string;
  percent: number;
}

/** A part of what is available as the amount of the draft. Undefined where there is no price to buy at, or it is too little. */
export function shareAmount(
  draft: OrderDraft,
  { available, percent, ...facts }: ShareFacts,
): string | undefined {
  const { market } = facts;
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
  if (draft.kind === 'market') {
    const budget = formatDecimal(part, decimals);
    return planOrder({ ...draft, amount: budget, isBudget: true }, { ...facts, available })?.estimate?.filled;
  }
  const { price, stopPrice } = figuresOf(draft, market);
  const each = price ?? stopPrice;
  return each === undefined || each === 0n ? undefined : lots(part / each);
}

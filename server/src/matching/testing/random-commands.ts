import fc from 'fast-check';
import type { Command, Context, MarketState, NewOrder } from '../command.ts';
import type { MarketUnits, OrderTerms, SelfTradeMode, Side, TimeInForce } from '../order.ts';

export interface Step {
  readonly command: Command;
  readonly context: Context;
}

/** Neither is 1, so that a unit that is forgotten shows. */
export const testUnits: MarketUnits = { baseUnitsPerLot: 7n, quoteUnitsPerTickLot: 3n };

/** Passive more often than not, so that a book builds up. */
const offset = fc.constantFrom(0, 0, 3, 6);

/** A market that is small enough for everything to meet everything: five people, forty prices, twenty lots. */
const people = ['ann', 'bob', 'cid', 'dee', 'eva'];
const side = fc.constantFrom<Side>('BUY', 'SELL');
const price = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 94, max: 106 }) },
  { weight: 8, arbitrary: fc.integer({ min: 80, max: 120 }) },
  { weight: 1, arbitrary: fc.constantFrom(19, 20, 500, 501) },
);
const quantity = fc.integer({ min: 1, max: 20 });
const personId = fc.constantFrom(...people);
/** How far back the order is that is amended or cancelled. */
const back = fc.integer({ min: 1, max: 12 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
const passing = fc.integer({ min: 0, max: 3 });

function times<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value);
}

const terms = fc.record({
  side,
  personId,
  selfTrade: fc.constantFrom<SelfTradeMode>('expire_taker', 'expire_maker', 'expire_both', 'decrement'),
  makerFeePpm: fc.constant(1000),
  takerFeePpm: fc.constant(2000),
});

const limitTerms = fc.record({
  price,
  quantity,
  stopPrice: price,
  offset,
  timeInForce: fc.constantFrom<TimeInForce>(
    ...times(8, 'GTC' as const),
    ...times(2, 'GTD' as const),
    'IOC',
    'FOK',
  ),
  isPostOnly: fc.integer({ min: 0, max: 4 }).map((drawn) => drawn === 0),
  lifetime: fc.integer({ min: 0, max: 200 }),
});

const kind = fc.constantFrom(
  ...times(32, 'limit' as const),
  ...(['market', 'budget', 'stop_market'] as const),
  ...times(4, 'stop_limit' as const),
  ...times(10, 'amend' as const),
  ...times(4, 'cancel' as const),
  ...(['sweep', 'cancel_all'] as const),
);

const drawn = fc.record({
  kind,
  terms,
  limitTerms,
  back,
  isForeign: fc.integer({ min: 0, max: 9 }).map((each) => each === 0),
  amendedPrice: maybe(price),
  amendedQuantity: maybe(fc.integer({ min: 1, max: 24 })),
  budget: fc.bigInt({ min: 1n, max: 15_000n }),
  passing,
  state: fc.constantFrom<MarketState>(
    ...times(40, 'open' as const),
    ...(['post_only', 'cancel_only', 'halted'] as const),
  ),
  spendable: fc.oneof(
    { weight: 6, arbitrary: fc.constant(1_000_000n) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 6000n }) },
  ),
  stopsMax: fc.constantFrom(0, 1, 2, 100, 100),
  expiriesMax: fc.constantFrom(0, 1, 100, 100),
  fillsMax: fc.constantFrom(...times(12, 100), 0, 1, 2, 3),
  /** Its moves leave orders behind. */
  reference: fc.constantFrom(...times(12, 100), 96, 104),
  width: fc.constantFrom(3, 5, 10, 10, 30),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

/** A run of a market from its first order on. Cancels nearly all name an order that there was. */
export function steps(count: number): fc.Arbitrary<Step[]> {
  return fc.array(drawn, { minLength: count, maxLength: count, size: 'max' }).map((all) => {
    const placed: OrderTerms[] = [];
    let now = 1_000;
    return all.map((each, index) => {
      now += each.passing;
      const context = contextOf(each, now);
      return { command: commandOf(each, { placed, now, orderId: `order ${index}` }), context };
    });
  });
}

function contextOf(
  { state, spendable, stopsMax, expiriesMax, fillsMax, reference, width }: Drawn,
  now: number,
): Context {
  return {
    now,
    state,
    referencePrice: reference,
    priceMin: reference - width,
    priceMax: reference + width,
    spendable,
    stopsMax,
    expiriesMax,
    fillsMax,
  };
}

function commandOf(
  each: Drawn,
  { placed, now, orderId }: { placed: OrderTerms[]; now: number; orderId: string },
): Command {
  const before = placed.at(-each.back) ?? { orderId: 'nothing', personId: 'ann' };
  const personId = each.isForeign ? each.terms.personId : before.personId;
  switch (each.kind) {
    case 'sweep':
      return { kind: 'sweep' };
    case 'cancel_all':
      return { kind: 'cancel_all', personId: each.terms.personId };
    case 'cancel':
      return { kind: 'cancel', orderId: before.orderId, personId };
    case 'amend': {
      const { amendedPrice, amendedQuantity } = each;
      const { orderId } = before;
      return { kind: 'amend', orderId, personId, price: amendedPrice, quantity: amendedQuantity };
    }
    case 'limit':
    case 'market':
    case 'budget':
    case 'stop_limit':
    case 'stop_market': {
      const order = orderOf(each, each.kind, { orderId, now });
      // What never rests is nothing to cancel.
      if (order.type === 'limit' || order.type === 'stop_limit') placed.push(order);
      return { kind: 'place', order };
    }
    default:
      return each.kind satisfies never;
  }
}

function orderOf(
  each: Drawn,
  kind: 'limit' | 'market' | 'budget' | 'stop_limit' | 'stop_market',
  { orderId, now }: { orderId: string; now: number },
): NewOrder {
  const terms = { ...each.terms, orderId };
  const { quantity, stopPrice, timeInForce, lifetime, offset } = each.limitTerms;
  const price = each.limitTerms.price + (terms.side === 'BUY' ? -offset : offset);
  const isTaking = timeInForce === 'IOC' || timeInForce === 'FOK';
  const limit = {
    price,
    quantity,
    timeInForce,
    isPostOnly: each.limitTerms.isPostOnly && !isTaking,
    expiresAt: timeInForce === 'GTD' ? now + lifetime : undefined,
  };
  switch (kind) {
    case 'limit':
      return { ...terms, type: 'limit', ...limit };
    case 'market':
      return { ...terms, type: 'market', amount: { quantity } };
    case 'budget':
      return { ...terms, type: 'market', amount: { budget: each.budget } };
    case 'stop_limit':
      return { ...terms, type: 'stop_limit', ...limit, stopPrice };
    case 'stop_market':
      return { ...terms, type: 'stop_market', quantity, stopPrice };
    default:
      return kind satisfies never;
  }
}

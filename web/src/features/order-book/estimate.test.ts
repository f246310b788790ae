import { describe, expect, it } from 'vitest';
import { marketOf } from '../../test/order-book-samples.ts';
import { type Book, type NewOrder, outcomeOf } from './estimate.ts';

const market = marketOf({ tick: '0.01', lot: '0.1', quantityMin: '0.1', lastPrice: null });
const book: Book = {
  seq: 1,
  asks: [
    { price: '10.00', quantity: '1.0' },
    { price: '10.50', quantity: '2.0' },
  ],
  bids: [
    { price: '9.90', quantity: '1.0' },
    { price: '9.00', quantity: '5.0' },
  ],
};

function orderOf(order: Partial<NewOrder> & Pick<NewOrder, 'type'>): NewOrder {
  const terms = { orderId: 'shown', personId: 'own', side: 'BUY', selfTrade: 'expire_taker' } as const;
  const limited = { timeInForce: 'GTC', isPostOnly: false, expiresAt: undefined } as const;
  return { ...terms, ...limited, makerFeePpm: 1000, takerFeePpm: 2000, ...order } as NewOrder;
}

function outcome(order: Partial<NewOrder> & Pick<NewOrder, 'type'>, available?: string) {
  const placed = orderOf(order);
  return outcomeOf({ kind: 'place', order: placed }, placed.side, { market, book, available });
}

describe('what an order would do by the shown book', () => {
  it('tells average price, cost, slippage and the fee, which is rounded up', () => {
    const { estimate } = outcome({ type: 'market', side: 'SELL', amount: { quantity: 20 } });
    expect(estimate).toMatchObject({
      filled: '2.0',
      cost: '18.900000',
      averagePrice: '9.45',
      isCutShort: false,
    });
    expect(estimate?.fee).toBe('0.037800');
    expect(estimate?.slippagePercent).toBeCloseTo(4.545, 2);
    expect(estimate?.movedPercent).toBeCloseTo(9.09, 2);
    expect(outcome({ type: 'market', amount: { quantity: 1 } }).estimate?.slippagePercent).toBe(0);
  });

  it('stops at its limit, trades at the limit itself, and says what is left', () => {
    expect(outcome({ type: 'limit', price: 1049, quantity: 20 })).toMatchObject({
      rests: true,
      estimate: { filled: '1.0', isCutShort: true },
    });
    expect(outcome({ type: 'limit', price: 1050, quantity: 20 })).toMatchObject({
      rests: false,
      estimate: { filled: '2.0', isCutShort: false },
    });
    expect(outcome({ type: 'limit', side: 'SELL', price: 991, quantity: 20 }).estimate).toBeUndefined();
  });

  it('says where the shown book has no more, but not of a budget that is spent', () => {
    expect(outcome({ type: 'market', amount: { quantity: 31 } })).toMatchObject({
      end: 'no_liquidity',
      estimate: { filled: '3.0', isCutShort: true },
    });
    // In millionths of a dollar: ten buy the first level, ten and a half a tenth less than two of the second.
    expect(outcome({ type: 'market', amount: { budget: 20_499_999n } }).estimate).toMatchObject({
      filled: '1.9',
      isCutShort: false,
    });
  });

  it('is refused where the server refuses it', () => {
    expect(outcome({ type: 'limit', price: 1000, quantity: 10, isPostOnly: true }).refusal).toBe(
      'would_cross',
    );
    expect(outcome({ type: 'limit', price: 900, quantity: 10 }, '9.00').refusal).toBeUndefined();
    expect(outcome({ type: 'limit', price: 900, quantity: 10 }, '8.999999').refusal).toBe(
      'insufficient_funds',
    );
  });

  it('keeps a smaller order in its place, and moves it for anything else', () => {
    const { orderId, personId, side, selfTrade, makerFeePpm, takerFeePpm } = orderOf({ type: 'market' });
    const terms = { orderId, personId, side, selfTrade, makerFeePpm, takerFeePpm };
    const own = {
      ...terms,
      price: 990,
      quantity: 5,
      remaining: 5,
      seq: 1,
      timeInForce: 'GTC' as const,
      isPostOnly: false,
      expiresAt: undefined,
      stopPrice: undefined,
      queuedSeq: undefined,
    };
    const amended = (changes: { price?: number; quantity?: number }) =>
      outcomeOf(
        {
          kind: 'amend',
          orderId: 'shown',
          personId: 'own',
          price: undefined,
          quantity: undefined,
          ...changes,
        },
        'BUY',
        { market, book, own: [own], available: undefined },
      );
    expect(amended({ quantity: 4 })).toMatchObject({ keepsPlace: true, rests: true, refusal: undefined });
    expect(amended({ quantity: 6 })).toMatchObject({ keepsPlace: false, rests: true });
    expect(amended({ price: 980 })).toMatchObject({ keepsPlace: false, rests: true });
    expect(amended({ price: 1000 })).toMatchObject({ keepsPlace: false, estimate: { filled: '0.5' } });
  });
});

import { limits } from '@mercury/contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { bookOf, marketOf, orderOf } from '../../test/order-book-samples.ts';
import { openOrderOf } from './market-facts.ts';
import { unitsOf } from './market-numbers.ts';
import { bodyOf, emptyDraft, ofKind, type OrderDraft, planOrder, shareAmount } from './order-draft.ts';

const market = marketOf();
const book = bookOf();
const nowMs = Date.parse('2026-03-01T10:00:00Z');

function plan(draft: Partial<OrderDraft>, available = '1000') {
  return planOrder({ ...emptyDraft, ...draft }, { market, book, available });
}

function sent(draft: Partial<OrderDraft>) {
  return bodyOf({ ...emptyDraft, ...draft }, market, nowMs);
}

describe('a draft', () => {
  it('of a limit order says what it sends, once all is there', () => {
    expect(plan({ price: '0.5' })).toMatchObject({ problems: { amount: 'missing' }, isWhole: false });
    expect(plan({ price: '0.5', amount: '10' }).isWhole).toBe(true);
    expect(sent({ price: '0.5', amount: '10' })).toEqual({
      market: 'MRCY-USD',
      side: 'BUY',
      type: 'LIMIT',
      price: '0.5',
      quantity: '10',
      timeInForce: 'GTC',
    });
  });

  it('ends when it was chosen to, and can be post-only only if it rests', () => {
    const rests = sent({ price: '0.5', amount: '10', term: 'hour', isPostOnly: true });
    expect(rests).toMatchObject({
      timeInForce: 'GTD',
      expiresAt: '2026-03-01T11:00:00.000Z',
      postOnly: true,
    });
    const takes = sent({ price: '0.5', amount: '10', term: 'immediate', isPostOnly: true });
    expect(takes).toMatchObject({ timeInForce: 'IOC' });
    expect(takes).not.toHaveProperty('postOnly');
  });

  it('of a stop is one with a limit only if it has one', () => {
    expect(sent({ kind: 'stop', stopPrice: '0.7', amount: '10' })).toMatchObject({ type: 'STOP' });
    const limited = sent({ kind: 'stop', stopPrice: '0.7', price: '0.71', amount: '10' });
    expect(limited).toMatchObject({ type: 'STOP_LIMIT', price: '0.71' });
  });

  it('of another kind keeps an amount of the base, and forgets one of the quote', () => {
    const typed = { ...emptyDraft, kind: 'market', amount: '100' } as const;
    expect(ofKind(typed, 'limit')).toMatchObject({ kind: 'limit', amount: '100' });
    expect(ofKind({ ...typed, isBudget: true }, 'limit')).toMatchObject({ isBudget: false, amount: '' });
  });

  it('is marked at the price that is too far from the market, whatever else is missing', () => {
    const far = (draft: Partial<OrderDraft>) =>
      planOrder({ ...emptyDraft, ...draft }, { market, book, available: '1000', referencePrice: 6000 })
        .problems;
    expect(far({ price: '3' })).toEqual({ amount: 'missing' });
    expect(far({ price: '3.0001' })).toEqual({ price: 'tooFar', amount: 'missing' });
    expect(far({ side: 'SELL', price: '0.12', amount: '10' })).toEqual({});
    expect(far({ side: 'SELL', price: '0.1199', amount: '10' })).toEqual({ price: 'tooFar' });
    expect(far({ kind: 'stop', stopPrice: '3.1', price: '2', amount: '10' })).toEqual({
      stopPrice: 'tooFar',
    });
    expect(plan({ price: '3.0001', amount: '10' }).problems).toEqual({});
  });

  it('is marked where a figure is larger than any market takes', () => {
    expect(plan({ price: '100000000.0001', amount: '10' }).problems).toEqual({ price: 'tooLarge' });
    expect(plan({ price: '0.5', amount: '1000000000.01' }, '9').problems).toEqual({ amount: 'tooLarge' });
  });

  it('ends where it would trade outside the price range, or meets an order of one’s own', () => {
    const outside = planOrder(
      { ...emptyDraft, price: '0.7', amount: '200' },
      { market, book, available: '1000', referencePrice: 5600 },
    );
    expect(outside).toMatchObject({ end: 'price_range', rests: false, estimate: { filled: '100.00' } });
    const own = [
      openOrderOf(
        orderOf({ side: 'SELL', price: '0.6300', quantity: '400.00', filled: '0.00' }),
        unitsOf(market),
      ),
    ];
    const meets = planOrder(
      { ...emptyDraft, price: '0.63', amount: '150' },
      { market, book, own, available: '1000' },
    );
    expect(meets).toMatchObject({ end: 'self_trade', rests: false, estimate: { filled: '100.00' } });
  });

  it('that could rest is refused where as many orders are open as can be', () => {
    const own = Array.from({ length: limits.openOrdersMax }, (_, at) =>
      openOrderOf(orderOf({ id: `own ${at}`, price: '0.5000' }), unitsOf(market)),
    );
    const facts = { market, book, own, available: '1000' };
    expect(planOrder({ ...emptyDraft, price: '0.5', amount: '10' }, facts).refusal).toBe('too_many_orders');
  });

  it('asks for no more than is available, to the last unit', () => {
    expect(plan({ price: '0.5', amount: '2000' }).problems).toEqual({});
    expect(plan({ price: '0.5', amount: '2000.01' }).problems).toEqual({ amount: 'tooMuch' });
    expect(plan({ side: 'SELL', price: '0.7', amount: '1000' }).problems).toEqual({});
    expect(plan({ side: 'SELL', price: '0.7', amount: '1000.01' }).problems).toEqual({ amount: 'tooMuch' });
  });

  it.each<[string, Partial<OrderDraft>, string | undefined, string | undefined]>([
    ['a budget', { kind: 'market', isBudget: true, amount: '61' }, '60.995400', '61.000000'],
    ['a budget to the last cent', { kind: 'market', isBudget: true, amount: '60' }, '60.000000', undefined],
    ['a limit above the book', { price: '0.61', amount: '50' }, '30.000000', '30.500000'],
    ['a limit that rests in part', { price: '0.61', amount: '150' }, '90.500000', '91.500000'],
    [
      'a limit that ends in part',
      { price: '0.61', amount: '150', term: 'immediate' },
      '60.000000',
      '91.500000',
    ],
    ['a limit that rests', { price: '0.5', amount: '10' }, '5.000000', undefined],
    ['a limit to sell', { side: 'SELL', price: '0.57', amount: '100' }, '57.500000', undefined],
    ['a market order', { kind: 'market', amount: '10' }, '6.000000', undefined],
  ])('of %s tells what it costs by the book, and at most', (_, draft, total, totalMost) => {
    expect(plan(draft)).toMatchObject({ total, totalMost });
  });

  it('is asked about again beyond 5 % through the market, and where it moves the market by more than 2 %', () => {
    expect(plan({ price: '0.63', amount: '10' }).concern).toBeUndefined();
    expect(plan({ price: '0.6301', amount: '10' }).concern).toMatchObject({ kind: 'farLimit' });
    expect(plan({ side: 'SELL', price: '0.5509', amount: '10' }).concern).toMatchObject({ kind: 'farLimit' });
    expect(plan({ kind: 'market', amount: '100' }).concern).toBeUndefined();
    expect(plan({ kind: 'market', amount: '101' }).concern).toMatchObject({ kind: 'movesMarket' });
  });

  it('takes a part of what is available in whole lots', () => {
    const share = (draft: Partial<OrderDraft>, percent: number) =>
      shareAmount({ ...emptyDraft, ...draft }, { market, book, available: '100.019', percent });
    expect(share({ side: 'SELL' }, 100)).toBe('100.01');
    expect(share({ price: '0.6' }, 50)).toBe('83.34');
    expect(share({ kind: 'stop', stopPrice: '0.5', price: '0.6' }, 50)).toBe('83.34');
    expect(share({ price: '' }, 50)).toBeUndefined();
    expect(share({ kind: 'market', isBudget: true }, 25)).toBe('25.004750');
  });
});

import { describe, expect, it } from 'vitest';
import { bookOf, marketOf, orderOf } from '../../test/order-book-samples.ts';
import { openOrderOf } from './market-facts.ts';
import { unitsOf } from './market-numbers.ts';
import { type AmendDraft, planAmend } from './amend-plan.ts';

const market = marketOf();
// 20 at 0.55, of which 5 are traded.
const order = orderOf();

function plan(draft: Partial<AmendDraft>, available = '100') {
  const shown = { price: '0.5500', quantity: '20.00' };
  return planAmend(order, { ...shown, ...draft }, { market, book: bookOf(), available });
}

describe('a change of an open order', () => {
  it('sends only what is to be different, however it is written', () => {
    expect(plan({ price: '0.55', quantity: '20' }).isChanged).toBe(false);
    expect(plan({ price: '0.55', quantity: '18' }).changes).toEqual({ quantity: '18' });
    expect(plan({ price: '0.56' }).changes).toEqual({ price: '0.56' });
  });

  it('keeps its place if it is only smaller', () => {
    expect(plan({ quantity: '19.99' }).outcome?.keepsPlace).toBe(true);
    expect(plan({ quantity: '20.01' }).outcome?.keepsPlace).toBe(false);
    expect(plan({ quantity: '19.99', price: '0.5499' }).outcome?.keepsPlace).toBe(false);
  });

  it('can be no smaller than what was traded, and costs only what is added', () => {
    expect(plan({ quantity: '5' }).problems).toEqual({ quantity: 'traded' });
    expect(plan({ quantity: '5.01' }).problems).toEqual({});
    expect(plan({ quantity: '30' }, '5.5').problems).toEqual({});
    expect(plan({ quantity: '30.01' }, '5.5').problems).toEqual({ quantity: 'tooMuch' });
  });

  it('is marked where its price is too far from the market, and ends at another order of one’s own', () => {
    const sale = orderOf({ id: 'other', side: 'SELL', price: '0.6000', quantity: '100.00', filled: '0.00' });
    const facts = { market, book: bookOf(), own: [openOrderOf(sale, unitsOf(market))], available: '100' };
    const far = planAmend(order, { price: '3.1', quantity: '20' }, { ...facts, referencePrice: 6000 });
    expect(far.problems).toEqual({ price: 'tooFar' });
    const meets = planAmend(order, { price: '0.6', quantity: '20' }, facts);
    expect(meets.outcome).toMatchObject({ end: 'self_trade', rests: false });
    expect(meets.outcome?.estimate).toBeUndefined();
  });

  it('is asked about again where the price goes more than 5 % through the market', () => {
    expect(plan({ price: '0.63' }).concern).toBeUndefined();
    expect(plan({ price: '0.64' }).concern).toMatchObject({ kind: 'farLimit' });
    expect(plan({ price: '0.64' }).outcome?.estimate?.filled).toBe('15.00');
  });
});

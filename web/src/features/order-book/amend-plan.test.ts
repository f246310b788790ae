import { describe, expect, it } from 'vitest';
import { bookOf, marketOf, orderOf } from '../../test/order-book-samples.ts';
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

  it('is asked about again where the price goes more than 5 % through the market', () => {
    expect(plan({ price: '0.63' }).concern).toBeUndefined();
    expect(plan({ price: '0.64' }).concern).toMatchObject({ kind: 'farLimit' });
    expect(plan({ price: '0.64' }).outcome?.estimate?.filled).toBe('15.00');
  });
});

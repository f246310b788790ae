import { describe, expect, it } from 'vitest';
import { openOrdersOf, type SelfTradeMode } from './book.ts';
import { limit, market, openBook, tell } from './testing/orders.ts';

/** Somebody else's lot at 100, then Ann's five at 101, then somebody else's nine. */
function openWithAnn() {
  const { book, place } = openBook();
  const own = limit('SELL', 101, 5, { personId: 'ann' });
  for (const order of [limit('SELL', 100, 1), own, limit('SELL', 101, 9)]) place(order);
  const buy = (quantity: number, selfTrade: SelfTradeMode, more = {}) =>
    tell(place(limit('BUY', 101, quantity, { personId: 'ann', selfTrade, ...more })));
  const remainingOfOwn = () => openOrdersOf(book).find(({ orderId }) => orderId === own.orderId);
  return { place, buy, remainingOfOwn };
}

describe('nobody trades with themselves', () => {
  it('expire_taker ends the order that came', () => {
    const { buy, remainingOfOwn } = openWithAnn();
    expect(buy(4, 'expire_taker')).toEqual(['1 at 100', 'expire_taker 3 at 101', 'ended self_trade 3']);
    expect(remainingOfOwn()).toMatchObject({ remaining: 5 });
  });

  it('expire_maker removes the order that stood, and goes on', () => {
    const { buy, remainingOfOwn } = openWithAnn();
    expect(buy(4, 'expire_maker')).toEqual([
      '1 at 100',
      'expire_maker 3 at 101',
      'removed self_trade',
      '3 at 101',
    ]);
    expect(remainingOfOwn()).toBeUndefined();
  });

  it('expire_both takes both', () => {
    const { buy, remainingOfOwn } = openWithAnn();
    expect(buy(4, 'expire_both')).toEqual([
      '1 at 100',
      'expire_both 3 at 101',
      'removed self_trade',
      'ended self_trade 3',
    ]);
    expect(remainingOfOwn()).toBeUndefined();
  });

  it('decrement makes both smaller by what they share, the smaller one to nothing', () => {
    const less = openWithAnn();
    expect(less.buy(4, 'decrement')).toEqual(['1 at 100', 'decrement 3 at 101', 'ended self_trade 0']);
    expect(less.remainingOfOwn()).toMatchObject({ quantity: 2, remaining: 2 });
    const same = openWithAnn();
    expect(same.buy(6, 'decrement')).toEqual([
      '1 at 100',
      'decrement 5 at 101',
      'removed self_trade',
      'ended self_trade 0',
    ]);
    const more = openWithAnn();
    expect(more.buy(8, 'decrement')).toEqual([
      '1 at 100',
      'decrement 5 at 101',
      'removed self_trade',
      '2 at 101',
    ]);
  });

  it('FOK counts no own order, and ends where one is in the way', () => {
    const fok = { timeInForce: 'FOK' } as const;
    expect(openWithAnn().buy(2, 'expire_taker', fok)).toEqual(['ended fill_or_kill 2']);
    expect(openWithAnn().buy(2, 'decrement', fok)).toEqual(['ended fill_or_kill 2']);
    expect(openWithAnn().buy(11, 'expire_maker', fok)).toEqual(['ended fill_or_kill 11']);
    expect(openWithAnn().buy(10, 'expire_maker', fok).at(-1)).toBe('9 at 101');
  });

  it('a budget is decremented by what its part would have cost', () => {
    const { place } = openWithAnn();
    const order = market('BUY', { budget: 300n + 6n * 303n }, { personId: 'ann', selfTrade: 'decrement' });
    expect(tell(place(order, { spendable: 3_000n }))).toEqual([
      '1 at 100',
      'decrement 5 at 101',
      'removed self_trade',
      '1 at 101',
      'ended budget_spent',
    ]);
  });

  it('a market order pays for nothing that it meets of its own', () => {
    const { place } = openWithAnn();
    const order = market('BUY', { quantity: 4 }, { personId: 'ann' });
    expect(tell(place(order, { spendable: 300n }))).toEqual([
      '1 at 100',
      'expire_taker 3 at 101',
      'ended self_trade 3',
    ]);
  });
});

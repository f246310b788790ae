import { expect, it } from 'vitest';
import { draftOf, exceeds, orderOf } from './draft.ts';

const pair = { type: 'BUY', from: 'USD', to: 'BTC' } as const;

it('asks with the side that was typed, and with no other', () => {
  expect(orderOf(pair, { side: 'from', amount: '12.5' })).toEqual({
    type: 'BUY',
    fromCurrency: 'USD',
    toCurrency: 'BTC',
    fromAmount: '12.50',
  });
  expect(orderOf(pair, { side: 'to', amount: '0.001' })).toEqual({
    type: 'BUY',
    fromCurrency: 'USD',
    toCurrency: 'BTC',
    toAmount: '0.00100000',
  });
});

it.each(['', '0', '0.00', '0.001'])('asks nothing for %j dollars', (amount) => {
  expect(orderOf(pair, { side: 'from', amount })).toBeUndefined();
});

it('forgets an amount whose currency has changed, and keeps one whose currency has not', () => {
  const draft = { side: 'from', amount: '100' } as const;
  expect(draftOf({ draft, asset: 'USD' }, { ...pair, to: 'ETH' })).toBe(draft);
  expect(draftOf({ draft, asset: 'USD' }, { ...pair, from: 'ETH' })).toEqual({ side: 'from', amount: '' });
});

it('knows more than is there, and not what is there to the last unit', () => {
  const quote = { fromCurrency: 'BTC', fromAmount: '0.00000002' } as const;
  expect(exceeds(quote, '0.00000001')).toBe(true);
  expect(exceeds(quote, '0.00000002')).toBe(false);
});

import { expect, it } from 'vitest';
import { orderOf } from './mistake.ts';

it('sends what is missing, in the chosen coin, where nothing else is said', () => {
  expect(orderOf({ chosen: 'BTC', sent: 'BTC', amount: '' })).toEqual({ currency: 'BTC' });
});

it('names the coin that is sent by mistake beside the one that was chosen', () => {
  expect(orderOf({ chosen: 'BTC', sent: 'ETH', amount: '0.5' })).toEqual({
    currency: 'BTC',
    sentCurrency: 'ETH',
    amount: '0.5',
  });
});

import { expect, it } from 'vitest';
import { depositAmount, draftPayment } from './draft.ts';

const terms = { coin: 'MRCY', coinPriceUsd: '0.57', usdMin: '1.00', usdMax: '10000.00' } as const;

it('deposits the smallest unit of a currency, and nothing that is not above zero', () => {
  expect(depositAmount('BTC', '0.00000001')).toBe('0.00000001');
  expect(depositAmount('BTC', '2')).toBe('2.00000000');
  const nothings = ['', '0', '0.00000000', '-1', 'x', '0.000000001'];
  expect(nothings.filter((typed) => depositAmount('BTC', typed) !== undefined)).toEqual([]);
});

it('credits what the dollars buy at the firm price, rounded down', () => {
  // 100 / 0.57 = 175.438596491...
  expect(draftPayment('100', terms)).toEqual({
    state: 'payable',
    amountUsd: '100.00',
    credited: '175.43859649',
  });
});

it('opens a payment of the least and the most that is allowed, and not a cent beyond', () => {
  expect(draftPayment('1', terms).state).toBe('payable');
  expect(draftPayment('0.99', terms).state).toBe('tooSmall');
  expect(draftPayment('10000.00', terms).state).toBe('payable');
  expect(draftPayment('10000.01', terms).state).toBe('tooLarge');
  expect(draftPayment('0.00', terms).state).toBe('enterValidAmount');
  expect(draftPayment('', terms).state).toBe('enterValidAmount');
});

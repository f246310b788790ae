import { expect, it } from 'vitest';
import type { PaymentMethod } from './client.ts';
import { observePayments } from './payments.ts';

const payment: PaymentMethod['payments'][number] = {
  id: 'a0-1',
  receivedDate: 1_790_000_000,
  value: '0.00088521',
  fee: '0.0',
  status: 'Settled',
};

function observe(changes: Partial<PaymentMethod>, paymentChanges: Partial<typeof payment> = {}) {
  return observePayments({
    paymentMethodId: 'BTC-CHAIN',
    currency: 'BTC',
    rate: '64392.23',
    payments: [{ ...payment, ...paymentChanges }],
    ...changes,
  });
}

it('is worth what it was at the rate that the payer was shown, down to the cent', () => {
  expect(observe({})).toEqual([
    {
      externalId: 'BTC-CHAIN/a0-1',
      amount: { asset: 'BTC', minorUnits: 88_521n },
      // 57.0006...
      usd: { asset: 'USD', minorUnits: 57_000_000n },
      state: 'confirmed',
      isWrongCoin: false,
      seenAt: new Date(1_790_000_000_000),
    },
  ]);
  expect(observe({}, { value: '0.00088519' })[0]?.usd.minorUnits).toBe(56_990_000n);
});

it('counts no digit of a rate away, since what is due was rounded up by all of them', () => {
  // 0.1 at 570.0000000000000000000000000001 would be 57 dollars less nothing.
  const rate = '569.9999999999999999999999999999';
  expect(observe({ rate }, { value: '0.10000000' })[0]?.usd.minorUnits).toBe(56_990_000n);
  expect(observe({ rate: '570' }, { value: '0.1' })[0]?.usd.minorUnits).toBe(57_000_000n);
});

it('leaves out what the payer was charged for the network', () => {
  expect(observe({ rate: '100000' }, { value: '0.001', fee: '0.0001' })[0]?.usd.minorUnits).toBe(90_000_000n);
});

it.each([
  ['Invalid', 'failed'],
  ['Processing', 'seen'],
  ['Settled', 'confirmed'],
] as const)('reads %s as %s', (status, state) => {
  expect(observe({}, { status })[0]?.state).toBe(state);
});

it('drops what lies below the smallest unit, as of Lightning, and a payment of nothing', () => {
  expect(observe({}, { value: '0.00088521999' })[0]?.amount.minorUnits).toBe(88_521n);
  expect(observe({}, { value: '0.00000000' })).toEqual([]);
});

it('writes a coin that the product has no name for as what it is worth', () => {
  expect(observe({ currency: 'XMR', rate: '150' }, { value: '2' })[0]?.amount).toEqual({
    asset: 'USD',
    minorUnits: 300_000_000n,
  });
});

import { describe, expect, it } from 'vitest';
import { shareOf } from './shares.ts';

describe('a part of what is available', () => {
  it.each([
    ['BTC', '0.00000004', 25, '0.00000001'],
    ['BTC', '0.00000007', 75, '0.00000005'],
    ['BTC', '0.01234567', 50, '0.00617283'],
    ['ETH', '1.000000000000000003', 25, '0.250000000000000000'],
    ['MRCY', '90071992547.40993001', 50, '45035996273.70496500'],
  ] as const)('of %s %s is at %i percent exactly %s, rounded down', (asset, available, percent, amount) => {
    expect(shareOf(asset, available, percent)).toEqual({ amount });
  });

  it.each([
    ['500.00', '125.00'],
    ['500.03', '125.00'],
    ['500.04', '125.01'],
    ['10.004999', '2.50'],
  ])('of %s dollars is in whole cents, as people type them', (available, amount) => {
    expect(shareOf('USD', available, 25)).toEqual({ amount });
  });

  it('is everything to the last unit at 100 percent, though nobody could type it', () => {
    expect(shareOf('USD', '10.004999', 100)).toEqual({ amount: '10.004999', isEverything: true });
    expect(shareOf('BTC', '0.00000001', 100)).toEqual({ amount: '0.00000001', isEverything: true });
  });

  it('is none where it would be nothing', () => {
    expect(shareOf('BTC', '0.00000003', 25)).toBeUndefined();
    expect(shareOf('BTC', '0.00000001', 75)).toBeUndefined();
    expect(shareOf('USD', '0.03', 25)).toBeUndefined();
    expect(shareOf('USD', '0.04', 25)).toEqual({ amount: '0.01' });
    expect(shareOf('BTC', '0', 100)).toBeUndefined();
    expect(shareOf('BTC', '0.00000000', 100)).toBeUndefined();
  });
});

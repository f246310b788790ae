import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, formatAmount, parseAmount } from './amount.ts';
import { seededCodes, type AssetCode } from './asset.ts';
import { minorUnitsMax } from './decimal.ts';
import { leastWithdrawal, netOfFee, shareFee, withdrawalFee, type WithdrawalPrice } from './fee.ts';

const minorUnits = fc.bigInt({ min: 1n, max: minorUnitsMax });
const feeBps = fc.integer({ min: 0, max: 10_000 });
const networkFee = fc.bigInt({ min: 0n, max: 10n ** 20n });
const feeOf = (units: bigint, price: WithdrawalPrice) =>
  withdrawalFee(amountOf('BTC', units), price).minorUnits;
const netOf = (units: bigint, price: WithdrawalPrice) => netOfFee(amountOf('BTC', units), price).minorUnits;

describe('the fee of a withdrawal', () => {
  it('and what arrives are together exactly the amount, and nothing arrives where the fee takes it all', () => {
    fc.assert(
      fc.property(minorUnits, feeBps, networkFee, (units, bps, network) => {
        const price = { feeBps: bps, networkFee: network };
        const fee = feeOf(units, price);
        expect(fee).toBeGreaterThanOrEqual(network);
        expect(netOf(units, price)).toBe(fee < units ? units - fee : 0n);
      }),
      { numRuns: 2000 },
    );
  });

  it('is never less than its rate and its network say, and less than one smallest unit more', () => {
    fc.assert(
      fc.property(minorUnits, feeBps, networkFee, (units, bps, network) => {
        const excess =
          (feeOf(units, { feeBps: bps, networkFee: network }) - network) * 10_000n - units * BigInt(bps);
        expect(excess).toBeGreaterThanOrEqual(0n);
        expect(excess).toBeLessThan(10_000n);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [20_000n, 50, 0n, 100n],
    [20_001n, 50, 0n, 101n],
    [1n, 50, 0n, 1n],
    [1n, 0, 0n, 0n],
    [7n, 10_000, 0n, 7n],
    [20_001n, 50, 300n, 401n],
    [1n, 0, 300n, 300n],
  ])('of %d at %d hundredths of a percent and a network fee of %d is %d', (units, bps, network, fee) => {
    expect(feeOf(units, { feeBps: bps, networkFee: network })).toBe(fee);
    expect(shareFee(amountOf('BTC', units), bps).minorUnits).toBe(fee - network);
  });

  it('of dollars is rounded up to the cent, so that whole cents are left', () => {
    expect(shareFee(amountOf('USD', 10_010_000n), 50)).toEqual(amountOf('USD', 60_000n));
    expect(netOfFee(amountOf('USD', 10_010_000n), { feeBps: 50, networkFee: 0n })).toEqual(
      amountOf('USD', 9_950_000n),
    );
  });
});

describe('the least withdrawal', () => {
  const unitsOf = (asset: AssetCode, text: string) => parseAmount(asset, text)?.minorUnits ?? 0n;

  it.each([
    ['USDT', '0', '5.000000'],
    ['USDT', '2.5', '5.000000'],
    ['USDT', '2.500001', '5.100000'],
    ['USDT', '3', '6.000000'],
    ['USDT', '3.21', '6.500000'],
    ['USDT', '512.5', '1100.000000'],
    ['BTC', '0.00005', '0.00010000'],
    ['BTC', '0.00012345', '0.00025000'],
    ['ETH', '0.001234', '0.002500000000000000'],
  ] as const)('of %s with a network fee of %s is %s', (asset, network, least) => {
    expect(formatAmount(leastWithdrawal(asset, unitsOf(asset, network)))).toBe(least);
  });

  it('is never less than twice the network fee, and at most a tenth more than that or the least without one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...seededCodes), networkFee, (asset, network) => {
        const least = leastWithdrawal(asset, network).minorUnits;
        const without = leastWithdrawal(asset, 0n).minorUnits;
        expect(least).toBeGreaterThanOrEqual(2n * network);
        expect(least).toBeGreaterThanOrEqual(without);
        expect(least === without || least * 10n <= 22n * network).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(seededCodes)(
    'of %s leaves something to arrive at the usual rate, whatever the network costs',
    (asset) => {
      for (const network of [0n, 1n, 10n ** 6n, 10n ** 20n]) {
        const price = { feeBps: 50, networkFee: network };
        expect(netOfFee(leastWithdrawal(asset, network), price).minorUnits).toBeGreaterThan(0n);
      }
    },
  );
});

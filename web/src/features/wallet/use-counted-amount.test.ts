import { expect, it } from 'vitest';
import { countedAmount } from './use-counted-amount.ts';

const count = { asset: 'MRCY', from: '0.00000000', to: '175.43859649' } as const;

it('begins where it was and ends on exactly the new amount', () => {
  expect(countedAmount(count, 0)).toBe('0.00000000');
  expect(countedAmount(count, 1)).toBe('175.43859649');
  // The last frame comes late as a rule.
  expect(countedAmount(count, 1.2)).toBe('175.43859649');
});

it('stays between the two, up and down', () => {
  for (const progress of [0.1, 0.5, 0.9]) {
    const up = Number(countedAmount(count, progress));
    expect(up).toBeGreaterThan(0);
    expect(up).toBeLessThan(175.43859649);
    const down = Number(countedAmount({ asset: 'MRCY', from: '10.00000000', to: '5.00000000' }, progress));
    expect(down).toBeGreaterThanOrEqual(5);
    expect(down).toBeLessThan(10);
  }
});

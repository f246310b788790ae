import { describe, expect, it } from 'vitest';
import { fixedPartOf } from './fixed-rate.ts';

const cent = 10_000n;
const paid = (id: string, cents: bigint, amount = cents * 1_000n) => ({
  id,
  usd_amount: cents * cent,
  amount,
});

/** Worth in cents. */
function fixedPart(askedCents: bigint, payments: readonly ReturnType<typeof paid>[]) {
  const { usd, covered } = fixedPartOf(askedCents * cent, payments);
  return {
    usd: usd / cent,
    covered: covered.map(({ id, amount, usd: worth }) => ({ id, amount, usd: worth / cent })),
  };
}

describe('the part of a top-up that its rate holds for', () => {
  it('is what came, where that is less or what was asked for', () => {
    expect(fixedPart(10_000n, [paid('a', 4_000n), paid('b', 6_000n)])).toEqual({
      usd: 10_000n,
      covered: [
        { id: 'a', usd: 4_000n, amount: 4_000_000n },
        { id: 'b', usd: 6_000n, amount: 6_000_000n },
      ],
    });
    expect(fixedPart(10_000n, [paid('a', 4_000n)]).usd).toBe(4_000n);
  });

  it.each([
    ['a hundredth more', 10_100n, 10_100n],
    ['a cent beyond that', 10_101n, 10_000n],
  ])('reaches %s as wallets round, and not further', (_what, came, fixed) => {
    expect(fixedPart(10_000n, [paid('a', came)]).usd).toBe(fixed);
  });

  it('never comes to more than the most that a top-up can be opened with', () => {
    expect(fixedPart(1_000_000n, [paid('a', 1_000_001n)]).usd).toBe(1_000_000n);
  });

  it('takes the oldest payments first, of one a part, and of what came after them nothing', () => {
    const { usd, covered } = fixedPart(10_000n, [paid('a', 7_000n), paid('b', 9_000n), paid('c', 1n)]);
    expect(usd).toBe(10_000n);
    expect(covered).toEqual([
      { id: 'a', usd: 7_000n, amount: 7_000_000n },
      { id: 'b', usd: 3_000n, amount: 3_000_000n },
      { id: 'c', usd: 0n, amount: 0n },
    ]);
  });

  it('is rounded up in the coin, so that the rest is never more than was paid', () => {
    const [part] = fixedPart(100n, [paid('a', 300n, 1_000n)]).covered;
    expect(part).toEqual({ id: 'a', usd: 100n, amount: 334n });
  });
});

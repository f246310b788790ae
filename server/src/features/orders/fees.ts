import type { Reading } from './book-calls.ts';

/** By what the person traded lately. Rounded up to a millionth. */
export function feesOf(
  { makerFeePpm, takerFeePpm, people }: Pick<Reading, 'makerFeePpm' | 'takerFeePpm' | 'people'>,
  userId: string,
): { readonly makerFeePpm: number; readonly takerFeePpm: number } {
  const { makerPercent = 100, takerPercent = 100 } = people?.find(({ id }) => id === userId) ?? {};
  return {
    makerFeePpm: Math.ceil((makerFeePpm * makerPercent) / 100),
    takerFeePpm: Math.ceil((takerFeePpm * takerPercent) / 100),
  };
}

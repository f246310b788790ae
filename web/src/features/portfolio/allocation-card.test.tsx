import { seededCodes } from '@mercury/contract/money/asset.ts';
import { expect, it } from 'vitest';
import { partsOf, percentText } from './allocation-card.tsx';

const holdingsOf = (...shares: readonly (string | null)[]) =>
  shares.map((sharePercent, index) => ({ currency: seededCodes[index] ?? 'BTC', sharePercent }));

it('names the parts by their size', () => {
  expect(partsOf(holdingsOf('20.50', '79.50')).map(({ share }) => share)).toEqual([7950, 2050]);
});

it('leaves out what has no share, or none that anybody knows', () => {
  expect(partsOf(holdingsOf('100.00', '0.00', null))).toHaveLength(1);
});

it('shows six parts as they are, and of seven the smallest two as one', () => {
  expect(partsOf(holdingsOf('50', '20', '10', '10', '6', '4')).at(-1)).toEqual({
    currency: seededCodes[5],
    share: 400,
  });
  const parts = partsOf(holdingsOf('50', '20', '10', '10', '5', '3', '2'));
  expect(parts).toHaveLength(6);
  expect(parts.at(-1)).toEqual({ currency: null, share: 500 });
});

it('writes a share as a percentage', () => {
  expect([percentText(10_000), percentText(5)]).toEqual(['100.00', '0.05']);
});

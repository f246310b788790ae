import { limits } from '@mercury/contract/limits.ts';

/** Shown at first; the others when they are asked for. */
export const coinsShownFirst = 4;

export function coinsShown<Coin>(coins: readonly Coin[], isExpanded: boolean): readonly Coin[] {
  return coins.slice(0, isExpanded ? limits.marketCoinCount : coinsShownFirst);
}

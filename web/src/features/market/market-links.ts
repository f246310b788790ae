import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';

export const marketSectionId = 'market';

export function coinPath(id: string): string {
  return paths.coin.replace(':id', encodeURIComponent(id));
}

export function buyPath(asset: AssetCode): string {
  return `${paths.trade}?type=BUY&to=${asset}`;
}

export function sellPath(asset: AssetCode): string {
  return `${paths.trade}?type=SELL&from=${asset}`;
}

/** The button that adds a coin to the watchlist: routes put it in, since the watchlist is a feature of its own. */
export type RenderStar = (coin: { id: string; name: string }) => ReactNode;

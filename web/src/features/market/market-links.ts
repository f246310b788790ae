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

/** Asks a visitor to sign up first, and then goes on to the path. Undefined for anybody else. */
export type InviteTo = ((path: string) => void) | undefined;

/** The button that adds a coin to the watchlist: routes put it in, since the watchlist is a feature of its own. */
export type RenderStar = (coin: { id: string; name: string }) => ReactNode;

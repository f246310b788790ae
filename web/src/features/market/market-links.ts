import { paths } from '../../paths.ts';

export const marketSectionId = 'market';

/** The market section of the landing page. */
export const marketPath = `${paths.home}#${marketSectionId}`;

export function coinPath(id: string): string {
  return paths.coin.replace(':id', encodeURIComponent(id));
}

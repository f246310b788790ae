import type { AlertDirection } from '@mercury/contract/api/price-alerts.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { type Price, parsePrice } from '@mercury/contract/money/price.ts';

interface Line {
  currency: AssetCode;
  direction: AlertDirection;
  /** A plain decimal of US dollars, or empty. */
  price: string;
}

/**
 * What is wrong with a line. The present price may have passed it already: then there is nothing to wait for. The server
 * has the last word, since it knows the price better.
 */
export function lineProblem(
  { currency, direction, price }: Line,
  presentPrice: string | undefined,
): 'missing' | 'reached' | undefined {
  const line = parsePrice(currency, price);
  if (line === undefined) return 'missing';
  const present = presentPrice === undefined ? undefined : parsePrice(currency, presentPrice);
  return present && isReached(line, direction, present) ? 'reached' : undefined;
}

function isReached(line: Price, direction: AlertDirection, present: Price): boolean {
  return direction === 'above' ? present.scaledUsd >= line.scaledUsd : present.scaledUsd <= line.scaledUsd;
}

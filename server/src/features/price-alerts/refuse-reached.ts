import { DomainError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { presentPriceOf } from '../market/price-of.ts';
import type { PriceAlertRow } from './queries.ts';

/**
 * An alert whose line is already reached would fire at once and tell what the person can see.
 * @throws DomainError PriceMissing, AlertAlreadyReached
 */
export function refuseReached(
  services: Services,
  { asset, direction, line_scaled_usd: line }: Pick<PriceAlertRow, 'asset' | 'direction' | 'line_scaled_usd'>,
): void {
  const price = presentPriceOf(services, asset)?.scaledUsd;
  if (price === undefined) throw new DomainError('PriceMissing');
  if (direction === 'above' ? price >= line : price <= line) throw new DomainError('AlertAlreadyReached');
}

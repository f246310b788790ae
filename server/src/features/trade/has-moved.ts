import { assetOf, wholeUnitOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Services } from '../../services.ts';
import { operatorPriceOf } from '../market/price-of.ts';
import type { FirmPrice, Offer } from './offer.ts';
import { judgePrice, type PriceReference } from './price-jump.ts';

type PriceKeepers = Pick<Services, 'settings' | 'market'>;

/**
 * True if the offer gives more than it takes at the newest prices that any process knows: a price moved further than the spread.
 * Also true if a price has jumped, or was pretended and no longer is. Makes no outside call.
 * `references` are the trusted prices as the database has them now.
 */
export function hasMoved(
  services: PriceKeepers,
  { from, fee, to, fromPrice, toPrice }: Offer,
  references: ReadonlyMap<AssetCode, PriceReference>,
): boolean {
  // The operator has switched it off since.
  if (!assetOf(from.asset).isActive || !assetOf(to.asset).isActive) return true;
  const sources = new Set([fromPrice.source, toPrice.source]);
  // The service has answered since.
  if (sources.has('pretend') && !services.market.isPretended()) return true;
  if (!sources.has('live') && !sources.has('operator')) return false;
  const newestOf = (price: FirmPrice): bigint | undefined => {
    const operatorPrice = operatorPriceOf(services.settings.current, price.asset);
    if (price.source === 'operator' || operatorPrice !== undefined) return operatorPrice?.scaledUsd;
    if (price.source !== 'live') return price.scaledUsd;
    const reference = references.get(price.asset);
    const heard = services.market.knownLivePriceOf(price.asset) ?? price;
    return judgePrice(reference, heard, services.settings.current.trade.priceJumpBps).trusted?.scaledUsd;
  };
  const [newFrom, newTo] = [newestOf(fromPrice), newestOf(toPrice)];
  if (newFrom === undefined || newTo === undefined) return true;
  const gained = (from.minorUnits - fee.minorUnits) * newFrom * wholeUnitOf(to.asset);
  return gained < to.minorUnits * newTo * wholeUnitOf(from.asset);
}

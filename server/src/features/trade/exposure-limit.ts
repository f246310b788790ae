import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import { assetOf, isMadeHere, type AssetCode } from '@mercury/contract/money/asset.ts';
import { valueInUsd, type Price } from '@mercury/contract/money/price.ts';
import type { Services } from '../../services.ts';
import type { Offer } from './offer.ts';

/** How a trade changes the house's position in one asset, and the price that values the position. */
interface Movement {
  readonly change: Amount;
  readonly price: Price;
}

/** The house's balance of each asset in smallest units; negative where it owes. An asset without an entry counts as zero. */
export type HousePositions = ReadonlyMap<AssetCode, bigint>;

/** Sorted by asset: every trade locks the two in this order. */
export function houseMovements({ from, fee, to, fromPrice, toPrice }: Offer): readonly Movement[] {
  const gained = { change: amountOf(from.asset, from.minorUnits - fee.minorUnits), price: fromPrice };
  const given = { change: amountOf(to.asset, -to.minorUnits), price: toPrice };
  return from.asset < to.asset ? [gained, given] : [given, gained];
}

export function positionsAfter(positions: HousePositions, offer: Offer): HousePositions {
  const after = new Map(positions);
  for (const { change } of houseMovements(offer)) {
    after.set(change.asset, (after.get(change.asset) ?? 0n) + change.minorUnits);
  }
  return after;
}

/** `positions` must already include the trade. */
export function crossesExposureLimit(
  { config }: Pick<Services, 'config'>,
  { offer, positions }: { offer: Offer; positions: HousePositions },
): boolean {
  return houseMovements(offer).some((movement) => {
    const position = positions.get(movement.change.asset) ?? 0n;
    return isTooFarOut(position, movement, config.trade.exposureUsdMax);
  });
}

/** A trade that brings a position back towards zero always passes, even beyond the limit. */
export function isTooFarOut(position: bigint, { change, price }: Movement, usdMax: Amount): boolean {
  // The operator makes this asset, so owing it is no risk.
  if (position < 0n && isMadeHere(assetOf(change.asset))) return false;
  const before = position - change.minorUnits;
  if (magnitudeOf(position) <= magnitudeOf(before)) return false;
  const value = valueInUsd(amountOf(change.asset, magnitudeOf(position)), price, 'up');
  return value.minorUnits > usdMax.minorUnits;
}

function magnitudeOf(units: bigint): bigint {
  return units < 0n ? -units : units;
}

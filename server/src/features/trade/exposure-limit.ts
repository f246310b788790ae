import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import { assetOf, isMadeHere, type AssetCode } from '@mercury/contract/money/asset.ts';
import { valueInUsd, type Price } from '@mercury/contract/money/price.ts';
import type { Services } from '../../services.ts';
import type { Offer } from './offer.ts';

/** What a trade does to the house's position in one asset, and the price at which the position is valued. */
interface Movement {
  readonly change: Amount;
  readonly price: Price;
}

/** What the house has of each asset, or owes where it is below zero; in the smallest units. What is left out is nothing. */
export type HousePositions = ReadonlyMap<AssetCode, bigint>;

/** What the house gains and what it gives, in the order of their assets, in which every trade takes the locks of the two. */
export function houseMovements({ from, fee, to, fromPrice, toPrice }: Offer): readonly Movement[] {
  const gained = { change: amountOf(from.asset, from.minorUnits - fee.minorUnits), price: fromPrice };
  const given = { change: amountOf(to.asset, -to.minorUnits), price: toPrice };
  return from.asset < to.asset ? [gained, given] : [given, gained];
}

/** The positions as a trade leaves them. */
export function positionsAfter(positions: HousePositions, offer: Offer): HousePositions {
  const after = new Map(positions);
  for (const { change } of houseMovements(offer)) {
    after.set(change.asset, (after.get(change.asset) ?? 0n) + change.minorUnits);
  }
  return after;
}

/** Holds what the house has of a currency, or owes, to what the operator allows. The positions are those after the trade. */
export function crossesExposureLimit(
  { config }: Pick<Services, 'config'>,
  { offer, positions }: { offer: Offer; positions: HousePositions },
): boolean {
  return houseMovements(offer).some((movement) => {
    const position = positions.get(movement.change.asset) ?? 0n;
    return isTooFarOut(position, movement, config.trade.exposureUsdMax);
  });
}

/** Whatever brings a position back towards nothing is welcome, also one that is beyond the limit already. */
export function isTooFarOut(position: bigint, { change, price }: Movement, usdMax: Amount): boolean {
  // What the operator makes is no risk to owe.
  if (position < 0n && isMadeHere(assetOf(change.asset))) return false;
  const before = position - change.minorUnits;
  if (magnitudeOf(position) <= magnitudeOf(before)) return false;
  const value = valueInUsd(amountOf(change.asset, magnitudeOf(position)), price, 'up');
  return value.minorUnits > usdMax.minorUnits;
}

function magnitudeOf(units: bigint): bigint {
  return units < 0n ? -units : units;
}

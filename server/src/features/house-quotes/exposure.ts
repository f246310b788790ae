import { amountForUsd, type Price } from '@mercury/contract/money/price.ts';
import { assetOf, isMadeHere } from '@mercury/contract/money/asset.ts';
import type { Config } from '../../config.ts';
import type { HouseReach } from '../../ledger/ledger.ts';

/** In smallest units: how much further the house's position may go, if all of its open orders trade. Negative: it is too far. */
interface Way {
  readonly up: bigint;
  readonly down: bigint;
}

// More than any asset has of smallest units.
const boundless = 10n ** 38n;

/** The limit is that of all trades with the house. The operator makes some assets, so owing them is no risk. */
export function wayOf(
  { trade }: Pick<Config, 'trade'>,
  { price, reach: { lowest, highest } }: { price: Price; reach: HouseReach },
): Way {
  const furthest = amountForUsd(trade.exposureUsdMax, price, 'down').minorUnits;
  const isOwn = isMadeHere(assetOf(price.asset));
  return { up: furthest - highest, down: isOwn ? boundless : furthest + lowest };
}

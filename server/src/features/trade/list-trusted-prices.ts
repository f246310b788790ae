import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import type { PriceReference } from './price-jump.ts';
import { findReferences } from './price-references.ts';

/** In the order of the contract; undefined for an asset without a trusted price. */
export async function listTrustedPrices(
  db: Database,
): Promise<ReadonlyMap<AssetCode, PriceReference | undefined>> {
  const references = await findReferences(db.pool);
  return new Map(assetCodes().map((asset) => [asset, references.get(asset)]));
}

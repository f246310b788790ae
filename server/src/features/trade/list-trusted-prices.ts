import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import type { PriceReference } from './price-jump.ts';
import { findReferences } from './price-references.ts';

/** Of every asset, in the order of the contract, what is trusted of its price; undefined where none was ever asked for. */
export async function listTrustedPrices(
  db: Database,
): Promise<ReadonlyMap<AssetCode, PriceReference | undefined>> {
  const references = await findReferences(db.pool);
  return new Map(assetCodes().map((asset) => [asset, references.get(asset)]));
}

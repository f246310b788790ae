import { assetCodes, type AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { writeDown } from '../../operator/write-down.ts';
import type { PriceReference } from './price-jump.ts';
import { findReference, findReferences, replaceReference } from './price-references.ts';

/** In the order of the contract; undefined for an asset without a trusted price. */
export async function listTrustedPrices(
  db: Database,
): Promise<ReadonlyMap<AssetCode, PriceReference | undefined>> {
  const references = await findReferences(db.pool);
  return new Map(assetCodes().map((asset) => [asset, references.get(asset)]));
}

/**
 * An operator confirms a price that jumped: it is traded at again, and the action is recorded. Undefined if no price waits, or if
 * it is no longer the one that the operator saw.
 */
export async function trustCandidate(
  db: Database,
  { asset, scaledUsd, operator }: { asset: AssetCode; scaledUsd: bigint | undefined; operator: string },
): Promise<PriceReference | undefined> {
  return inTransaction(db, async (trx) => {
    const { client } = trx;
    const known = await findReference(client, asset);
    const candidate = known?.candidate ?? undefined;
    if (known === undefined || candidate === undefined) return undefined;
    if (scaledUsd !== undefined && scaledUsd !== candidate.scaledUsd) return undefined;
    const next = { ...known, scaledUsd: candidate.scaledUsd, asOf: candidate.since, candidate: null };
    if (!(await replaceReference(client, asset, { known, next }))) return undefined;
    const detail = `${asset}: ${formatPrice(next)} after ${formatPrice(known)}`;
    await writeDown(trx, { command: 'trust-price', operator, detail });
    return next;
  });
}

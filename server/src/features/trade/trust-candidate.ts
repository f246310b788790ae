import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import { writeDown } from '../../operator/write-down.ts';
import type { PriceReference } from './price-jump.ts';
import { findReference, replaceReference } from './price-references.ts';

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

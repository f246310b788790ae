import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Database } from '../../db/database.ts';
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
  return inTransaction(db, async ({ client, kysely }) => {
    const known = await findReference(client, asset);
    const candidate = known?.candidate ?? undefined;
    if (known === undefined || candidate === undefined) return undefined;
    if (scaledUsd !== undefined && scaledUsd !== candidate.scaledUsd) return undefined;
    const next = { ...known, scaledUsd: candidate.scaledUsd, asOf: candidate.since, candidate: null };
    if (!(await replaceReference(client, asset, { known, next }))) return undefined;
    await kysely
      .insertInto('operator_action')
      .values({
        id: uuidv7(),
        command: 'trust-price',
        operator,
        detail: `${asset}: ${formatPrice(next)} after ${formatPrice(known)}`,
      })
      .execute();
    return next;
  });
}

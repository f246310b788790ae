import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { formatPrice } from '@mercury/contract/money/price.ts';
import { appendEntry, type Actor } from '../../audit/append-entry.ts';
import { inTransaction, type Database } from '../../db/database.ts';
import type { PriceReference } from './price-jump.ts';
import { findReference, replaceReference } from './price-references.ts';

/**
 * Somebody confirms a price that jumped: it is traded at again, and the action is recorded. Undefined if no price waits, or if
 * it is no longer the one that they saw.
 */
export async function trustCandidate(
  db: Database,
  {
    asset,
    scaledUsd,
    actor,
    reason,
  }: { asset: AssetCode; scaledUsd: bigint | undefined; actor: Actor; reason: string | undefined },
): Promise<PriceReference | undefined> {
  return inTransaction(db, async (trx) => {
    const { client } = trx;
    const known = await findReference(client, asset);
    const candidate = known?.candidate ?? undefined;
    if (known === undefined || candidate === undefined) return undefined;
    if (scaledUsd !== undefined && scaledUsd !== candidate.scaledUsd) return undefined;
    const next = { ...known, scaledUsd: candidate.scaledUsd, asOf: candidate.since, candidate: null };
    if (!(await replaceReference(client, asset, { known, next }))) return undefined;
    await appendEntry(trx, {
      actor,
      action: 'trading.trust_price',
      subject: { kind: 'asset', id: asset },
      before: { usd: formatPrice(known), saidAt: known.asOf.toISOString() },
      after: { usd: formatPrice(next), saidAt: next.asOf.toISOString() },
      reason,
    });
    return next;
  });
}

import type pg from 'pg';
import type { Database } from '../db/database.ts';
import type { IdempotencyClaim, PostingOutcome, Receipt } from './types.ts';

/**
 * What a key was answered with before; undefined where it is new. For a command that has to know before it posts: because
 * its own state shows that it has happened, or because it asks for something (a code) that a repeat need not bring.
 */
export async function findRepeat(
  connection: Pick<pg.Pool, 'query'>,
  claim: Pick<IdempotencyClaim, 'ownerId' | 'key' | 'fingerprint'>,
): Promise<PostingOutcome | undefined> {
  const { rows } = await connection.query<{ fingerprint: string; receipt: Receipt }>(
    `select fingerprint, ledger_receipt(transfer_id, context) as receipt
     from idempotency where owner_id = $1 and key = $2`,
    [claim.ownerId, claim.key],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  if (row.fingerprint !== claim.fingerprint) return { isPosted: false, refusal: 'IdempotencyKeyReused' };
  return { isPosted: true, isRepeat: true, receipt: row.receipt };
}

/** Forgets keys that are older; what they did stays, but a repeat would then be done anew. */
export async function forgetIdempotencyKeys(db: Database, keptMs: number): Promise<void> {
  await db.pool.query('delete from idempotency where created_at < now() - make_interval(secs => $1)', [
    keptMs / 1000,
  ]);
}

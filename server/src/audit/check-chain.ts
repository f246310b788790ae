import type { Database } from '../db/database.ts';
import { one } from '../db/rows.ts';

export interface ChainCheck {
  readonly entryCount: number;
  /** In hex; null if there is no entry. Kept elsewhere, it shows later that no entry was taken from the end. */
  readonly lastHash: string | null;
  /** The number of the first entry that does not follow from the one before; null if all do. */
  readonly firstBroken: bigint | null;
}

/** Computes every hash again. */
export async function checkChain({ pool }: Pick<Database, 'pool'>): Promise<ChainCheck> {
  // In one statement: an entry that is added meanwhile must not be the last of fewer.
  const { entry_count, first_broken, last_hash } = one(
    await pool.query<{ entry_count: number; first_broken: bigint | null; last_hash: Buffer | null }>(
      `select count(*)::integer as entry_count, audit_first_break() as first_broken,
         (select hash from audit_entry order by seq desc limit 1) as last_hash
       from audit_entry`,
    ),
  );
  return {
    entryCount: entry_count,
    lastHash: last_hash?.toString('hex') ?? null,
    firstBroken: first_broken,
  };
}

import type { Database } from '../../db/database.ts';

export interface BookedLine {
  readonly transfer_id: string;
  readonly kind: string;
  /** Whose, and of which kind. */
  readonly account: string;
  readonly amount: bigint;
  readonly created_at: Date;
}

/** Ledger entries of these transfers, in booking order. */
export async function listBookedLines(
  { pool }: Database,
  transferIds: readonly (string | null)[],
): Promise<readonly BookedLine[]> {
  const { rows } = await pool.query<BookedLine>(
    `select transfer.id as transfer_id, transfer.kind, transfer.created_at, entry.amount,
            case when account.owner_id is null then 'house ' else 'person ' end || account.kind as account
     from transfer
     join entry on entry.transfer_id = transfer.id
     join account on account.id = entry.account_id
     where transfer.id = any ($1)
     order by transfer.created_at, transfer.id, entry.line`,
    [transferIds.filter((id) => id !== null)],
  );
  return rows;
}

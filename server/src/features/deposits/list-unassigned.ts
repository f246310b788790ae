import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import { isAssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import { one, type Row } from '../../db/rows.ts';
import { waitsForOwner } from './queries.ts';

/** Money at an address without an owner, or whose owner has left. */
export interface UnassignedDeposit {
  /** Payments are numbered as they are seen. */
  readonly number: bigint;
  readonly externalId: string;
  readonly rail: string;
  readonly amount: Amount;
  readonly address: string;
  readonly memo: string;
  readonly confirmations: number;
  readonly confirmationsNeeded: number;
  readonly createdAt: Date;
  readonly observedAt: Date;
  readonly formerOwner: { readonly id: string; readonly username: string } | null;
}

interface UnassignedRow extends Row<'unassigned_deposit'> {
  readonly former_id: string | null;
  readonly former_username: string | null;
}

/** Payments that wait for an operator to find the owner, oldest first, without those that the chain dropped. */
export async function listUnassignedDeposits(
  { pool }: Database,
  { after = 0n, limit = listedMax }: { after?: bigint; limit?: number } = {},
): Promise<readonly UnassignedDeposit[]> {
  const { rows } = await pool.query<UnassignedRow>(
    `select kept.*, former.id as former_id, former.username as former_username
     from unassigned_deposit kept left join app_user former on former.id = kept.assigned_to
     where ${waitsForOwner} and not has_failed and number > $1
     order by number
     limit $2`,
    [after, limit],
  );
  return rows.map(presentUnassigned);
}

/** Ten thousand at most. */
export async function countUnassignedDeposits({ pool }: Database): Promise<number> {
  const { count } = one(
    await pool.query<{ count: number }>(
      `select count(*)::integer as count from (
       select from unassigned_deposit kept where ${waitsForOwner} and not has_failed limit $1
     ) waiting`,
      [countedMax],
    ),
  );
  return count;
}

// Enough for an operator to look through; younger ones appear once these are settled.
const listedMax = 100;
const countedMax = 10_000;

function presentUnassigned(row: UnassignedRow): UnassignedDeposit {
  const { former_id: id, former_username: username } = row;
  if (!isAssetCode(row.asset)) throw new Error(`payment ${row.external_id} is of an unknown asset`);
  return {
    number: row.number,
    externalId: row.external_id,
    rail: row.rail,
    amount: amountOf(row.asset, row.amount),
    address: row.address,
    memo: row.memo,
    confirmations: row.confirmations,
    confirmationsNeeded: row.confirmations_needed,
    createdAt: row.created_at,
    observedAt: row.observed_at,
    formerOwner: id === null || username === null ? null : { id, username },
  };
}

import { amountOf, type Amount } from '@mercury/contract/money/amount.ts';
import { isAssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import { waitsForOwner } from './queries.ts';

/** Money at an address without an owner, or whose owner has left. */
export interface UnassignedDeposit {
  readonly externalId: string;
  readonly rail: string;
  readonly amount: Amount;
  readonly address: string;
  readonly memo: string;
  readonly isFinal: boolean;
  readonly createdAt: Date;
}

// Enough for an operator to look through; older ones appear once these are settled.
const listedMax = 100;

/** Payments that wait for an operator to find the owner, newest first, without those that the chain dropped. */
export async function listUnassignedDeposits(db: Database): Promise<readonly UnassignedDeposit[]> {
  const { rows } = await db.pool.query<{
    external_id: string;
    rail: string;
    asset: string;
    amount: bigint;
    address: string;
    memo: string;
    is_final: boolean;
    created_at: Date;
  }>(
    `select external_id, rail, asset, amount, address, memo, created_at,
            confirmations >= confirmations_needed as is_final
       from unassigned_deposit kept
      where ${waitsForOwner} and not has_failed
      order by created_at desc
      limit $1`,
    [listedMax],
  );
  return rows.map((row) => {
    if (!isAssetCode(row.asset)) throw new Error(`payment ${row.external_id} is of an unknown asset`);
    return {
      externalId: row.external_id,
      rail: row.rail,
      amount: amountOf(row.asset, row.amount),
      address: row.address,
      memo: row.memo,
      isFinal: row.is_final,
      createdAt: row.created_at,
    };
  });
}

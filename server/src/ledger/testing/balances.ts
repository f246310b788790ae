import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../db/database.ts';
import type { AssetBalance, HouseAccountKind } from '../types.ts';

/** A person's balances, one per asset, in the order of first use; assets without an account are left out. */
export async function balancesOf(db: Pick<Database, 'pool'>, userId: string): Promise<AssetBalance[]> {
  const { rows } = await db.pool.query<AssetBalance>(
    `select
       asset,
       coalesce(sum(balance) filter (where kind = 'available'), 0) as available,
       coalesce(sum(balance) filter (where kind = 'held'), 0) as held
     from account
     where owner_id = $1
     group by asset
     order by min(id)`,
    [userId],
  );
  return rows;
}

export interface TrialBalanceLine {
  readonly asset: AssetCode;
  readonly kind: 'available' | 'held' | HouseAccountKind;
  readonly accountCount: number;
  /** The sum of the entries, in smallest units. The lines of an asset sum to zero. */
  readonly balance: bigint;
}

export async function trialBalance(db: Pick<Database, 'pool'>): Promise<TrialBalanceLine[]> {
  const { rows } = await db.pool.query<TrialBalanceLine>(
    `select
       account.asset,
       account.kind,
       count(distinct account.id)::integer as "accountCount",
       coalesce(sum(entry.amount), 0) as balance
     from account left join entry on entry.account_id = account.id
     group by account.asset, account.kind
     order by account.asset, account.kind`,
  );
  return rows;
}

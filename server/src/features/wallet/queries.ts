import { isAssetCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import { coinCode } from '@mercury/contract/product.ts';
import type { Database } from '../../db/database.ts';

/** What a person has of one asset, in its smallest unit. */
export interface Holding {
  readonly asset: AssetCode;
  readonly available: bigint;
  readonly held: bigint;
  /** On its way in: seen by the rail, not final yet, not part of the balance. */
  readonly pending: bigint;
}

export interface Holdings {
  readonly walletAddress: string;
  /** The product's own coin is always first, also when there is none of it. */
  readonly holdings: readonly Holding[];
}

interface HoldingRow {
  wallet_address: string;
  asset: string | null;
  available: bigint;
  held: bigint;
  pending: bigint;
}

/** One call to the database: this stands on the path of every look at the dashboard. */
export async function findHoldings(db: Database, userId: string): Promise<Holdings> {
  const { rows } = await db.pool.query<HoldingRow>(
    `with part as (
       select asset, balance as available, 0::numeric as held, 0::numeric as pending
         from account where owner_id = $1 and kind = 'available'
       union all
       select asset, 0, balance, 0 from account where owner_id = $1 and kind = 'held'
       union all
       select credit_asset, 0, 0, credit_amount from topup where user_id = $1 and state = 'payment_seen'
     )
     select person.address as wallet_address, part.asset,
            coalesce(sum(part.available), 0) as available,
            coalesce(sum(part.held), 0) as held,
            coalesce(sum(part.pending), 0) as pending
       from app_user person left join part on true
      where person.id = $1
      group by person.address, part.asset`,
    [userId],
  );
  const walletAddress = rows[0]?.wallet_address;
  if (walletAddress === undefined) throw new Error('a session of nobody');
  const found = rows.flatMap(({ asset, available, held, pending }): Holding[] =>
    isAssetCode(asset) ? [{ asset, available, held, pending }] : [],
  );
  const ownCoin = found.find((holding) => holding.asset === coinCode);
  const others = found.filter((holding) => holding.asset !== coinCode);
  return { walletAddress, holdings: [ownCoin ?? nothingOf(coinCode), ...others] };
}

function nothingOf(asset: AssetCode): Holding {
  return { asset, available: 0n, held: 0n, pending: 0n };
}

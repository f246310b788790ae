import type { AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { houseId } from './house.ts';
import type { OwnOrder, Side } from './plan.ts';

/** False while another process has it. Until the transaction ends. */
export async function takeTurn({ client }: Transaction): Promise<boolean> {
  // The number is arbitrary. It only has to be nobody else's.
  const { rows } = await client.query<{ is_taken: boolean }>(
    'select pg_try_advisory_xact_lock(6230573001) as is_taken',
  );
  return rows[0]?.is_taken === true;
}

/** The best of each side first. */
export async function findOwnOrders({ pool }: Database): Promise<readonly OwnOrder[]> {
  const { rows } = await pool.query<{
    id: string;
    market: string;
    side: Side;
    price: bigint;
    remaining: bigint;
    filled: bigint;
  }>(
    `select id, market, side, price, remaining, filled from book_order
      where user_id = $1 and status = 'OPEN'
      order by market, side, case when side = 'BUY' then -price else price end`,
    [houseId],
  );
  return rows.map(({ id, market, side, price, remaining, filled }) => ({
    id,
    market,
    side,
    price: Number(price),
    remaining: Number(remaining),
    filled: Number(filled),
  }));
}

export async function findSpendable({ pool }: Database, asset: AssetCode): Promise<bigint> {
  const { rows } = await pool.query<{ spendable: bigint }>(
    `select balance - reserved as spendable from account where owner_id = $1 and asset = $2 and kind = 'available'`,
    [houseId, asset],
  );
  return rows[0]?.spendable ?? 0n;
}

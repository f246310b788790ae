import { isAssetCode, type AssetCode } from '@mercury/contract/money/asset.ts';
import type { Database } from '../../../db/database.ts';
import { findMarkets, termsOf, type MarketTerms } from '../market-terms.ts';
import { orderJson, orderRowSchema, type OrderRow } from '../order-row.ts';

/** What a watcher of their own orders begins with, all of one moment. */
export interface OwnState {
  /** Of each market, the last event that is in the orders. */
  readonly seqs: ReadonlyMap<string, number>;
  readonly orders: readonly OrderRow[];
  readonly terms: ReadonlyMap<string, MarketTerms>;
}

export async function readOwnState(db: Database, userId: string): Promise<OwnState> {
  const { rows } = await db.pool.query<{ seqs: { symbol: string; seq: number }[]; orders: unknown[] }>(
    `select
       (select coalesce(json_agg(json_build_object('symbol', symbol, 'seq', seq)), '[]') from market) as seqs,
       (select coalesce(json_agg(${orderJson} order by id), '[]') from book_order
         where user_id = $1 and status in ('OPEN', 'WAITING')) as orders`,
    [userId],
  );
  const { seqs = [], orders = [] } = rows[0] ?? {};
  const markets = await findMarkets(db);
  return {
    seqs: new Map(seqs.map(({ symbol, seq }) => [symbol, seq])),
    orders: orders.map((order) => orderRowSchema.parse(order)),
    terms: new Map(markets.map((row) => [row.symbol, termsOf(row)])),
  };
}

/** In the smallest unit. */
export interface Balance {
  readonly asset: AssetCode;
  readonly available: bigint;
  readonly inOrders: bigint;
  readonly held: bigint;
}

export async function readBalances(
  { pool }: Database,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Balance[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await pool.query<{
    owner_id: string;
    asset: string;
    available: bigint;
    in_orders: bigint;
    held: bigint;
  }>(
    `select owner_id, asset, sum(case when kind = 'available' then balance - reserved else 0 end) as available,
       sum(reserved) as in_orders, sum(case when kind = 'held' then balance else 0 end) as held
     from account where owner_id = any ($1) group by owner_id, asset order by owner_id, asset`,
    [userIds],
  );
  const balances = new Map<string, Balance[]>(userIds.map((userId) => [userId, []]));
  for (const { owner_id: owner, asset, available, in_orders: inOrders, held } of rows) {
    // One that was added a moment ago comes with the next reading.
    if (isAssetCode(asset)) balances.get(owner)?.push({ asset, available, inOrders, held });
  }
  return balances;
}

/** Of the sessions and keys, those that still open something. */
export async function findLiving(
  { pool }: Database,
  callerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (callerIds.length === 0) return new Set();
  const { rows } = await pool.query<{ id: string }>(
    `select caller.id from (
       select id, user_id from session where id = any ($1) and idle_expires_at > now()
       union all
       select id, user_id from api_key where id = any ($1) and (expires_at is null or expires_at > now())
     ) caller
     join app_user on app_user.id = caller.user_id
     where app_user.deleted_at is null and not is_frozen(app_user.frozen_at, app_user.unfreezes_at)`,
    [callerIds],
  );
  return new Set(rows.map(({ id }) => id));
}

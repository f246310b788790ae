import type { Database } from '../../db/database.ts';
import type { TradeRange, TradeRow } from './market-data.ts';
import { selectOrders, type OrderRow } from './order-row.ts';

/** A person's orders and trades by their numbers, as programs ask for them that know neither ids nor cursors. */

interface OfPerson {
  readonly userId: string;
  readonly market: string;
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** By its number or its person's own name for it; one without such a name goes by its id. Undefined also for another person's. */
export async function findNumberedOrder(
  db: Database,
  { userId, market }: OfPerson,
  { number, name }: { readonly number?: number | undefined; readonly name?: string | undefined },
): Promise<OrderRow | undefined> {
  if (number !== undefined) {
    const order = await findOne(db, 'user_id = $1 and market = $2 and number = $3', [userId, market, number]);
    return name === undefined || name === (order?.client_order_id ?? order?.id) ? order : undefined;
  }
  const order = name === undefined ? undefined : await findNamed(db, userId, name);
  return order?.market === market ? order : undefined;
}

/** Name and id have an index each. In one condition, all of the person's orders without a name would be read. */
async function findNamed(db: Database, userId: string, name: string): Promise<OrderRow | undefined> {
  const named = await findOne(db, 'user_id = $1 and client_order_id = $2', [userId, name]);
  if (named !== undefined || !idPattern.test(name)) return named;
  const order = await findOne(db, 'id = $1', [name]);
  return order?.user_id === userId && order.client_order_id === null ? order : undefined;
}

async function findOne(
  db: Database,
  condition: string,
  values: readonly (string | number)[],
): Promise<OrderRow | undefined> {
  const [order] = await selectOrders(db, `where ${condition}`, values);
  return order;
}

export interface OrderRange {
  /** A number, or a time. Without both it is the newest. */
  readonly fromNumber?: number | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly limit: number;
}

/** Oldest first. */
export async function findNumberedOrders(
  db: Database,
  { userId, market }: OfPerson,
  { fromNumber, since, until, limit }: OrderRange,
): Promise<readonly OrderRow[]> {
  const isFromStart = fromNumber !== undefined || since !== undefined;
  const orders = await selectOrders(
    db,
    `where user_id = $1 and market = $2 and ($3::bigint is null or number >= $3)
        and ($4::timestamptz is null or number >= first_order_since($1, $2, $4))
        and ($5::timestamptz is null or number < first_order_since($1, $2, $5))
      order by number ${isFromStart ? 'asc' : 'desc'} limit $6`,
    [userId, market, fromNumber ?? null, since ?? null, until ?? null, limit],
  );
  return isFromStart ? orders : orders.toReversed();
}

/** As they are now, in this sequence. */
export async function findOrdersNumbered(
  db: Database,
  { userId, market }: OfPerson,
  numbers: readonly number[],
): Promise<readonly OrderRow[]> {
  const which = 'where user_id = $1 and market = $2 and number = any ($3) order by number';
  return selectOrders(db, which, [userId, market, numbers]);
}

/** In one market or in all, oldest first. */
export async function findOpenOrders(
  db: Database,
  { userId, market }: { readonly userId: string; readonly market: string | undefined },
): Promise<readonly OrderRow[]> {
  const isOpen = "status in ('OPEN', 'WAITING')";
  const which = `where user_id = $1 and ${isOpen} and ($2::text is null or market = $2) order by number`;
  return selectOrders(db, which, [userId, market ?? null]);
}

export type OwnTradeRow = TradeRow & {
  /** Of the person's own order in it. */
  readonly order_number: bigint;
};

/** Oldest first. Their index is by time; numbers and times of a market grow alike. */
export async function findOwnTrades(
  { pool }: Database,
  { userId, market, orderId }: OfPerson & { readonly orderId?: string | undefined },
  { fromSeq, since, until, limit }: TradeRange,
): Promise<readonly OwnTradeRow[]> {
  const isFromStart = fromSeq !== undefined || since !== undefined;
  const direction = isFromStart ? 'asc' : 'desc';
  const asRole = (role: 'maker' | 'taker'): string =>
    `(select fill.*, ${role}_order_id as own_order_id from fill
       where ${role}_user_id = $1 and market = $2 and ($3::uuid is null or ${role}_order_id = $3)
         and ($4::bigint is null or seq >= $4
           and created_at >= (select created_at from fill where market = $2 and seq >= $4 order by seq limit 1))
         and ($5::timestamptz is null or created_at >= $5)
         and ($6::timestamptz is null or created_at < $6)
       order by created_at ${direction}, seq ${direction} limit $7)`;
  const { rows } = await pool.query<OwnTradeRow>(
    `select own.*, book_order.number as order_number
       from (${asRole('maker')} union all ${asRole('taker')}) own join book_order on book_order.id = own_order_id
      order by own.seq ${direction} limit $7`,
    [userId, market, orderId ?? null, fromSeq ?? null, since ?? null, until ?? null, limit],
  );
  return isFromStart ? rows : rows.toReversed();
}

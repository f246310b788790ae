import { candlesBeginAt } from '@mercury/contract/api/markets.ts';
import { DomainError } from '../../errors.ts';
import { decodeCursor } from '../../http/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Row } from '../../db/rows.ts';
import type { OrderStatus } from './order-changes.ts';
import { selectOrders, type OrderRow } from './order-row.ts';

/** Undefined also for another person's. */
export async function findOrder(
  db: Database,
  { userId, id }: { userId: string; id: string },
): Promise<OrderRow | undefined> {
  const [order] = await selectOrders(db, 'where id = $1 and user_id = $2', [id, userId]);
  return order;
}

/** Newest first. */
export async function findOrders(
  db: Database,
  asked: {
    readonly userId: string;
    readonly market: string | undefined;
    readonly statuses: readonly OrderStatus[] | undefined;
    readonly cursor: string | undefined;
    readonly limit: number;
  },
): Promise<readonly OrderRow[]> {
  return selectOrders(
    db,
    `where user_id = $1 and ($2::text is null or market = $2) and ($3::text[] is null or status = any ($3))
        and ($4::uuid is null or id < $4)
      order by id desc limit $5`,
    [asked.userId, asked.market ?? null, asked.statuses ?? null, readIdCursor(asked.cursor), asked.limit],
  );
}

function readIdCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = decodeCursor(cursor);
  if (id !== undefined) return id;
  throw new DomainError('ValidationFailed', { fieldErrors: [{ field: 'cursor', key: 'invalid' }] });
}

export async function findMarketsWithOrders({ pool }: Database, userId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ market: string }>(
    `select distinct market from book_order where user_id = $1 and status in ('OPEN', 'WAITING') order by market`,
    [userId],
  );
  return rows.map(({ market }) => market);
}

/** Open ones, which end when the connections of a session or key are lost. */
export async function findOrdersEndingWith(
  { kysely }: Database,
  { userId, callerId }: { userId: string; callerId: string },
) {
  return kysely
    .selectFrom('book_order')
    .select(['id', 'market'])
    .where('user_id', '=', userId)
    .where('ends_with', '=', callerId)
    .where('status', 'in', ['OPEN', 'WAITING'])
    .execute();
}

/** With orders whose time has come, or stops whose turn has. */
export async function findMarketsToSweep({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ market: string }>(
    `select distinct market from book_order
      where status in ('OPEN', 'WAITING') and (expires_at <= now() or queued_seq is not null)`,
  );
  return rows.map(({ market }) => market);
}

export type FillRow = Row<'fill'>;

/** One person's, newest first. `before` is a time of an earlier page's last. */
export async function findFillsOf(
  { pool }: Database,
  asked: {
    readonly userId: string;
    readonly market: string | undefined;
    readonly orderId: string | undefined;
    readonly limit: number;
  },
): Promise<readonly FillRow[]> {
  const { rows } = await pool.query<FillRow>(
    `select * from (
       (select * from fill where maker_user_id = $1 and ($2::text is null or market = $2)
           and ($3::uuid is null or maker_order_id = $3) order by created_at desc, seq desc limit $4)
       union all
       (select * from fill where taker_user_id = $1 and ($2::text is null or market = $2)
           and ($3::uuid is null or taker_order_id = $3) order by created_at desc, seq desc limit $4)
     ) own order by created_at desc, market, seq desc limit $4`,
    [asked.userId, asked.market ?? null, asked.orderId ?? null, asked.limit],
  );
  return rows;
}

export async function findTrades(
  { kysely }: Database,
  { market, before, limit }: { market: string; before: bigint | undefined; limit: number },
): Promise<readonly FillRow[]> {
  const newest = kysely.selectFrom('fill').selectAll().where('market', '=', market);
  const from = before === undefined ? newest : newest.where('seq', '<', before);
  return from.orderBy('seq', 'desc').limit(limit).execute();
}

export interface LevelRow {
  readonly side: 'BUY' | 'SELL';
  readonly price: bigint;
  readonly quantity: bigint;
}

/** From one snapshot, with the number of the last event in it. */
export async function findLevels(
  { pool }: Database,
  { market, depth }: { market: string; depth: number },
): Promise<{ readonly seq: number; readonly levels: readonly LevelRow[] }> {
  const { rows } = await pool.query<{
    seq: bigint;
    levels: { side: 'BUY' | 'SELL'; price: number; quantity: number }[];
  }>(
    `with level as (
       select side, price, sum(remaining) as quantity from book_order
        where market = $1 and status = 'OPEN' and remaining > 0 group by side, price
     )
     select market.seq, coalesce((
       select json_agg(best) from (
         (select * from level where side = 'BUY' order by price desc limit $2)
         union all
         (select * from level where side = 'SELL' order by price limit $2)
       ) best
     ), '[]') as levels from market where symbol = $1`,
    [market, depth],
  );
  const levels = (rows[0]?.levels ?? []).map(({ side, price, quantity }) => ({
    side,
    price: BigInt(price),
    quantity: BigInt(quantity),
  }));
  return { seq: Number(rows[0]?.seq ?? 0n), levels };
}

export interface CandleRow {
  readonly at: Date;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: bigint;
  readonly quote_volume: bigint;
  readonly trade_count: bigint;
}

/** Those that have trades; longer ones are made of minutes. */
export async function findCandles(
  { pool }: Database,
  asked: { readonly market: string; readonly lengthMs: number; readonly from: Date; readonly to: Date },
): Promise<readonly CandleRow[]> {
  const { rows } = await pool.query<CandleRow>(
    `select date_bin(make_interval(secs => $2), minute, '${candlesBeginAt}') as at, (array_agg(open order by minute))[1] as open,
            max(high) as high, min(low) as low, (array_agg(close order by minute desc))[1] as close,
            sum(volume) as volume, sum(quote_volume) as quote_volume, sum(fill_count) as trade_count
       from candle
      where market = $1 and minute >= date_bin(make_interval(secs => $2), $3, '${candlesBeginAt}') and minute < $4
      group by at order by at`,
    [asked.market, asked.lengthMs / 1000, asked.from, asked.to],
  );
  return rows;
}

/** The close before a time, for minutes in which nobody traded. */
export async function findCloseBefore(
  { pool }: Database,
  { market, at }: { market: string; at: Date },
): Promise<bigint | undefined> {
  const { rows } = await pool.query<{ close: bigint }>(
    'select close from candle where market = $1 and minute < $2 order by minute desc limit 1',
    [market, at],
  );
  return rows[0]?.close;
}

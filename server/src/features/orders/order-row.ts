import * as z from 'zod/mini';
import type { Database } from '../../db/database.ts';
import type { OpenOrder } from '../../matching/book.ts';

export const units = z.pipe(
  z.string(),
  z.transform((text: string) => BigInt(text)),
);
const time = z.pipe(
  z.string(),
  z.transform((text: string) => new Date(text)),
);

/** A row of book_order as JSON: how the two calls of a batch tell it, and `orderJson` in a query. */
export const orderRowSchema = z.object({
  id: z.string(),
  number: z.number(),
  user_id: z.string(),
  market: z.string(),
  client_order_id: z.nullable(z.string()),
  fingerprint: z.string(),
  side: z.enum(['BUY', 'SELL']),
  type: z.enum(['LIMIT', 'MARKET', 'STOP', 'STOP_LIMIT']),
  time_in_force: z.enum(['GTC', 'GTD', 'IOC', 'FOK']),
  is_post_only: z.boolean(),
  self_trade: z.enum(['expire_taker', 'expire_maker', 'expire_both', 'decrement']),
  price: z.nullable(z.number()),
  stop_price: z.nullable(z.number()),
  quantity: z.nullable(z.number()),
  budget: z.nullable(units),
  remaining: z.number(),
  filled: z.number(),
  quote_filled: units,
  fee: units,
  maker_fee_ppm: z.number(),
  taker_fee_ppm: z.number(),
  status: z.enum(['OPEN', 'WAITING', 'FILLED', 'CANCELLED', 'EXPIRED']),
  reason: z.nullable(z.string()),
  seq: z.number(),
  queued_seq: z.nullable(z.number()),
  expires_at: z.nullable(time),
  received_at: time,
  created_at: time,
  updated_at: time,
});
export type OrderRow = z.output<typeof orderRowSchema>;

/** SQL: money as text, since a JSON number is too short for it. */
export const orderJson = `to_jsonb(book_order)
  || jsonb_build_object('budget', budget::text, 'quote_filled', quote_filled::text, 'fee', fee::text)`;

/** `which` is what follows `from book_order`. */
export async function selectOrders(
  { pool }: Database,
  which: string,
  values: readonly unknown[],
): Promise<readonly OrderRow[]> {
  const { rows } = await pool.query<{ found: unknown }>(
    `select ${orderJson} as found from book_order ${which}`,
    [...values],
  );
  return rows.map(({ found }) => orderRowSchema.parse(found));
}

/** What the book needs to know of an open order. */
export function openOrderOf(row: OrderRow): OpenOrder {
  const isWaiting = row.status === 'WAITING';
  return {
    orderId: row.id,
    personId: row.user_id,
    side: row.side,
    selfTrade: row.self_trade,
    makerFeePpm: row.maker_fee_ppm,
    takerFeePpm: row.taker_fee_ppm,
    // The table says that an open order has both.
    price: row.price ?? 0,
    quantity: row.quantity ?? 0,
    remaining: row.remaining,
    seq: row.seq,
    timeInForce: row.time_in_force,
    isPostOnly: row.is_post_only,
    expiresAt: row.expires_at?.getTime(),
    stopPrice: isWaiting ? (row.stop_price ?? undefined) : undefined,
    queuedSeq: isWaiting ? (row.queued_seq ?? undefined) : undefined,
  };
}

import { marketStates } from '@mercury/contract/api/markets.ts';
import * as z from 'zod/mini';
import type { Transaction } from '../../db/database.ts';
import { encodePostings, type Posting } from '../../ledger/ledger.ts';
import type { LoggedEvent } from '../../matching/book.ts';
import { orderRowSchema, units, type OrderRow } from './order-row.ts';

const readingSchema = z.object({
  seq: z.number(),
  lastPrice: z.nullable(z.number()),
  at: z.number(),
  state: z.enum(marketStates),
  makerFeePpm: z.number(),
  takerFeePpm: z.number(),
  meanPrice: z.nullable(z.number()),
  people: z.nullable(
    z.array(
      z.object({
        id: z.string(),
        isBarred: z.boolean(),
        base: units,
        quote: units,
        /** Of the market's fees. */
        makerPercent: z.number(),
        takerPercent: z.number(),
      }),
    ),
  ),
  /** Of the sessions and API keys that ask, those that have not ended. */
  callers: z.nullable(z.array(z.string())),
  repeats: z.nullable(z.array(orderRowSchema)),
  orders: z.nullable(z.array(z.unknown())),
  events: z.nullable(z.array(z.unknown())),
});

export interface Reading extends Omit<z.output<typeof readingSchema>, 'orders' | 'events'> {
  /** The whole book, if the copy is too old for events. */
  readonly orders: readonly OrderRow[] | undefined;
  readonly events: readonly LoggedEvent[];
}

/** Takes the market until the transaction ends. Defined in 0014-order-batches.sql, as is the next one; 0018 and 0019 change their text. */
export async function readBook(
  { client }: Transaction,
  asked: {
    readonly market: string;
    readonly knownSeq: number | undefined;
    readonly named: readonly {
      readonly userId: string;
      readonly clientOrderId: string | undefined;
      readonly callerId: string | undefined;
    }[];
  },
): Promise<Reading> {
  const { rows } = await client.query<{ reading: unknown }>(
    'select book_read($1, $2, $3, $4, $5) as reading',
    [
      asked.market,
      asked.knownSeq ?? null,
      asked.named.map(({ userId }) => userId),
      asked.named.map(({ clientOrderId }) => clientOrderId ?? null),
      asked.named.flatMap(({ callerId }) => callerId ?? []),
    ],
  );
  const { orders, events, ...reading } = readingSchema.parse(rows[0]?.reading);
  return {
    ...reading,
    orders: orders === null ? undefined : openOrdersIn(orders),
    // Our own events, as they were written.
    events: (events ?? []) as LoggedEvent[],
  };
}

/** Read without the amounts of money, which a book does without. */
export function openOrdersIn(rows: readonly unknown[]): readonly OrderRow[] {
  return rows.map((row) =>
    orderRowSchema.parse({ ...Object(row), budget: null, quote_filled: '0', fee: '0' }),
  );
}

export interface Batch {
  readonly market: string;
  readonly at: number;
  readonly seqBefore: number;
  readonly seq: number;
  readonly lastPrice: number | undefined;
  /** Everybody whose account moves, and those who asked for it. */
  readonly people: readonly string[];
  readonly placers: readonly string[];
  /** The sessions and API keys by which they asked. */
  readonly callers: readonly string[];
  readonly orders: readonly object[];
  readonly changes: readonly object[];
  readonly fills: readonly object[];
  readonly events: readonly LoggedEvent[];
  /** Orders to tell as they are afterwards. */
  readonly answers: readonly string[];
}

export async function commitBook(
  { client }: Transaction,
  batch: Batch,
  postings: readonly Posting[],
): Promise<ReadonlyMap<string, OrderRow>> {
  const { rows } = await client.query<{ orders: unknown }>('select book_commit($1, $2, $3, $4) as orders', [
    JSON.stringify(batch),
    ...encodePostings(postings),
  ]);
  const orders = z.nullable(z.array(orderRowSchema)).parse(rows[0]?.orders) ?? [];
  return new Map(orders.map((order) => [order.id, order]));
}

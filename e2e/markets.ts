import { type APIRequestContext, expect } from '@playwright/test';
import { closeDatabase, openDatabase } from '../server/src/db/database.ts';
import { asOwner } from '../server/src/test/test-postgres.ts';
import type { Person } from './accounts.ts';
import { productDatabase } from './shared-product.ts';

async function asOperator(sql: string, values: readonly unknown[]): Promise<void> {
  const db = openDatabase({ connectionString: asOwner(productDatabase()), connectionsMax: 1 });
  try {
    await db.pool.query(sql, [...values]);
  } finally {
    await closeDatabase(db);
  }
}

/** A new market is halted until its operator opens it. */
export async function openMarket(symbol: string): Promise<void> {
  await asOperator(`update market set state = 'open' where symbol = $1`, [symbol]);
}

/** A day in which the price went up and down, as if people had traded: prices in ticks. */
export async function pretendDay(symbol: string, price: number): Promise<void> {
  await asOperator(
    `insert into candle (market, minute, open, high, low, close, volume, quote_volume, fill_count)
     select $1, date_trunc('minute', now()) - n * interval '5 minutes', o, greatest(o, c) + n * 7 % 23, least(o, c) - n * 5 % 19, c,
            1000 + n * 7919 % 9000, 1000, 1
       from (select n, ($2 * (1 + sin(n / 17.0) / 40 + sin(n / 3.7) / 220))::bigint as o,
                    ($2 * (1 + sin((n - 1) / 17.0) / 40 + sin((n - 1) / 3.7) / 220))::bigint as c
               from generate_series(1, 1200) as n) as course
     on conflict do nothing`,
    [symbol, price],
  );
}

/** Without a browser, as a program would. */
export async function placeOrder(
  request: APIRequestContext,
  { token }: Person,
  order: Readonly<Record<string, unknown>>,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await request.post('/v1/orders', { headers, data: order });
  expect(response.ok(), await response.text()).toBe(true);
}

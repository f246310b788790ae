import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;
const migrationsFolder = join(import.meta.dirname, 'migrations');

/** A database as it was before the rails. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database.db;
  await pool.query('drop schema public cascade; create schema public; drop schema graphile_worker cascade');
  folder = await mkdtemp(join(tmpdir(), 'mercury-migrations-'));
  const before = (await readdir(migrationsFolder)).filter((name) => name < '0007' && name.endsWith('.sql'));
  for (const name of before) await cp(join(migrationsFolder, name), join(folder, name));
  await migrate({
    connectionString: database.connectionString,
    folder: pathToFileURL(`${folder}/`),
  });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('a top-up that was paid before there were rails, and waits for its confirmation, has a final payment', async () => {
  const { pool } = database.db;
  const [userId, transactionId, topUpId] = [uuidv7(), uuidv7(), uuidv7()];
  await pool.query(
    `insert into app_user (id, username, email, name, password_hash, address, locale)
     values ($1, 'ada', 'ada@example.com', 'Ada', '$argon2id$none', $2, 'en')`,
    [userId, `mrcy${userId}`],
  );
  await pool.query(
    `insert into wallet_transaction (id, user_id, type, asset, amount, direction, status, state)
     values ($1, $2, 'TOPUP', 'MRCY', 10000000000, 'in', 'PENDING', 'payment_seen')`,
    [transactionId, userId],
  );
  await pool.query(
    `insert into topup (id, user_id, transaction_id, usd_amount, credit_asset, credit_amount, price_scaled_usd, state,
                        payment_token, paid_with, locale, created_at, expires_at, seen_at)
     values ($1, $2, $3, 5700, 'MRCY', 10000000000, 570000000000, 'payment_seen', repeat('A', 43), 'BTC', 'en', now(),
             now() + interval '30 minutes', now())`,
    [topUpId, userId, transactionId],
  );
  await migrate({ connectionString: database.connectionString });
  const { rows } = await pool.query(
    `select topup.rail, topup.external_id, payment.asset, payment.amount, payment.confirmations >= payment.confirmations_needed as is_final
       from topup join sandbox_payment payment on payment.topup_id = topup.id where topup.id = $1`,
    [topUpId],
  );
  expect(rows).toEqual([
    { rail: 'sandbox', external_id: topUpId, asset: 'USDT', amount: 57_000_000n, is_final: true },
  ]);
});

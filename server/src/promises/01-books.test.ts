import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { checkBooks } from '../jobs/check-ledger.ts';
import { ledgerRules } from '../ledger/check.ts';
import { checkLedger, type Finding } from '../ledger/ledger.ts';
import { trialBalance } from '../ledger/testing/balances.ts';
import { proveBooks } from '../ledger/testing/postings.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { moveMoneyByChance, type Moved } from '../test/random-movements.ts';
import { seededRandom, seedOf } from '../test/seeded-random.ts';

/**
 * Promise 1: the entries of every transfer sum to zero in each asset, a balance is the sum of its entries, history never changes.
 * After random movements the checker finds nothing. Then the tables' owner damages the books without the database's own rules, in
 * transactions that are rolled back, and the checker finds each kind. BOOKS_SEED repeats.
 */
const random = seededRandom(seedOf('BOOKS_SEED'));
const movementCount = 400;

let testApp: TestApp;
let moved: Moved;
const counts = { damages: 0, findings: 0 };

beforeAll(async () => {
  testApp = await createTestApp();
  moved = await moveMoneyByChance(testApp, random, movementCount);
}, 60_000);
afterAll(async () => {
  process.stdout.write(
    `promise 1: seed ${random.seed}, ${movementCount} movements attempted, ${JSON.stringify(moved)}; ` +
      `${Object.keys(ledgerRules).length} rules, ${counts.damages} damages, ${counts.findings} findings\n`,
  );
  await testApp.close();
});

test('after every kind of movement the checker finds nothing, and each asset sums to zero', async () => {
  expect(moved.posted).toBeGreaterThan(movementCount / 4);
  await proveBooks(testApp.db);
  const sums = new Map<string, bigint>();
  for (const { asset, balance } of await trialBalance(testApp.db)) {
    sums.set(asset, (sums.get(asset) ?? 0n) + balance);
  }
  expect([...sums.values()]).toEqual([0n, 0n, 0n]);
  const { rows } = await testApp.db.pool.query<{ trades: bigint }>('select count(*) as trades from trade');
  expect(rows[0]?.trades).toBeGreaterThan(0n);
});

test.each(['transfer', 'entry'])('history never changes: %s refuses to, whoever asks', async (table) => {
  for (const change of [
    `update ${table} set asset = asset`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ]) {
    const statement = change.replaceAll('asset', table === 'entry' ? 'asset' : 'kind');
    await expect(testApp.db.pool.query(statement)).rejects.toThrow('permission denied');
    await expect(testApp.ownerDb.pool.query(statement)).rejects.toThrow('never changes');
  }
});

/** A trade that no account and no history knows of, under somebody's transfer. */
const fillOfNobody = `insert into fill
    (market, seq, price, quantity, taker_side, maker_order_id, taker_order_id, maker_user_id, taker_user_id,
     maker_fee, taker_fee, transfer_id, created_at)
  select 'MRCY-USD', 1, 5700, 100, 'BUY', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
     0, 0, transfer.id, now()
  from transfer limit 1`;

/** By the rule that is to find it. What a rule of the tables themselves refuses, even so, is dropped first. */
const damages: readonly (readonly [rule: string, damage: string])[] = [
  [
    'the entries of a transfer sum to zero in each asset',
    'update entry set amount = amount + 100000 where line = 2',
  ],
  [
    'the entries of a transfer sum to zero in each asset',
    'update entry set amount = amount - 100000 where line = 1',
  ],
  [
    'a transfer has entries, numbered from 1 without gaps',
    `insert into transfer (id, kind) values (gen_random_uuid(), 'transfer')`,
  ],
  ['a transfer has entries, numbered from 1 without gaps', 'update entry set line = 99 where line = 2'],
  ['a transfer has entries, numbered from 1 without gaps', 'delete from entry where line = 1'],
  [
    'a balance is the sum of its entries',
    `update account set balance = balance + 1 where kind = 'available'`,
  ],
  [
    'a balance is the sum of its entries',
    `insert into account (owner_id, asset, kind, balance) select id, 'DOGE', 'available', 5 from app_user limit 1`,
  ],
  [
    'the versions of an account have no gap and end at its own',
    `update account set version = version + 1 where kind = 'available'`,
  ],
  [
    'the versions of an account have no gap and end at its own',
    'update entry set account_version = account_version + 1000 where account_version = 2',
  ],
  [
    'each balance follows from the one before',
    'update entry set balance_after = balance_after + 1 where account_version = 1',
  ],
  [
    'a customer is never below zero',
    `alter table account drop constraint account_not_below_zero, drop constraint account_reserved_is_there;
     update account set balance = -1 where kind = 'available'`,
  ],
  [
    'a customer is never below zero',
    `alter table entry drop constraint entry_balance_after_check;
     update entry set balance_after = -1 where account_version = 1`,
  ],
  ['an entry is in the asset of its account', `update entry set asset = 'TON' where asset = 'BTC'`],
  [
    'what is reserved is what open orders can still spend',
    `update account set reserved = 1 where kind = 'available' and balance > 0`,
  ],
  ['the fills of a transfer are what its entries move', fillOfNobody],
  ['whoever traded in a market has one row of history for each transfer', fillOfNobody],
  [
    'the house carries no balance',
    `alter table account drop constraint account_of_house_has_no_balance;
     update account set balance = 1 where owner_id is null`,
  ],
  [
    'the house carries no balance',
    `update entry set balance_after = 1, account_version = 1
     where (transfer_id, line) in (
       select transfer_id, line from entry join account on account.id = account_id where owner_id is null limit 1
     )`,
  ],
  [
    'a position of the house is the sum of its exposure entries',
    `update house_position set position = position + 1 where asset = 'BTC'`,
  ],
  [
    'a position of the house is the sum of its exposure entries',
    `delete from house_position where asset = 'BTC'`,
  ],
  [
    'a position of the house is the sum of its exposure entries',
    `insert into house_position (account_id, asset, position) select id, 'DOGE', 0 from account where kind = 'available' limit 1`,
  ],
  ['a trade agrees with the entries of its transfer', 'update trade set to_amount = to_amount + 1'],
  ['a trade agrees with the entries of its transfer', `update trade set fee = fee - 1 where fee > 0`],
  [
    'a trade agrees with the entries of its transfer',
    'update trade set user_id = (select id from app_user where app_user.id <> trade.user_id limit 1)',
  ],
  [
    'an outside trade agrees with the entries of its transfer',
    `insert into outside_trade
       (id, transfer_id, venue, reference, given_asset, given_amount, received_asset, received_amount, traded_at, booked_by)
     select gen_random_uuid(), transfer.id, 'Nowhere', '1', 'USD', 1, 'BTC', 1, now(), 'nobody' from transfer limit 1`,
  ],
  ['what is held is what open holds say', `update hold set amount = amount + 1 where state = 'open'`],
  ['what is held is what open holds say', `delete from hold where state = 'open'`],
  [
    'a hold is opened and closed by transfers of its amount',
    `update hold set amount = amount + 1 where state <> 'open'`,
  ],
  [
    'a hold is opened and closed by transfers of its amount',
    `update hold set state = 'released', closed_at = now(), closed_by_transfer_id = id where state = 'open'`,
  ],
  [
    'a reversal mirrors its transfer',
    `update entry set amount = 2 * amount
     where transfer_id in (select id from transfer where kind = 'reversal')`,
  ],
  [
    'a closed day of the house is the sum of its entries',
    `insert into house_balance (account_id, ends_at, balance)
     select id, now(), 1234567890123456789 from account where owner_id is null limit 1`,
  ],
  [
    'whoever a correction moved has a row of history for it',
    `insert into ledger_correction (transfer_id, template, reason)
     select transfer_id, 'credit_person', 'A slip' from entry where account_version is not null limit 1`,
  ],
  [
    'a stored receipt names its transfer',
    `update idempotency set reply = json_build_object('transferId', gen_random_uuid())`,
  ],
  [
    'a completed row of history agrees with the entries of its transfer',
    `update wallet_transaction set amount = amount + 1 where status = 'COMPLETED'`,
  ],
  [
    'a completed row of history agrees with the entries of its transfer',
    `update wallet_transaction set direction = 'in' where status = 'COMPLETED' and direction = 'out'`,
  ],
];

describe('damage that the database did not refuse is found', () => {
  test('of every kind that the checker has a rule for', () => {
    expect(new Set(damages.map(([rule]) => rule))).toEqual(new Set(Object.keys(ledgerRules)));
  });

  test.each(damages)('%s: %s', async (rule, damage) => {
    const client = await testApp.ownerDb.pool.connect();
    try {
      await client.query('begin; set local session_replication_role = replica');
      await client.query(damage);
      const { findings } = await checkLedger(within(client));
      expect(rulesIn(findings)).toContain(rule);
      counts.damages += 1;
      counts.findings += findings.length;
    } finally {
      await client.query('rollback');
      client.release();
    }
    await proveBooks(testApp.db);
  });
});

const rulesIn = (findings: readonly Finding[]) => findings.map(({ rule }) => rule);

/** The checker's transaction becomes a part of the open one. */
function within(client: pg.PoolClient): Pick<Database, 'pool'> {
  const query = async (sql: string) => (/^(begin|commit)/.test(sql) ? undefined : client.query(sql));
  // The checker uses nothing else of the pool and its client.
  return {
    pool: { connect: async () => ({ query, release: () => undefined }) } as unknown as Database['pool'],
  };
}

describe('the checker, asked and by the clock,', () => {
  /** What the operator sees: lines of JSON with their level. */
  async function logOfDailyCheck(): Promise<{ level: number; msg: string; findings?: Finding[] }[]> {
    const lines: string[] = [];
    await checkBooks({ db: testApp.db, log: pino({}, { write: (line: string) => void lines.push(line) }) });
    return lines.map((line) => JSON.parse(line));
  }

  function runCommand(): Promise<{ code: number; output: string }> {
    const program = fileURLToPath(new URL('../ledger-check.ts', import.meta.url));
    const env = {
      PATH: process.env['PATH'],
      NODE_NO_WARNINGS: '1',
      DATA_DIR: testApp.config.dataDir,
      DATABASE_URL: testApp.connectionString,
    };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [program], { env }, (_error, output) =>
        resolve({ code: child.exitCode ?? -1, output }),
      );
    });
  }

  test('says that books are right which are', async () => {
    expect(await runCommand()).toMatchObject({
      code: 0,
      output: expect.stringContaining('The books are right'),
    });
    expect(await logOfDailyCheck()).toMatchObject([
      { level: pino.levels.values['info'], msg: 'the books are right' },
    ]);
  });

  // Last: these books stay as they are left here.
  test('says at the level of an error, and by its exit code, what is wrong with others', async () => {
    await testApp.ownerDb.pool.query(
      `begin; set local session_replication_role = replica;
       update account set balance = balance + 1 where kind = 'available'; commit`,
    );
    const { code, output } = await runCommand();
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('Broken: a balance is the sum of its entries'),
    });
    const [line] = await logOfDailyCheck();
    expect(line).toMatchObject({ level: pino.levels.values['error'], msg: 'the books are wrong' });
    expect(rulesIn(line?.findings ?? [])).toContain('a balance is the sum of its entries');
  });
});

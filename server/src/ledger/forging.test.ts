import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Database } from '../db/database.ts';
import { postgresRoles } from '../db/embedded-postgres.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createLedger, hold, reverse } from './ledger.ts';
import { answersToAll, refusedCalls, rightCall, takeovers, writes } from './testing/forgeries.ts';
import type { Answer, Forgeries } from './testing/forgeries.ts';
import {
  available,
  claimOf,
  exposure,
  funding,
  insertPeople,
  payment,
  proveBooks,
} from './testing/postings.ts';

/**
 * Whoever has taken over the role that serves, with all that it may send to the database, makes no money: each way is tried
 * and refused, and the books stay as they were. The owner of the tables tries the same, so that a refusal is seen to be the
 * role's, and not of a statement that nobody could run.
 */
let database: TestDatabase;
let names: Readonly<Record<string, string>>;
let before: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const [victim = '', thief = ''] = await insertPeople(db, 2);
  const [row, heldId] = [uuidv7(), uuidv7()];
  const amount = 100n;
  const first = funding(victim, amount);
  const spent = payment(available(victim), available(thief), 2n);
  const ledger = createLedger(db);
  await ledger.postTogether({
    ...first,
    records: [
      {
        id: row,
        userId: victim,
        type: 'TOPUP',
        asset: 'MRCY',
        amount,
        direction: 'in',
        status: 'COMPLETED',
        state: 'completed',
      },
    ],
  });
  await ledger.postTogether(payment(exposure(), available(thief), 10n));
  await ledger.postTogether(funding(victim, 1n, 'USD'));
  await ledger.postTogether({ ...funding(thief, 1n), idempotency: claimOf(victim, 'kept') });
  await ledger.postTogether(spent);
  await ledger.close();
  await inTransaction(db, async (trx) => {
    await reverse(trx, { transferId: spent.transferId, reversalId: uuidv7() });
    await hold(trx, { holdId: heldId, owner: victim, asset: 'MRCY', amount: 30n });
  });
  const { rows } = await db.pool.query<{ id: bigint }>(
    `select id from account where owner_id = $1 and kind = 'available' and asset = 'MRCY'`,
    [victim],
  );
  names = {
    victim,
    thief,
    row,
    account: String(rows[0]?.id),
    funding: first.transferId,
    reversed: spent.transferId,
    hold: heldId,
    owner: postgresRoles.owner,
    application: postgresRoles.application,
  };
  before = await booksAndRules();
});
afterEach(async () => {
  expect(await booksAndRules()).toBe(before);
  await proveBooks(database.db);
});
afterAll(() => database.drop());

/** All that money is made of, and all that guards it: tables, functions, triggers, roles. */
async function booksAndRules(): Promise<string> {
  const parts = [
    'select * from account order by id',
    'select * from transfer order by id',
    'select * from entry order by transfer_id, line',
    'select * from hold order by id',
    'select * from house_position order by account_id',
    'select * from wallet_transaction order by id',
    'select * from idempotency order by owner_id, key',
    `select oid, relname, relowner, relacl, relrowsecurity from pg_class
     where relnamespace = 'public'::regnamespace order by oid`,
    `select * from pg_proc where pronamespace = 'public'::regnamespace order by oid`,
    'select * from pg_trigger order by oid',
    `select * from pg_constraint where connamespace = 'public'::regnamespace order by oid`,
    'select rolname, rolsuper, rolcreaterole, rolbypassrls, rolconfig from pg_roles order by oid',
    'select * from pg_auth_members order by oid',
    'select * from pg_default_acl order by oid',
  ];
  const { rows } = await database.db.pool.query<{ text: string }>(
    parts.map((part) => `select json_agg(part)::text as text from (${part}) part`).join(' union all '),
  );
  return rows.map(({ text }) => text).join('\n');
}

/** With the names of the test, and an id that is new. */
function fill(statement: string, transfer = uuidv7()): string {
  return Object.entries({ ...names, transfer }).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, value),
    statement,
  );
}

/** On a connection of its own, since a statement may change what the next one may. */
async function answerTo(db: Database, statement: string, { isTakenBack = false } = {}): Promise<string> {
  const client = await db.pool.connect();
  try {
    if (isTakenBack) await client.query('begin');
    await client.query(fill(statement));
    return 'may';
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return error.code ?? '';
  } finally {
    if (isTakenBack) await client.query('rollback');
    client.release(true);
  }
}

const refusal: Answer = '42501';

/** Each in one line, as it is shown. */
function statementsOf(forgeries: Forgeries): (readonly [statement: string, ofOwner: Answer])[] {
  return Object.entries(forgeries).map(([statement, ofOwner]) => [
    statement.replaceAll(/\s+/g, ' '),
    ofOwner,
  ]);
}

describe.each([
  ['a write', writes],
  ['a takeover', takeovers],
])('%s', (_kind, forgeries) => {
  test.each(statementsOf(forgeries))('is refused to the role that serves: %s', async (statement) => {
    expect(await answerTo(database.db, statement)).toBe(refusal);
  });

  test.each(statementsOf(forgeries))('by the owner of the tables: %s: %s', async (statement, answer) => {
    expect(await answerTo(database.ownerDb, statement, { isTakenBack: true })).toBe(answer);
  });
});

describe('what the role that serves may call refuses to everybody what', () => {
  test.each(Object.entries(answersToAll))('%s', async (_what, [code, statement]) => {
    expect(await answerTo(database.db, statement)).toBe(code);
    expect(await answerTo(database.ownerDb, statement, { isTakenBack: true })).toBe(code);
  });

  test.each(Object.entries(refusedCalls))('is answered with %s', async (outcome, statement) => {
    const { rows } = await database.db.pool.query(fill(statement));
    expect(rows).toEqual([{ outcome }]);
  });
});

test('tables and functions of a session’s own that are named as the ledger’s are not written instead', async () => {
  const client = await database.db.pool.connect();
  const transfer = uuidv7();
  try {
    await client.query(`begin;
      create temporary table account as table public.account;
      create temporary table transfer (like public.transfer);
      create temporary table entry (like public.entry);
      create function pg_temp.now() returns timestamptz language sql return timestamptz '2000-01-01 00:00Z';
      create function pg_temp.ledger_write(
        postings posting[], transfer_ids uuid[], receipts json[],
        entries posting_entry[], account_ids bigint[], balances numeric[], versions bigint[]
      ) returns void language sql as 'select';
      set local search_path = pg_temp, public, pg_catalog`);
    const { rows: answers } = await client.query(fill(rightCall, transfer));
    expect(answers).toEqual([{ outcome: 'posted' }]);
    const { rows } = await client.query(
      `select
         (select sum(real.balance - shadow.balance) from public.account real join pg_temp.account shadow using (id)) as moved,
         (select count(*) from pg_temp.entry) + (select count(*) from pg_temp.transfer) as shadows,
         (select count(*) from public.entry where transfer_id = $1) as entries,
         (select created_at = pg_catalog.now() from public.transfer where id = $1) as is_of_now`,
      [transfer],
    );
    expect(rows).toEqual([{ moved: 5n, shadows: 0n, entries: 2n, is_of_now: true }]);
  } finally {
    await client.query('rollback');
    client.release(true);
  }
});

describe('as the database has it written down, the role that serves', () => {
  const ledgerTables = [
    'asset',
    'account',
    'transfer',
    'entry',
    'hold',
    'house_position',
    'wallet_transaction',
  ];

  async function list(sql: string, values: unknown[] = []): Promise<unknown[]> {
    const { rows } = await database.db.pool.query<{ name: string }>(sql, values);
    return rows.map(({ name }) => name);
  }

  test('may read the ledger’s tables and nothing else with them, column by column', async () => {
    const held = await list(
      `select relation || ' ' || privilege as name
       from unnest($1::text[]) relation,
            unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) privilege
       where has_table_privilege(relation, privilege)
          or privilege in ('INSERT', 'UPDATE', 'REFERENCES') and has_any_column_privilege(relation, privilege)`,
      [ledgerTables],
    );
    expect(held).toEqual(ledgerTables.map((table) => `${table} SELECT`));
  });

  test('may call these functions, of which each that has the owner’s rights looks where it is told', async () => {
    const functions = `from pg_proc where pronamespace = 'public'::regnamespace`;
    expect(
      await list(`select proname as name ${functions} and has_function_privilege(oid, 'EXECUTE') order by 1`),
    ).toEqual([
      'account_reading_take',
      'asset_set_offer',
      'audit_append',
      'audit_first_break',
      'balance_before',
      'begin_trade',
      'book_archive',
      'book_commit',
      'book_read',
      'book_take',
      'counted_for_level',
      'end_of_day_of',
      'end_trading',
      'first_id_at',
      'first_order_since',
      'first_trade_since',
      'has_jumped_price',
      'house_balance_at',
      'house_reach',
      'is_frozen',
      'is_trading_halted',
      'ledger_close_days',
      'ledger_lock_accounts',
      'ledger_lock_positions',
      'ledger_open_accounts',
      'ledger_post',
      'ledger_record',
      'level_of',
      'level_use',
      'market_set_state',
      'start_of_day_of',
      'trade_by',
      'trading_halt_begin',
      'trading_halt_end',
      'version_before',
    ]);
    expect(
      await list(
        `select proname as name ${functions} and prosecdef and ('search_path=public, pg_temp' = any (proconfig)) is not true`,
      ),
    ).toEqual([]);
  });

  test('is a member of no role that may do more, and owns nothing', async () => {
    expect(
      await list(
        `select rolname as name from pg_roles where pg_has_role(oid, 'MEMBER') and rolname <> 'pg_read_all_stats'`,
      ),
    ).toEqual([postgresRoles.application]);
    expect(
      await list(
        `select relname as name from pg_class where relowner = current_user::regrole and relpersistence <> 't'`,
      ),
    ).toEqual([]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createLedger } from './ledger.ts';
import { available, exposure, funding, insertPeople, payment, proveBooks } from './testing/postings.ts';

/** What the database refuses by itself, whoever writes: each rule is tried by plain SQL. */
let database: TestDatabase;
let firstId: string;
let secondId: string;
let fundingId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  [firstId = '', secondId = ''] = await insertPeople(database.db, 2);
  const ledger = createLedger(database.db);
  const first = funding(firstId, 100n);
  fundingId = first.transferId;
  await ledger.postTogether(first);
  await ledger.postTogether(funding(secondId, 50n));
  await ledger.postTogether(payment(available(firstId), available(secondId), 10n));
  await ledger.postTogether(funding(firstId, 5n, 'USD'));
});
afterEach(() => proveBooks(database.db));
afterAll(() => database.drop());

async function accountId(owner: string, asset = 'MRCY'): Promise<bigint> {
  const { rows } = await database.ownerDb.pool.query<{ id: bigint }>(
    `select id from account where owner_id = $1 and asset = $2 and kind = 'available'`,
    [owner, asset],
  );
  return rows[0]?.id ?? 0n;
}

async function houseAccountId(): Promise<bigint> {
  const { rows } = await database.ownerDb.pool.query<{ id: bigint }>(
    `select id from account where owner_id is null and asset = 'MRCY'`,
  );
  return rows[0]?.id ?? 0n;
}

interface Line {
  account: bigint;
  amount: number;
  balanceAfter: number | null;
  version: number | null;
  asset?: string;
  line?: number;
}

const changed = (line: Line, change: Partial<Line>): Line => ({ ...line, ...change });

/** Writes a transfer with these lines in one statement, as nobody but the ledger should. */
async function write(lines: readonly Line[], transferId?: string): Promise<void> {
  const id = transferId ?? uuidv7();
  const values = lines.map(({ account, amount, balanceAfter, version, asset = 'MRCY', line }, index) => {
    return `('${id}', ${line ?? index + 1}, ${account}, '${asset}', ${amount}, ${balanceAfter}, ${version})`;
  });
  const newTransfer =
    transferId === undefined
      ? `with t as (insert into transfer (id, kind) values ('${id}', 'transfer'))`
      : '';
  await database.ownerDb.pool.query(
    `${newTransfer} insert into entry (transfer_id, line, account_id, asset, amount, balance_after, account_version)
     values ${values.join(', ')}`,
  );
}

// The first has 90 at version 2, the second 60 at version 2; both are only read by the refused attempts below.
const rightLines = async (): Promise<[Line, Line]> => [
  { account: await accountId(firstId), amount: -1, balanceAfter: 89, version: 3 },
  { account: await accountId(secondId), amount: 1, balanceAfter: 61, version: 3 },
];

describe('the entries of a transfer', () => {
  test('are refused when they do not sum to zero', async () => {
    const [debit, credit] = await rightLines();
    await expect(write([debit, { ...credit, amount: 2, balanceAfter: 62 }])).rejects.toThrow('sum to zero');
  });

  test('are refused when they sum to zero only across assets', async () => {
    const [debit] = await rightLines();
    const dollars = {
      account: await accountId(firstId, 'USD'),
      asset: 'USD',
      amount: 1,
      balanceAfter: 6,
      version: 2,
    };
    await expect(write([debit, dollars])).rejects.toThrow('sum to zero');
  });

  test('are refused when they are added to an older transfer, with whatever line numbers', async () => {
    const lines = await rightLines();
    await expect(write(lines, fundingId)).rejects.toThrow('entry_pkey');
    const later = lines.map((line, index) => changed(line, { line: index + 3 }));
    await expect(write(later, fundingId)).rejects.toThrow('not written whole');
    const apart = lines.map((line, index) => changed(line, { line: index * 3 }));
    await expect(write(apart)).rejects.toThrow('not written whole');
  });

  test('are refused when one more comes with a pair that is whole', async () => {
    const lines = await rightLines();
    const further = { account: await houseAccountId(), amount: 1, balanceAfter: null, version: null };
    await expect(write([...lines, further])).rejects.toThrow('sum to zero');
  });

  test('are refused when two transfers have a half each', async () => {
    const lines = await rightLines();
    const ids = [uuidv7(), uuidv7()];
    const values = lines.map(
      ({ account, amount, balanceAfter, version }, index) =>
        `('${ids[index]}', ${index + 1}, ${account}, 'MRCY', ${amount}, ${balanceAfter}, ${version})`,
    );
    await expect(
      database.ownerDb.pool.query(
        `with t as (insert into transfer (id, kind) select id, 'transfer' from unnest('{${ids.join()}}'::uuid[]) as id)
         insert into entry (transfer_id, line, account_id, asset, amount, balance_after, account_version)
         values ${values.join(', ')}`,
      ),
    ).rejects.toThrow('sum to zero');
  });

  test('are refused in another asset than their account', async () => {
    const [debit, credit] = await rightLines();
    const asDollars = [debit, credit].map((line) => changed(line, { asset: 'USD' }));
    await expect(write(asDollars)).rejects.toThrow('entry_account_fk');
  });

  test('are refused without a transfer, and with an amount of zero', async () => {
    const lines = await rightLines();
    await expect(write(lines, uuidv7())).rejects.toThrow('entry_transfer_id_fkey');
    await expect(write(lines.map((line) => changed(line, { amount: 0 })))).rejects.toThrow(
      'entry_amount_check',
    );
  });
});

describe('a balance', () => {
  test('is refused below zero', async () => {
    const [debit, credit] = await rightLines();
    await expect(
      write([
        { ...debit, amount: -91, balanceAfter: -1 },
        { ...credit, amount: 91, balanceAfter: 151 },
      ]),
    ).rejects.toThrow('entry_balance_after_check');
  });

  test('is refused when it does not follow from the one before', async () => {
    const [debit, credit] = await rightLines();
    await expect(write([debit, { ...credit, balanceAfter: 62 }])).rejects.toThrow('does not follow');
    await expect(write([debit, { ...credit, version: 4 }])).rejects.toThrow('does not follow');
    await expect(write([debit, { ...credit, version: 2 }])).rejects.toThrow('entry_version_unique');
  });

  test('is refused when a link inside one statement is wrong, though both its ends are right', async () => {
    const [debit, credit] = await rightLines();
    await expect(
      write([
        { ...debit, amount: -3, balanceAfter: 87 },
        credit,
        { ...credit, version: 4, balanceAfter: 99 },
        { ...credit, version: 5, balanceAfter: 63 },
      ]),
    ).rejects.toThrow('does not follow');
  });

  test('is refused on an entry of the house, and its absence on a customer', async () => {
    const [debit, credit] = await rightLines();
    await expect(write([debit, { ...credit, balanceAfter: null, version: null }])).rejects.toThrow(
      'carries no balance',
    );
    const houseLine = { account: await houseAccountId(), amount: 1, balanceAfter: 1, version: 1 };
    await expect(write([debit, houseLine])).rejects.toThrow(
      /does not follow|account_of_house_has_no_balance/,
    );
  });

  test('is refused when it is changed without an entry, or when an account opens with one', async () => {
    const { pool } = database.ownerDb;
    await expect(pool.query('update account set balance = balance + 1')).rejects.toThrow(
      'moves by its entries only',
    );
    await expect(pool.query('update account set version = version + 1')).rejects.toThrow(
      'moves by its entries only',
    );
    await expect(pool.query(`delete from account where asset = 'USD'`)).rejects.toThrow(
      'moves by its entries only',
    );
    await expect(pool.query('truncate account cascade')).rejects.toThrow(/entries only|never changes/);
    await expect(
      pool.query(`insert into account (owner_id, asset, kind, balance) values ($1, 'BTC', 'available', 1)`, [
        firstId,
      ]),
    ).rejects.toThrow('opens empty');
  });

  test('moves with entries that are right', async () => {
    await write(await rightLines());
    const { rows } = await database.ownerDb.pool.query(
      `select balance, version from account where owner_id is not null and asset = 'MRCY' order by owner_id`,
    );
    expect(rows).toEqual([
      { balance: 89n, version: 3n },
      { balance: 61n, version: 3n },
    ]);
  });
});

describe('history', () => {
  test.each(['transfer', 'entry'])('refuses UPDATE, DELETE and TRUNCATE on %s', async (table) => {
    const { pool } = database.ownerDb;
    const column = table === 'transfer' ? 'kind' : 'amount';
    await expect(pool.query(`update ${table} set ${column} = ${column}`)).rejects.toThrow('never changes');
    await expect(pool.query(`delete from ${table}`)).rejects.toThrow('never changes');
    await expect(pool.query(`truncate ${table} cascade`)).rejects.toThrow('never changes');
  });

  test('refuses a second reversal of one transfer', async () => {
    const reverse = () =>
      database.ownerDb.pool.query(
        `with two as (
           insert into transfer (id, kind, reverses_id) values ($1, 'reversal', $3), ($2, 'reversal', $3) returning id
         ) select count(*) from two`,
        [uuidv7(), uuidv7(), fundingId],
      );
    await expect(reverse()).rejects.toThrow('transfer_reversed_once');
  });
});

describe('a position of the house', () => {
  const position = async () => {
    const { rows } = await database.ownerDb.pool.query<{ position: bigint }>(
      `select position from house_position where asset = 'MRCY'`,
    );
    return rows[0]?.position;
  };

  test('is what the entries of its exposure account say, and no other account of the house has one', async () => {
    const before = await position();
    const ledger = createLedger(database.db);
    await ledger.postTogether(payment(exposure(), available(firstId), 3n));
    await ledger.postTogether(payment(available(firstId), exposure(), 3n));
    await ledger.postTogether(payment(exposure(), available(secondId), 5n));
    expect(await position()).toBe((before ?? 0n) - 5n);
    const fees = { owner: 'house', asset: 'MRCY', kind: 'fees' } as const;
    await ledger.postTogether(payment(available(secondId), fees, 5n));
    expect(await position()).toBe((before ?? 0n) - 5n);
  });

  test.each([
    'update house_position set position = 0',
    'delete from house_position',
    'truncate house_position',
  ])('refuses to be changed but by entries: %s', async (statement) => {
    await expect(database.ownerDb.pool.query(statement)).rejects.toThrow('moves by its entries only');
  });
});

describe('a trade', () => {
  const insertTrade = async (quoteId: string) => {
    const ledger = createLedger(database.db);
    const transactionId = uuidv7();
    const posting = {
      transferId: uuidv7(),
      kind: 'trade',
      entries: [
        { account: available(firstId, 'USD'), amount: -1n },
        { account: exposure('MRCY'), amount: -1n },
        { account: exposure('USD'), amount: 1n },
        { account: available(firstId), amount: 1n },
      ],
      records: [
        {
          id: transactionId,
          userId: firstId,
          type: 'BUY',
          asset: 'MRCY',
          amount: 1n,
          direction: 'in',
          status: 'COMPLETED',
          state: 'completed',
        },
      ],
    } as const;
    await ledger.postTogether(posting);
    await database.ownerDb.pool.query(
      `insert into trade (id, user_id, transaction_id, transfer_id, type, from_asset, from_amount, fee, to_asset, to_amount,
                          rate_base, rate_scaled, from_price_scaled_usd, to_price_scaled_usd, usd_value, created_at)
       values ($1, $2, $3, $4, 'BUY', 'USD', 1, 0, 'MRCY', 1, 'MRCY', 1, 1, 1, 1, now())`,
      [quoteId, firstId, transactionId, posting.transferId],
    );
  };

  test('comes of a quote once', async () => {
    const quoteId = uuidv7();
    await insertTrade(quoteId);
    await expect(insertTrade(quoteId)).rejects.toMatchObject({ constraint: 'trade_pkey' });
  });

  test.each(['update trade set fee = fee', 'delete from trade', 'truncate trade'])(
    'never changes: %s',
    async (statement) => {
      await expect(database.ownerDb.pool.query(statement)).rejects.toThrow('never changes');
    },
  );
});

describe('the accounts of a person who has left', () => {
  let goneId: string;
  beforeAll(async () => {
    [goneId = ''] = await insertPeople(database.db, 1);
    const ledger = createLedger(database.db);
    await ledger.postTogether(funding(goneId, 7n));
  });
  const leave = () =>
    database.db.pool.query('update app_user set deleted_at = now() where id = $1', [goneId]);

  test('close empty only, and take nothing any more, nor can another be opened', async () => {
    await expect(leave()).rejects.toMatchObject({ constraint: 'account_closed_is_empty' });
    const ledger = createLedger(database.db);
    await ledger.postTogether(payment(available(goneId), available(firstId), 7n));
    await leave();
    const refusal = { isPosted: false, refusal: 'AccountClosed' };
    expect(await ledger.postTogether(funding(goneId, 1n))).toEqual(refusal);
    expect(await ledger.postTogether(funding(goneId, 1n, 'BTC'))).toEqual(refusal);
  });
});

import { endpoints } from '@mercury/contract/api/index.ts';
import { formatAmount } from '@mercury/contract/money/amount.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { hold, release } from '../ledger/ledger.ts';
import { proveBooks } from '../ledger/testing/postings.ts';
import { createSiblingApp, createTestApp, refused, succeeded, type TestApp } from '../test/app.ts';
import { seededRandom, seedOf } from '../test/seeded-random.ts';
import { fund, insertSignedInPeople, knowOthers, type Caller } from '../test/signed-in-people.ts';

/**
 * Promise 2: no customer's account is ever below zero, and available = balance − holds. Two processes spend and hold the same
 * money at once. Then plain SQL tries what the product never does: the serving role may do none of it, and the tables refuse what
 * is visibly wrong even to their owner. SPENDING_SEED repeats the choices.
 */
const random = seededRandom(seedOf('SPENDING_SEED'));
const roundCount = 12;
const spendersAtOnce = 40;
const fundedAmount = 100n;

let apps: readonly [TestApp, TestApp];
let owner: Caller;
let other: Caller;
const counts = { attempted: 0, acknowledged: 0, refused: 0, statementsRefused: 0 };

beforeAll(async () => {
  const first = await createTestApp();
  apps = [first, await createSiblingApp(first)];
  const [one, another] = await insertSignedInPeople(first.db, 2);
  if (one === undefined || another === undefined) throw new Error('nobody was inserted');
  [owner, other] = [one, another];
  await fund(first.db, [owner, other], fundedAmount);
});
afterEach(() => proveBooks(apps[0].db));
afterAll(async () => {
  process.stdout.write(`promise 2: seed ${random.seed}, ${JSON.stringify(counts)}\n`);
  await apps[1].close();
  await apps[0].close();
});

describe('two processes that spend and set aside the same money at once', () => {
  test(`never take more than there is, ${roundCount} rounds of ${spendersAtOnce}`, async () => {
    for (let round = 0; round < roundCount; round += 1) {
      const people = await insertSignedInPeople(apps[0].db, 2);
      const [spender, recipient] = people;
      if (spender === undefined || recipient === undefined) throw new Error('nobody was inserted');
      await fund(apps[0].db, [spender], fundedAmount);
      // Transfers to known and to new people are posted in two ways.
      if (round % 2 === 0) await knowOthers(apps[0].db, [spender], [recipient]);
      const amounts = await Promise.all(
        Array.from({ length: spendersAtOnce }, (_, index) => {
          const app = apps[index % 2 === 0 ? 0 : 1];
          const amount = BigInt(1 + random.below(60));
          return random.below(3) === 0
            ? setAside(app, spender, amount)
            : send(app, spender, recipient, amount);
        }),
      );
      const sum = (of: 'sent' | 'held') => amounts.reduce((total, taken) => total + taken[of], 0n);
      const left = fundedAmount - sum('sent') - sum('held');
      expect(left).toBeGreaterThanOrEqual(0n);
      expect(await walletOf(spender)).toEqual({
        balance: units(fundedAmount - sum('sent')),
        availableBalance: units(left),
      });
    }
  }, 60_000);

  test('nor does a hold that is given back twice at once come back twice', async () => {
    const request = { holdId: uuidv7(), owner: owner.userId, asset: 'MRCY', amount: 60n } as const;
    await inTransaction(apps[0].db, (trx) => hold(trx, request));
    expect(await walletOf(owner)).toEqual({ balance: units(100n), availableBalance: units(40n) });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        inTransaction(apps[index % 2 === 0 ? 0 : 1].db, (trx) =>
          release(trx, { holdId: request.holdId, transferId: uuidv7() }),
        ),
      ),
    );
    counts.attempted += outcomes.length;
    expect(outcomes.filter(({ isPosted }) => isPosted)).toHaveLength(1);
    counts.acknowledged += 1;
    counts.refused += outcomes.length - 1;
    expect(await walletOf(owner)).toEqual({ balance: units(100n), availableBalance: units(100n) });
  });

  interface Taken {
    readonly sent: bigint;
    readonly held: bigint;
  }

  function note(isDone: boolean, taken: Taken): Taken {
    counts.attempted += 1;
    counts[isDone ? 'acknowledged' : 'refused'] += 1;
    return isDone ? taken : { sent: 0n, held: 0n };
  }

  async function send(app: TestApp, from: Caller, to: Caller, amount: bigint): Promise<Taken> {
    const reply = await app.call('POST', '/wallets/transfer', {
      token: from.token,
      body: { recipientAddress: to.walletAddress, amount: units(amount) },
      headers: { 'idempotency-key': uuidv7() },
    });
    const isSent = reply.status === 200;
    if (!isSent && refused(reply).error !== 'InsufficientBalance')
      throw new Error(JSON.stringify(reply.body));
    return note(isSent, { sent: amount, held: 0n });
  }

  async function setAside({ db }: TestApp, { userId }: Caller, amount: bigint): Promise<Taken> {
    const request = { holdId: uuidv7(), owner: userId, asset: 'MRCY', amount } as const;
    const { isPosted } = await inTransaction(db, (trx) => hold(trx, request), { attemptsMax: 10 });
    return note(isPosted, { sent: 0n, held: amount });
  }
});

function units(amount: bigint): string {
  return formatAmount({ asset: 'MRCY', minorUnits: amount });
}

async function walletOf({ token }: Caller): Promise<{ balance: string; availableBalance: string }> {
  const reply = await apps[1].call('GET', '/wallets/balance', { token });
  const { balance, availableBalance } = succeeded(endpoints.getBalance, reply).wallet;
  return { balance, availableBalance };
}

interface Attempt {
  readonly what: string;
  /** $account stands for the owner's account; $user, $other and $transfer for ids. */
  readonly sql: string;
  /** From the tables to their owner. Without it only the role protects them. */
  readonly complaint?: RegExp;
}

const attempts: readonly Attempt[] = [
  {
    what: 'takes from a balance',
    sql: 'update account set balance = balance - 1 where id = $account',
    complaint: /moves by its entries only/,
  },
  {
    what: 'adds to a balance',
    sql: 'update account set balance = balance + 1 where id = $account',
    complaint: /moves by its entries only/,
  },
  {
    what: 'counts a version on',
    sql: 'update account set version = version + 1 where id = $account',
    complaint: /moves by its entries only/,
  },
  {
    what: 'gives an account away',
    sql: 'update account set owner_id = null where id = $account',
    complaint: /entries only|stays its owner/,
  },
  {
    what: 'removes an account',
    sql: 'delete from account where id = $account',
    complaint: /moves by its entries only/,
  },
  {
    what: 'opens an account that is not empty',
    sql: `insert into account (owner_id, asset, kind, balance) values ('$user', 'BTC', 'held', 1)`,
    complaint: /opens empty/,
  },
  {
    what: 'sets what a session may set, and takes',
    sql: `select set_config('mercury.moves_accounts', 'yes', true); update account set balance = 0 where id = $account`,
    complaint: /moves by its entries only/,
  },
  { what: 'takes in a trigger', sql: deepUpdate('balance = balance - 1') },
  { what: 'adds in a trigger', sql: deepUpdate('balance = balance + 1') },
  { what: 'counts a version on in a trigger', sql: deepUpdate('version = version + 1') },
  {
    what: 'gives an account away in a trigger',
    sql: deepUpdate(`owner_id = '$other'`),
    complaint: /stays its owner/,
  },
  {
    what: 'makes it another asset in a trigger',
    sql: deepUpdate(`asset = 'BTC'`),
    complaint: /stays its owner/,
  },
  {
    what: 'takes below zero in a trigger',
    sql: deepUpdate('balance = balance - 101'),
    complaint: /account_not_below_zero/,
  },
  {
    what: 'writes an entry below zero',
    sql: entryOf('-101', '-1'),
    complaint: /entry_balance_after_check/,
  },
  {
    what: 'writes an entry that hides what it takes',
    sql: entryOf('-101', '100'),
    complaint: /does not follow/,
  },
  {
    what: 'writes an entry that forgets the balance',
    sql: entryOf('-1', 'null::numeric'),
    complaint: /entry_has_balance_with_version/,
  },
];

/** Another table's trigger that writes accounts, as deep as the one that may. */
function deepUpdate(change: string): string {
  return `create temporary table bystander (id integer);
    create function pg_temp.meddle() returns trigger language plpgsql as
      'begin update account set ${change.replaceAll("'", "''")} where id = $account; return null; end';
    create trigger meddles after insert on bystander for each row execute function pg_temp.meddle();
    insert into bystander values (1)`;
}

/** A transfer to the house, by hand. */
function entryOf(amount: string, balanceAfter: string): string {
  return `with made as (insert into transfer (id, kind) values ('$transfer', 'adjustment'))
    insert into entry (transfer_id, line, account_id, asset, amount, balance_after, account_version)
    select '$transfer'::uuid, 1, id, asset, ${amount}, ${balanceAfter}, version + 1 from account where id = $account
    union all
    select '$transfer'::uuid, 2, id, asset, -(${amount}), null, null from account
    where owner_id is null and asset = 'MRCY' and kind = 'rail_clearing'`;
}

async function statementOf({ sql }: Attempt): Promise<string> {
  const { rows } = await apps[0].db.pool.query<{ id: bigint }>(
    `select id from account where owner_id = $1 and asset = 'MRCY' and kind = 'available'`,
    [owner.userId],
  );
  return sql
    .replaceAll('$account', String(rows[0]?.id))
    .replaceAll('$user', owner.userId)
    .replaceAll('$other', other.userId)
    .replaceAll('$transfer', uuidv7());
}

async function expectUntouched(): Promise<void> {
  counts.statementsRefused += 1;
  expect(await walletOf(owner)).toEqual({ balance: units(100n), availableBalance: units(100n) });
}

describe('the role that serves may not do what', () => {
  test.each(attempts.map((attempt) => [attempt.what, attempt] as const))('%s', async (_what, attempt) => {
    const refusal = apps[0].db.pool.query(await statementOf(attempt));
    await expect(refusal).rejects.toThrow(/^permission denied for table (account|transfer|entry)$/);
    await expectUntouched();
  });
});

describe('the tables refuse by themselves, also their owner, what', () => {
  const complainedOf = attempts.flatMap((attempt) =>
    attempt.complaint === undefined ? [] : [[attempt.what, attempt, attempt.complaint] as const],
  );
  test.each(complainedOf)('%s', async (_what, attempt, complaint) => {
    const refusal = apps[0].ownerDb.pool.query(await statementOf(attempt));
    await expect(refusal).rejects.toThrow(complaint);
    await expectUntouched();
  });
});

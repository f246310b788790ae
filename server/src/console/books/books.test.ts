import * as books from '@mercury/contract/console/books.ts';
import type { StaffRole } from '@mercury/contract/console/permissions.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { houseId } from '../../features/house-quotes/house.ts';
import { encodeCursor } from '../../http/cursor.ts';
import { checkLedger, closeDays, hold, post } from '../../ledger/ledger.ts';
import { createTestApp, type TestApp, type TestReply } from '../../test/app.ts';
import { createTestQuoter } from '../../test/house-quotes.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { callConsole, consoleSuccess, makeStaff, newestEntry } from '../test/console-client.ts';

let testApp: TestApp;
let ada: SignedInPerson;
let grace: SignedInPerson;
const tokens: Partial<Record<StaffRole, string>> = {};

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  [ada, grace] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  tokens.treasurer = (await makeStaff(testApp, 'treasurer')).token;
  await giveMoney(testApp, ada, 'MRCY', '100');
  await giveMoney(testApp, ada, 'BTC', '0.5');
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

function call(
  endpoint: { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' },
  path: `/${string}`,
): Promise<TestReply> {
  return callConsole(testApp, { method: endpoint.method, path }, { token: tokens.treasurer ?? '' });
}

async function trialBalance() {
  return consoleSuccess(books.getTrialBalance, await call(books.getTrialBalance, '/books/trial-balance'));
}

async function accountsOf(person: string) {
  const reply = await call(books.findBookAccounts, `/books/accounts?person=${encodeURIComponent(person)}`);
  return consoleSuccess(books.findBookAccounts, reply).accounts;
}

async function entriesOf(id: string, cursor?: string) {
  const query = cursor === undefined ? '' : `?cursor=${cursor}`;
  return consoleSuccess(
    books.listBookEntries,
    await call(books.listBookEntries, `/books/accounts/${id}/entries${query}`),
  );
}

/** From the house's fees to a person, one by one. */
async function payOften(person: SignedInPerson, count: number): Promise<void> {
  await inTransaction(testApp.db, async (trx) => {
    await post(
      trx,
      Array.from({ length: count }, () => ({
        transferId: uuidv7(),
        kind: 'adjustment' as const,
        entries: [
          {
            account: { owner: 'house' as const, asset: 'MRCY' as const, kind: 'fees' as const },
            amount: -1n,
          },
          {
            account: { owner: person.user.id, asset: 'MRCY' as const, kind: 'available' as const },
            amount: 1n,
          },
        ],
      })),
    );
  });
}

describe('the trial balance', () => {
  /** As a bug would. */
  const damage = (units: number) =>
    inTransaction(testApp.ownerDb, async ({ client }) => {
      await client.query('set local session_replication_role = replica');
      await client.query(
        `update account set balance = balance + $1 where owner_id = $2 and asset = 'BTC' and kind = 'held'`,
        [units, ada.user.id],
      );
    });

  it('has each kind of account, sums to zero, and tells what the rail holds', async () => {
    await inTransaction(testApp.db, (trx) =>
      hold(trx, { holdId: uuidv7(), owner: ada.user.id, asset: 'BTC', amount: 10_000_000n }),
    );
    await testApp.db.pool.query(
      `insert into sandbox_payment (id, address, asset, amount, confirmations, confirmations_needed)
       values ($1, 'x', 'BTC', 60000000, 2, 2), ($2, 'x', 'BTC', 5000000, 1, 2)`,
      [uuidv7(), uuidv7()],
    );
    await testApp.db.pool.query(
      `insert into sandbox_payout (id, withdrawal_id, asset, amount, address) values ($1, $1, 'BTC', 20000000, 'x')`,
      [uuidv7()],
    );
    const { assets } = await trialBalance();
    const btc = assets.find(({ currency }) => currency === 'BTC');
    expect(btc).toMatchObject({
      sum: '0.00000000',
      heldWithoutHolds: '0.00000000',
      isRight: true,
      liabilities: '0.50000000',
      railHolds: '0.40000000',
    });
    expect(btc?.lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['customers_free', '0.40000000'],
      ['customers_in_orders', '0.00000000'],
      ['customers_held', '0.10000000'],
      ['rail_clearing', '-0.50000000'],
    ]);
    expect(assets.find(({ currency }) => currency === 'MRCY')?.railHolds, 'no chain').toBeNull();
  });

  it('tells a balance that its entries don’t have from the next reading of all accounts on', async () => {
    const right = await trialBalance();
    await damage(3);
    expect((await trialBalance()).assets, 'not read since').toEqual(right.assets);
    await runJob(testApp, 'read-accounts', {});
    const wrong = await trialBalance();
    expect(wrong.assets.find(({ currency }) => currency === 'BTC')).toMatchObject({
      sum: '0.00000003',
      heldWithoutHolds: '0.00000003',
      isRight: false,
      liabilities: '0.50000003',
    });
    expect(Date.parse(wrong.readAt)).toBeGreaterThan(Date.parse(right.readAt));
    await damage(-3);
    const { check } = consoleSuccess(
      books.startBooksCheck,
      await call(books.startBooksCheck, '/books/check'),
    );
    await runJob(testApp, 'check-books', { checkId: check.id });
    await expect
      .poll(async () => (await trialBalance()).assets, { message: 'a proof reads them too' })
      .toEqual(right.assets);
    await testApp.db.pool.query('delete from books_check');
  });

  it('is never right for a currency that came after the last reading: it is read first', async () => {
    await trialBalance();
    await testApp.ownerDb.pool.query(`delete from account_reading where asset = 'BTC'`);
    await damage(5);
    const { assets } = await trialBalance();
    await damage(-5);
    await runJob(testApp, 'read-accounts', {});
    expect(assets.find(({ currency }) => currency === 'BTC')).toMatchObject({
      sum: '0.00000005',
      isRight: false,
    });
  });

  it.each([
    'update account_reading set sum = 0',
    `insert into account_reading (asset, read_at, sum, held_without_holds) values ('BTC', now(), 0, 0)`,
    'delete from account_reading',
  ])('is held against sums that the role that serves can not write: %s', async (statement) => {
    await expect(testApp.db.pool.query(statement)).rejects.toThrow(
      'permission denied for table account_reading',
    );
  });

  it('is saved as CSV, which is written down', async () => {
    const reply = await call(books.exportTrialBalance, '/books/trial-balance.csv');
    expect(reply.status).toBe(200);
    expect(String(reply.body)).toContain('BTC,customers_held,0.10000000,,');
    expect(String(reply.body)).toContain('BTC,sum,0.00000000,,');
    // A spreadsheet leaves out of a sum what is text to it.
    expect(String(reply.body)).toContain('BTC,rail_clearing,-0.50000000,');
    expect(await newestEntry(testApp)).toMatchObject({ action: 'books.export', role: 'treasurer' });
  });
});

it('what the house has in order books is none of what customers have', async () => {
  await openMarket(testApp);
  const before = await trialBalance();
  await (await createTestQuoter(testApp)).look();
  const { rowCount } = await testApp.db.pool.query(
    `select from account where owner_id = $1 and asset = 'MRCY' and reserved > 0`,
    [houseId],
  );
  expect(rowCount).toBe(1);
  const { assets } = await trialBalance();
  const mrcy = assets.find(({ currency }) => currency === 'MRCY');
  expect(mrcy?.lines).toContainEqual(
    expect.objectContaining({ kind: 'house_trading', accountId: expect.any(String) as string }),
  );
  expect(mrcy?.lines).toContainEqual(
    expect.objectContaining({ kind: 'customers_in_orders', amount: '0.00000000' }),
  );
  expect(mrcy).toMatchObject({
    isRight: true,
    liabilities: before.assets.find(({ currency }) => currency === 'MRCY')?.liabilities,
  });
});

describe('an account', () => {
  it('is found by username, wallet address or id, and looking is written down', async () => {
    for (const name of [ada.username, ada.user.walletAddress, ada.user.id]) {
      const found = await accountsOf(name);
      expect(
        found.map(({ currency, kind, balance }) => [currency, kind, balance].join(' ')).toSorted(),
      ).toEqual(['BTC available 0.40000000', 'BTC held 0.10000000', 'MRCY available 100.00000000']);
    }
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'books.read_person',
      subject_id: ada.user.id,
    });
    expect((await call(books.findBookAccounts, '/books/accounts?person=nobody_here')).status).toBe(404);
  });

  it('is found by email where the role may see one', async () => {
    const path = `/books/accounts?person=${encodeURIComponent(ada.user.email)}` as const;
    const asAuditor = { token: (await makeStaff(testApp, 'auditor')).token };
    expect((await call(books.findBookAccounts, path)).status).toBe(404);
    expect((await callConsole(testApp, { method: 'GET', path }, asAuditor)).status).toBe(200);
    const body = { template: 'credit_person', person: ada.user.email, currency: 'MRCY', amount: '1' };
    const proposing = { token: tokens.treasurer ?? '', body: { ...body, reason: 'A test' } };
    expect((await callConsole(testApp, books.proposePosting, proposing)).status).toBe(404);
  });

  it('of a person shows its entries by pages, with the balance after each', async () => {
    await payOften(grace, 120);
    const [account] = await accountsOf(grace.username);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 3; pages += 1) {
      const page = await entriesOf(account?.id ?? '', cursor);
      seen.push(...page.entries.map(({ balanceAfter }) => balanceAfter));
      cursor = page.nextCursor ?? undefined;
    }
    expect(cursor).toBeUndefined();
    expect(seen).toHaveLength(120);
    expect([seen[0], seen[50], seen.at(-1)]).toEqual(['0.00000120', '0.00000070', '0.00000001']);
    expect(
      (await call(books.listBookEntries, `/books/accounts/${account?.id}/entries?cursor=x`)).status,
    ).toBe(400);
    expect((await call(books.listBookEntries, '/books/accounts/999999/entries')).status).toBe(404);
  });

  it('of a person is not read unseen, whatever page is asked for first', async () => {
    const [account] = await accountsOf(ada.username);
    const { entries } = await entriesOf(account?.id ?? '', encodeCursor(uuidv7()));
    expect(entries).not.toEqual([]);
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'books.read_account',
      subject_id: ada.user.id,
    });
  });

  it('of the house has a running balance too, across days that are closed', async () => {
    const fees = async () => {
      const { assets } = await trialBalance();
      return assets.find(({ currency }) => currency === 'MRCY')?.lines.find(({ kind }) => kind === 'fees')
        ?.accountId;
    };
    const id = (await fees()) ?? '';
    // As if some of it had been posted three days ago.
    await inTransaction(testApp.db, (trx) =>
      post(
        trx,
        Array.from({ length: 3 }, (_each, day) => ({
          transferId: uuidv7({ msecs: Date.now() - (day + 2) * 86_400_000 }),
          kind: 'adjustment' as const,
          entries: [
            {
              account: { owner: 'house' as const, asset: 'MRCY' as const, kind: 'fees' as const },
              amount: 1000n,
            },
            {
              account: { owner: 'house' as const, asset: 'MRCY' as const, kind: 'rail_clearing' as const },
              amount: -1000n,
            },
          ],
        })),
      ),
    );
    const before = await allBalances(id);
    await closeDays(testApp.db);
    await closeDays(testApp.db);
    const { rowCount } = await testApp.db.pool.query('select from house_balance where account_id = $1', [id]);
    expect(rowCount).toBe(3);
    expect(await allBalances(id)).toEqual(before);
    expect(before).toHaveLength(123);
    expect([before[0], before.at(-1)]).toEqual(['0.00002880', '0.00001000']);
    expect((await entriesOf(id)).account.balance).toBe('0.00002880');
  });

  async function allBalances(id: string): Promise<string[]> {
    const balances: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await entriesOf(id, cursor);
      balances.push(...page.entries.map(({ balanceAfter }) => balanceAfter));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return balances;
  }

  it('is saved as CSV, newest first, which is written down', async () => {
    const [account] = await accountsOf(grace.username);
    const reply = await call(books.exportBookEntries, `/books/accounts/${account?.id}/entries.csv`);
    const lines = String(reply.body).trim().split('\r\n');
    expect(lines).toHaveLength(121);
    expect(lines[1]).toMatch(/,adjustment,MRCY,0\.00000001,0\.00000120$/);
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'books.export_account',
      subject_id: grace.user.id,
      after: { account: account?.id },
    });
    const { assets } = await trialBalance();
    const ofRail = assets.flatMap(({ lines: kinds }) => kinds).find(({ kind }) => kind === 'rail_clearing');
    const house = await call(books.exportBookEntries, `/books/accounts/${ofRail?.accountId}/entries.csv`);
    expect(String(house.body)).toMatch(/,-[0-9.]+,-[0-9.]+\r\n/);
    expect(await newestEntry(testApp)).toMatchObject({ subject_id: ofRail?.accountId });
  });
});

describe('a transfer', () => {
  it('shows its sides, its cause, whose accounts they are, and can be reversed', async () => {
    const sent = await testApp.call('POST', '/wallets/transfer', {
      token: ada.token,
      body: { recipientAddress: grace.user.walletAddress, amount: '10', note: 'rent' },
    });
    const [account] = await accountsOf(grace.username);
    const [entry] = (await entriesOf(account?.id ?? '')).entries;
    const reply = await call(books.getBookTransfer, `/books/transfers/${entry?.transferId}`);
    const { transfer } = consoleSuccess(books.getBookTransfer, reply);
    expect(transfer).toMatchObject({ kind: 'transfer', reverses: null, reversedBy: null, canReverse: true });
    expect(transfer.sides.map(({ owner, amount }) => [owner?.username, amount])).toEqual([
      [ada.username, '-10.00000000'],
      [grace.username, '10.00000000'],
    ]);
    expect(transfer.causes).toContainEqual({
      kind: 'history',
      id: sent.body.transaction.id,
      person: { userId: ada.user.id, username: ada.username },
      detail: 'TRANSFER',
    });
    expect(await newestEntry(testApp)).toMatchObject({
      action: 'books.read_transfer',
      subject_id: transfer.id,
    });
    expect((await call(books.getBookTransfer, `/books/transfers/${uuidv7()}`)).status).toBe(404);
  });

  it('that opened a hold names the one that closes it, and is not reversed from here', async () => {
    const { rows } = await testApp.db.pool.query<{ id: string }>('select id from hold limit 1');
    const reply = await call(books.getBookTransfer, `/books/transfers/${rows[0]?.id}`);
    expect(consoleSuccess(books.getBookTransfer, reply).transfer).toMatchObject({
      kind: 'hold',
      holdPartner: null,
      canReverse: false,
    });
  });
});

describe('a proof of the books', () => {
  it('runs apart from the page, once at a time, and keeps its progress and its findings', async () => {
    expect(
      consoleSuccess(books.getBooksCheck, await call(books.getBooksCheck, '/books/check')).check,
    ).toBeNull();
    await testApp.db.pool.query(
      `insert into books_check (id, asked_by, rules_total) values ($1, 'somebody', 10)`,
      [uuidv7()],
    );
    const refused = await call(books.startBooksCheck, '/books/check');
    expect([refused.status, refused.body.error]).toEqual([409, 'CheckRunning']);
    await testApp.db.pool.query(`update books_check set ended_at = now(), outcome = 'failed'`);
    const started = consoleSuccess(books.startBooksCheck, await call(books.startBooksCheck, '/books/check'));
    expect(started.check).toMatchObject({ rulesDone: 0, outcome: null });
    expect(await newestEntry(testApp)).toMatchObject({ action: 'books.check' });
    // A repeat of its job finds that it has ended.
    await runJob(testApp, 'check-books', { checkId: started.check.id });
    await expect
      .poll(
        async () =>
          consoleSuccess(books.getBooksCheck, await call(books.getBooksCheck, '/books/check')).check,
      )
      .toMatchObject({
        id: started.check.id,
        outcome: 'right',
        rulesDone: started.check.rulesTotal,
        findings: [],
        counts: { entries: expect.stringMatching(/^[1-9]\d+$/) },
      });
  });
});

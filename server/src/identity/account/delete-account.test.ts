import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { balancesOf } from '../../ledger/testing/balances.ts';
import { isSignedIn, signInAgain } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { defineLevel, removeLevels } from '../../test/levels.ts';
import {
  balanceOf,
  confirmPaymentsOf,
  openTestTopUp,
  makeFundedPerson,
  runJob,
  topUpIdOf,
} from '../../test/money.ts';
import {
  makePerson,
  newRegistration,
  registerVerifiedPerson,
  type SignedInPerson,
} from '../../test/person.ts';
import { codeOf, giveAuthenticator } from '../../test/two-factor.ts';

let testApp: TestApp;
let payer: SignedInPerson;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  payer = await makeFundedPerson(testApp, '100');
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(async () => {
  const { findings } = await checkLedger(testApp.db);
  await testApp.close();
  expect(findings).toEqual([]);
});

function remove(who: SignedInPerson, body: object = {}) {
  return testApp.call('DELETE', '/users/account', {
    token: who.token,
    body: { password: who.password, ...body },
  });
}

function pay(recipient: SignedInPerson, amount: string) {
  return testApp.call('POST', '/wallets/transfer', {
    token: payer.token,
    body: { recipientAddress: recipient.user.walletAddress, amount },
  });
}

async function rowOf(userId: string) {
  const { rows } = await testApp.db.pool.query('select * from app_user where id = $1', [userId]);
  return rows[0];
}

describe('deleting an account', () => {
  test('ends every session, and answers nobody’s sign-in any more', async () => {
    const elsewhere = await signInAgain(testApp, person);
    expect(succeeded(endpoints.deleteAccount, await remove(person)).message).toBe(
      'Account deleted successfully',
    );
    expect(await isSignedIn(testApp, person.token)).toBe(false);
    expect(await isSignedIn(testApp, elsewhere)).toBe(false);
    const { email, username, password } = person;
    for (const name of [{ email }, { username }]) {
      expect((await testApp.call('POST', '/auth/login', { body: { ...name, password } })).status).toBe(401);
    }
  });

  test('leaves nothing that names the person, in any table', async () => {
    // Of whoever really registered, more is written down.
    person = await registerVerifiedPerson(testApp);
    await testApp.call('PUT', '/users/profile', { token: person.token, body: { name: 'Ada Lovelace' } });
    await testApp.call('POST', '/contacts', {
      token: person.token,
      body: { name: 'Charles Babbage', walletAddress: payer.user.walletAddress },
    });
    await testApp.call('POST', '/notices/read', { token: person.token, body: { upTo: new Date() } });
    await testApp.call('PUT', '/notices/choices', {
      token: person.token,
      body: { subject: 'trades', channel: 'mail', isOn: true },
    });
    const authenticator = await giveAuthenticator(testApp, person);
    await testApp.db.pool.query(`update app_user set phrase = 'blue heron' where id = $1`, [person.user.id]);
    await testApp.db.pool.query(
      'insert into paid_recipient (user_id, address, is_proved) values ($1, $2, true)',
      [person.user.id, payer.user.walletAddress],
    );
    await testApp.db.pool.query(
      `insert into idempotency (owner_id, key, fingerprint, reply) values ($1, 'withdraw 1', '', '{"name": "Ada"}')`,
      [person.user.id],
    );
    succeeded(endpoints.deleteAccount, await remove(person, { twoFactorCode: codeOf(authenticator) }));
    expect(await rowOf(person.user.id)).toMatchObject({
      username: expect.stringMatching(/^deleted_[0-9a-f]{24}$/),
      email: expect.stringMatching(/^deleted_[0-9a-f]{24}@deleted\.invalid$/),
      email_verified_at: null,
      name: 'deleted',
      phrase: null,
      notice_choices: {},
      two_factor_enabled_at: null,
      deleted_at: expect.any(Date),
    });
    expect(await tablesThatName(person.user.id)).toEqual(['account']);
  });

  test('frees its level, which can be removed then', async () => {
    const id = await defineLevel(testApp, 'Known', {});
    await testApp.db.pool.query('update app_user set level_id = $2 where id = $1', [person.user.id, id]);
    succeeded(endpoints.deleteAccount, await remove(person));
    expect(await rowOf(person.user.id)).toMatchObject({ level_id: null });
    await removeLevels(testApp);
  });

  test('frees its username and its email for somebody new', async () => {
    succeeded(endpoints.deleteAccount, await remove(person));
    const { username, email } = person;
    const successor = await registerVerifiedPerson(testApp, { username, email });
    expect(successor.user.id).not.toBe(person.user.id);
  });

  test('mails the address once more, after which it is written nowhere', async () => {
    person = await registerVerifiedPerson(testApp);
    succeeded(endpoints.deleteAccount, await remove(person));
    await vi.waitFor(
      async () => {
        const { rows } = await testApp.db.pool.query('select from outgoing_mail where recipient = $1', [
          person.email,
        ]);
        expect(rows).toEqual([]);
      },
      { timeout: 10_000 },
    );
    const mails = await testApp.mailsTo(person.email);
    expect(mails[0]?.subject).toBe('Your Mercury account was deleted');
    expect(mails[0]?.text).toContain(person.username);
  });

  test('keeps the reason, without whom and without when', async () => {
    const reason = `Moving on from ${person.user.id.slice(0, 8)}.`;
    succeeded(endpoints.deleteAccount, await remove(person, { reason }));
    const { rows } = await testApp.db.pool.query<{ id: string; created_at: Date; is_a_day: boolean }>(
      `select id, created_at = date_trunc('day', created_at) as is_a_day from account_deletion where reason = $1`,
      [reason],
    );
    expect(rows).toMatchObject([{ is_a_day: true }]);
    // Version 4: random, where a version 7 would tell the millisecond.
    expect(rows[0]?.id.charAt(14)).toBe('4');
  });

  test('wants the password, and the code where two-factor is on', async () => {
    expect(refused(await remove(person, { password: 'wrong' })).error).toBe('WrongPassword');
    const authenticator = await giveAuthenticator(testApp, person);
    expect(refused(await remove(person)).error).toBe('TwoFactorCodeRequired');
    expect(refused(await remove(person, { twoFactorCode: '000000' })).error).toBe('InvalidTwoFactorCode');
    succeeded(endpoints.deleteAccount, await remove(person, { twoFactorCode: codeOf(authenticator) }));
  });
});

describe('an account with money', () => {
  test('is not deleted, and stays as it is', async () => {
    await pay(person, '1');
    for (const givesUpLeftovers of [false, true]) {
      expect(refused(await remove(person, { givesUpLeftovers }))).toMatchObject({
        status: 422,
        error: 'AccountHasMoney',
      });
    }
    expect(await balanceOf(testApp, person)).toBe('1.00000000');
  });

  test('is deleted where it is less than can be withdrawn and is given up: the house earns it', async () => {
    await pay(person, '0.99999999');
    expect(refused(await remove(person)).error).toBe('AccountHasMoney');
    succeeded(endpoints.deleteAccount, await remove(person, { givesUpLeftovers: true }));
    const { rows } = await testApp.db.pool.query<{ amount: bigint }>(
      `select entry.amount from entry
       join account on account.id = entry.account_id and account.kind = 'fees'
       join transfer on transfer.id = entry.transfer_id and transfer.kind = 'adjustment'
       where exists (
         select from entry debit join account mine on mine.id = debit.account_id
         where debit.transfer_id = entry.transfer_id and mine.owner_id = $1
       )`,
      [person.user.id],
    );
    expect(rows).toEqual([{ amount: 99_999_999n }]);
  });

  test('is not deleted while a top-up of it is open', async () => {
    await openTestTopUp(testApp, person, '10');
    expect(refused(await remove(person, { givesUpLeftovers: true }))).toMatchObject({
      status: 422,
      error: 'AccountHasUnfinishedTransactions',
    });
  });
});

describe('money that is on its way to an account as it is deleted', () => {
  test('stays with its sender, once the account has closed before it', async () => {
    const client = await testApp.ownerDb.pool.connect();
    await client.query('begin');
    // As a deletion does, which locks the person before their accounts.
    await client.query('select from app_user where id = $1 for update', [person.user.id]);
    const paying = pay(person, '1');
    await untilWaiting(postingCall);
    await client.query('update app_user set deleted_at = now() where id = $1', [person.user.id]);
    await client.query('commit');
    client.release();
    expect(refused(await paying)).toMatchObject({ status: 422, error: 'RecipientNotFound' });
  });

  test('is never lost, whoever comes first', async () => {
    const rounds = 8;
    const counted = { paid: 0, 'not paid': 0, deleted: 0, 'not deleted': 0 };
    for (let round = 0; round < rounds; round += 1) {
      const leaver = await makePerson(testApp);
      const payThrice = () => Promise.all(Array.from({ length: 3 }, () => pay(leaver, '0.01')));
      const [deletion, payments] = await meetAtTheAccount(leaver, {
        payments: payThrice,
        isDeletionFirst: round % 2 === 0,
      });
      const isDeleted = deletion.status === 200;
      const paidCount = payments.filter(({ status }) => status === 200).length;
      counted[isDeleted ? 'deleted' : 'not deleted'] += 1;
      counted.paid += paidCount;
      counted['not paid'] += payments.length - paidCount;
      // Whoever is gone has nothing; whoever has something is there.
      expect(paidCount).toBe(isDeleted ? 0 : 3);
      expect(await balancesOf(testApp.db, leaver.user.id)).toMatchObject([
        { available: isDeleted ? 0n : 3_000_000n },
      ]);
      const others = payments.filter(({ status }) => status !== 200);
      expect(others.every(({ body }) => body.error === 'RecipientNotFound')).toBe(true);
    }
    process.stdout.write(`deletions against payments, ${rounds} rounds: ${JSON.stringify(counted)}\n`);
    expect(counted).toEqual({ paid: 12, 'not paid': 12, deleted: 4, 'not deleted': 4 });
  });

  test('does not wait for a payment of less than a cent, which nobody can claim', async () => {
    const topUp = await openTestTopUp(testApp, person, '57');
    await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
      body: { currency: 'USDT', amount: '0.001' },
    });
    expect(refused(await remove(person)).error).toBe('AccountHasUnfinishedTransactions');
    await confirmPaymentsOf(testApp, topUp);
    await testApp.db.pool.query(
      `update topup set created_at = created_at - interval '1 hour', expires_at = now() where transaction_id = $1`,
      [topUp.transactionId],
    );
    await runJob(testApp, 'expire-top-up', { topUpId: await topUpIdOf(testApp, topUp) });
    expect((await remove(person)).status).toBe(200);
  });

  test('waits for a claim that is offered', async () => {
    const topUp = await openTestTopUp(testApp, person, '57');
    await testApp.call('POST', `/sandbox/payments/${topUp.paymentToken}/pay`, {
      body: { currency: 'BTC', sentCurrency: 'USDT', amount: '0.01' },
    });
    await confirmPaymentsOf(testApp, topUp);
    await testApp.db.pool.query(
      `update topup set created_at = created_at - interval '1 hour', expires_at = now() where transaction_id = $1`,
      [topUp.transactionId],
    );
    await runJob(testApp, 'expire-top-up', { topUpId: await topUpIdOf(testApp, topUp) });
    expect(refused(await remove(person)).error).toBe('AccountHasUnfinishedTransactions');
  });

  test('never comes from a top-up: it is refused to who has left', async () => {
    const [topUp, deletion] = await Promise.all([
      testApp.call('POST', '/wallets/topup', {
        token: person.token,
        body: { amount: '10', currency: 'USD', paymentMethod: 'CRYPTO' },
      }),
      remove(person),
    ]);
    expect([
      [201, 422],
      [401, 200],
    ]).toContainEqual([topUp.status, deletion.status]);
  });

  test('finds nobody at the address from then on, also by somebody’s contact, which stays', async () => {
    const contact = await testApp.call('POST', '/contacts', {
      token: payer.token,
      body: { name: newRegistration().username, walletAddress: person.user.walletAddress },
    });
    succeeded(endpoints.deleteAccount, await remove(person));
    expect(refused(await pay(person, '1')).error).toBe('RecipientNotFound');
    const kept = await testApp.call('GET', `/contacts/${contact.body.contact.id}`, { token: payer.token });
    expect(kept.status).toBe(200);
  });
});

/** The tables that still have a row of somebody's, by any column that could say so. */
async function tablesThatName(userId: string): Promise<string[]> {
  const { rows: columns } = await testApp.ownerDb.pool.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and column_name in ('user_id', 'owner_id') order by table_name`,
  );
  const named: string[] = [];
  for (const { table_name, column_name } of columns) {
    const { rowCount } = await testApp.ownerDb.pool.query(
      `select from ${table_name} where ${column_name} = $1`,
      [userId],
    );
    if (rowCount !== 0) named.push(table_name);
  }
  return named;
}

/** Has a deletion and payments wait for somebody's account, in either order, and then lets them go. */
async function meetAtTheAccount<Payments>(
  leaver: SignedInPerson,
  { payments, isDeletionFirst }: { payments: () => Promise<Payments>; isDeletionFirst: boolean },
): Promise<[TestReply, Payments]> {
  const client = await testApp.ownerDb.pool.connect();
  await client.query('begin');
  await client.query('select from account where owner_id = $1 for no key update', [leaver.user.id]);
  const early = isDeletionFirst ? undefined : payments();
  if (early !== undefined) await untilWaiting(postingCall);
  const deletion = remove(leaver);
  await untilWaiting(deletionCall);
  const paying = early ?? payments();
  await untilWaiting(postingCall);
  await client.query('commit');
  client.release();
  return Promise.all([deletion, paying]);
}

// What a statement that waits looks like: for the account, or a deletion for those who pay into it.
const postingCall = 'from ledger_post\\(';
const deletionCall = 'from ledger_lock_accounts\\(|from app_user .* for update';

async function untilWaiting(statement: string): Promise<void> {
  for (;;) {
    const { rowCount } = await testApp.db.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query ~ $1`,
      [statement],
    );
    if (rowCount !== 0) return;
  }
}

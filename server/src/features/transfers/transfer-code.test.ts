import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, refused, type TestApp } from '../../test/app.ts';
import { balanceOf, giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { codeOf, forgetTimeSteps, giveAuthenticator, type Authenticator } from '../../test/two-factor.ts';

let testApp: TestApp;
let sender: SignedInPerson;
let recipient: SignedInPerson;
let authenticator: Authenticator;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  [sender, recipient] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  await giveMoney(testApp, sender, 'MRCY', '100');
  authenticator = await giveAuthenticator(testApp, sender);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

const headers = { 'idempotency-key': 'the-same-intent' };
function transfer(body: Record<string, unknown> = {}, withHeaders: Record<string, string> = {}) {
  return testApp.call('POST', '/wallets/transfer', {
    token: sender.token,
    body: { recipientAddress: recipient.user.walletAddress, amount: '40', ...body },
    headers: withHeaders,
  });
}

/** Who asks the books for the key finds nothing for so long, as though the transfer were still on its way. */
function hideFromFirstLooks(count: number): () => number {
  const { pool } = testApp.db;
  // Of the many ways to call it the product has this one.
  const ask = pool.query.bind(pool) as (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  let looks = 0;
  const look: typeof ask = async (text, values) => {
    const result = await ask(text, values);
    if (values?.flat().includes(`transfer ${headers['idempotency-key']}`) !== true) return result;
    looks += 1;
    return looks <= count ? { ...result, rows: [] } : result;
  };
  const answer = (text: string, values?: unknown[]): unknown => look(text, values);
  vi.spyOn(pool, 'query').mockImplementation(answer);
  return () => looks;
}

describe('where two-factor is on, a transfer', () => {
  test('wants a code, and moves nothing without a right one', async () => {
    expect(refused(await transfer())).toMatchObject({ status: 422, error: 'TwoFactorCodeRequired' });
    const wrong = codeOf(authenticator) === '000000' ? '000001' : '000000';
    expect(refused(await transfer({ twoFactorCode: wrong }))).toMatchObject({
      status: 422,
      error: 'InvalidTwoFactorCode',
    });
    expect(await balanceOf(testApp, sender)).toBe('100.00000000');
    expect((await transfer({ twoFactorCode: codeOf(authenticator) })).status).toBe(200);
    expect(await balanceOf(testApp, sender)).toBe('60.00000000');
  });

  test('takes a code once: another transfer wants another', async () => {
    const twoFactorCode = codeOf(authenticator);
    expect((await transfer({ twoFactorCode })).status).toBe(200);
    expect(refused(await transfer({ twoFactorCode })).error).toBe('InvalidTwoFactorCode');
    expect(await balanceOf(testApp, sender)).toBe('60.00000000');
  });

  test('repeated under its key is answered as the first time, with no code, a spent one or another', async () => {
    const twoFactorCode = codeOf(authenticator);
    const first = await transfer({ twoFactorCode }, headers);
    expect(first.status).toBe(200);
    for (const code of [undefined, twoFactorCode, codeOf(authenticator, 1)]) {
      const repeat = await transfer({ twoFactorCode: code }, headers);
      expect([repeat.status, repeat.body]).toEqual([200, first.body]);
    }
    expect(await balanceOf(testApp, sender)).toBe('60.00000000');
    expect(refused(await transfer({ amount: '41' }, headers)).error).toBe('IdempotencyKeyReused');
  });

  test('many times at once under one key and code has one effect and one reply', async () => {
    const twoFactorCode = codeOf(authenticator);
    const replies = await Promise.all(Array.from({ length: 5 }, () => transfer({ twoFactorCode }, headers)));
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await balanceOf(testApp, sender)).toBe('60.00000000');
  });

  test('repeated with its code while it is still on its way waits for it, and is answered as it is', async () => {
    const twoFactorCode = codeOf(authenticator);
    const first = await transfer({ twoFactorCode }, headers);
    // Once before the code is found spent, and twice while it waits.
    const looks = hideFromFirstLooks(3);
    const second = await transfer({ twoFactorCode }, headers);
    expect(looks()).toBe(4);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await balanceOf(testApp, sender)).toBe('60.00000000');
  });

  test('that could not be made spends no code', async () => {
    const twoFactorCode = codeOf(authenticator);
    expect(refused(await transfer({ twoFactorCode, amount: '101' })).error).toBe('InsufficientBalance');
    expect(
      refused(await transfer({ twoFactorCode, recipientAddress: sender.user.walletAddress })).error,
    ).toBe('RecipientIsSelf');
    expect((await transfer({ twoFactorCode })).status).toBe(200);
  });
});

describe('an account that is left or frozen', () => {
  test('can’t be sent to once its person has left, but what was sent before is still answered', async () => {
    const twoFactorCode = codeOf(authenticator);
    const first = await transfer({ twoFactorCode }, headers);
    // What the recipient had goes elsewhere, and they leave.
    const back = { recipientAddress: sender.user.walletAddress, amount: '40' };
    await testApp.call('POST', '/wallets/transfer', { token: recipient.token, body: back });
    const { password } = recipient;
    const left = await testApp.call('DELETE', '/users/account', {
      token: recipient.token,
      body: { password, reason: 'done' },
    });
    expect(left.status).toBe(200);
    expect((await transfer({}, headers)).body).toEqual(first.body);
    await forgetTimeSteps(testApp, sender.user.id);
    expect(refused(await transfer({ twoFactorCode: codeOf(authenticator) })).error).toBe('RecipientNotFound');
  });

  test('sends nothing while it is frozen, though its session were still open', async () => {
    await testApp.db.pool.query(
      "update app_user set frozen_at = now(), frozen_by = 'operator' where id = $1",
      [sender.user.id],
    );
    expect(refused(await transfer({ twoFactorCode: codeOf(authenticator) })).status).toBe(401);
    const { rows } = await testApp.db.pool.query<{ balance: bigint }>(
      `select balance from account where owner_id = $1 and kind = 'available'`,
      [sender.user.id],
    );
    expect(rows[0]?.balance).toBe(10_000_000_000n);
  });
});

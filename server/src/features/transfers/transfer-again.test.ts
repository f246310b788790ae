import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { checkLedger } from '../../ledger/ledger.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { balanceOf, makeFundedPerson } from '../../test/money.ts';
import { makePerson } from '../../test/person.ts';
import { codeOf, giveAuthenticator } from '../../test/two-factor.ts';
import { createRealRail } from '../../test/withdrawals.ts';

let testApp: TestApp;

beforeAll(async () => {
  // A dollar a coin, so that amounts read as what they are worth.
  testApp = await createTestApp({ MRCY_PRICE_USD: '1' }, { rail: createRealRail() });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
});

/** Somebody who may send up to the limit today, and no more, to whom they know. */
async function makePausedPair() {
  const [sender, recipient] = [await makeFundedPerson(testApp, '10000'), await makePerson(testApp)];
  const authenticator = await giveAuthenticator(testApp, sender);
  await testApp.db.pool.query(
    `insert into paid_recipient (user_id, address, first_paid_at, is_proved) values ($1, $2, now() - interval '9 days', true)`,
    [sender.user.id, recipient.user.walletAddress],
  );
  await testApp.db.pool.query(
    `insert into security_event (id, user_id, kind, actor, user_agent, network_address, created_at)
     values ($1, $2, 'password_reset', 'link', '', '', now() - interval '1 hour')`,
    [uuidv7(), sender.user.id],
  );
  return { sender, recipient, twoFactorCode: codeOf(authenticator) };
}

/** Holds the first look at what was sent today until it is let go. */
function holdFirstLook() {
  const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { pool } = testApp.db;
  const query = pool.query.bind(pool) as (...words: unknown[]) => Promise<unknown>;
  let isHeld = false;
  const look = async (words: unknown[]): Promise<unknown> => {
    if (!isHeld && String(words[0]).includes('toAnybody')) {
      isHeld = true;
      reached.resolve();
      await release.promise;
    }
    return query(...words);
  };
  const answer = (...words: unknown[]): unknown => look(words);
  vi.spyOn(pool, 'query').mockImplementation(answer);
  return { reached: reached.promise, release: release.resolve };
}

test('a repeat that comes while the first call is on its way is answered as that one, though one more would be paused', async () => {
  const { sender, recipient, twoFactorCode } = await makePausedPair();
  const send = () =>
    testApp.call('POST', '/wallets/transfer', {
      token: sender.token,
      body: { recipientAddress: recipient.user.walletAddress, amount: '600', twoFactorCode },
      headers: { 'idempotency-key': 'the-same-intent' },
    });
  const look = holdFirstLook();
  const repeat = send();
  await look.reached;
  const first = await send();
  look.release();
  expect(first.status).toBe(200);
  expect((await repeat).body).toEqual(first.body);
  expect(await balanceOf(testApp, recipient)).toBe('600.00000000');
});

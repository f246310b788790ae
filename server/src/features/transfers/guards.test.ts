import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../db/database.ts';
import { lockPerson } from '../../identity/person/locks.ts';
import { checkLedger } from '../../ledger/ledger.ts';
import { countMails, eventKinds, mailWithLink } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { balanceOf, giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { trade } from '../../test/trades.ts';
import { codeOf, giveAuthenticator } from '../../test/two-factor.ts';
import { createRealRail } from '../../test/withdrawals.ts';

/** A dollar a coin, so that amounts read as what they are worth. */
const environment = { MRCY_PRICE_USD: '1' };
const limit = '1000';

let testApp: TestApp;
let sender: SignedInPerson;
let recipient: SignedInPerson;

async function start(options: Parameters<typeof createTestApp>[1] = {}): Promise<void> {
  testApp = await createTestApp(environment, options);
}
async function close(): Promise<void> {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await testApp.close();
}
async function meet(): Promise<void> {
  [sender, recipient] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  await giveMoney(testApp, sender, 'MRCY', '10000');
}

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  testApp.call(method, path, { token: sender.token, body });
function transfer(amount: string, { to = recipient, key = '', ...body }: TransferOptions = {}) {
  return testApp.call('POST', '/wallets/transfer', {
    token: sender.token,
    body: { recipientAddress: to.user.walletAddress, amount, ...body },
    headers: key === '' ? {} : { 'idempotency-key': key },
  });
}
interface TransferOptions {
  readonly to?: SignedInPerson;
  readonly key?: string;
  readonly twoFactorCode?: string;
  readonly saveToContacts?: boolean;
}
const save = ({ user }: SignedInPerson) =>
  call('POST', '/contacts', { name: 'Grace', walletAddress: user.walletAddress });
const setAllowList = (isOn: boolean) => call('PUT', '/wallets/withdraw/allow-list', { isOn });
const setLimit = (amountUsd: string) => call('PUT', '/wallets/transfer/limit', { amountUsd });
async function prove(): Promise<void> {
  succeeded(endpoints.prove, await call('POST', '/auth/proof', { password: sender.password }));
}
const ageProof = () =>
  testApp.db.pool.query(
    `update session set proved_at = proved_at - interval '5 minutes' where user_id = $1`,
    [sender.user.id],
  );
const spentProofs = async () =>
  (await eventKinds(testApp, sender.user.id)).filter((kind) => kind === 'transfer_above_limit').length;
async function knowSince(hours: number): Promise<void> {
  await testApp.db.pool.query(
    `update paid_recipient set first_paid_at = first_paid_at - make_interval(hours => $2) where user_id = $1`,
    [sender.user.id, hours],
  );
}

describe('where money is pretended', () => {
  beforeAll(() => start());
  beforeEach(meet);
  afterAll(close);

  test('with the allow-list on, what was sold into the coin leaves no more than it would have by itself', async () => {
    await giveMoney(testApp, sender, 'BTC', '0.2');
    await prove();
    expect((await setAllowList(true)).status).toBe(200);
    // A thief who has the token and nothing else.
    await ageProof();
    await trade(testApp, sender, { type: 'SELL', from: '0.2 BTC', to: '10000 MRCY' });
    const mails = await countMails(testApp, sender.email, 'security-notice');
    expect(refused(await transfer('20000'))).toMatchObject({ status: 422, error: 'AddressNotAllowed' });
    expect(refused(await save(recipient)).error).toBe('ProofRequired');
    expect(refused(await setAllowList(false)).error).toBe('ProofRequired');
    expect(refused(await transfer('20000', { saveToContacts: true })).error).toBe('AddressNotAllowed');
    expect(await balanceOf(testApp, sender)).toBe('20000.00000000');
    expect(await balanceOf(testApp, recipient)).toBe('0.00000000');
    expect(await countMails(testApp, sender.email, 'security-notice')).toBe(mails);
  });

  test('with the allow-list on, a recipient who is saved with a proof is told by mail, and paid at once', async () => {
    await prove();
    await setAllowList(true);
    expect((await save(recipient)).status).toBe(201);
    expect((await eventKinds(testApp, sender.user.id))[0]).toBe('recipient_saved');
    const mail = await mailWithLink(testApp, sender.email, '/freeze-account');
    expect(mail.subject).toBe('A recipient was saved in your Mercury account');
    expect((await transfer('40')).status).toBe(200);
    const another = await makePerson(testApp);
    expect(refused(await transfer('40', { to: another })).error).toBe('AddressNotAllowed');
    expect((await setAllowList(false)).status).toBe(200);
    expect((await transfer('40', { to: another })).status).toBe(200);
  });

  test('without the allow-list a contact is saved with no proof, and nobody is mailed', async () => {
    expect((await save(recipient)).status).toBe(201);
    expect(await countMails(testApp, sender.email, 'security-notice')).toBe(0);
  });

  test('the allow-list is turned on with every contact named: none that a thief has prepared stays unseen', async () => {
    await save(recipient);
    const another = await makePerson(testApp);
    const seen = [(await save(another)).body.contact.id];
    await prove();
    const turnOn = (contactIds?: readonly string[]) =>
      call('PUT', '/wallets/withdraw/allow-list', { isOn: true, contactIds });
    const strangers = (
      await testApp.call('POST', '/contacts', {
        token: recipient.token,
        body: { name: 'Grace', walletAddress: another.user.walletAddress },
      })
    ).body.contact.id;
    for (const contactIds of [undefined, [], seen, [...seen, strangers], [...seen, seen[0]]]) {
      expect(refused(await turnOn(contactIds))).toMatchObject({ status: 400, error: 'ValidationFailed' });
    }
    expect(await eventKinds(testApp, sender.user.id)).not.toContain('allow_list_turned_on');
    const { contacts } = (await call('GET', '/contacts')).body;
    const all = contacts.map(({ id }: { id: string }) => id);
    expect((await turnOn(all)).status).toBe(200);
    expect((await transfer('40')).status).toBe(200);
    expect((await setAllowList(false)).status).toBe(200);
    expect(refused(await setAllowList(true)).error).toBe('ValidationFailed');
  });

  test('a code is not spent on whom the allow-list does not name', async () => {
    await prove();
    await setAllowList(true);
    const authenticator = await giveAuthenticator(testApp, sender);
    const twoFactorCode = codeOf(authenticator);
    expect(refused(await transfer('40', { twoFactorCode })).error).toBe('AddressNotAllowed');
    await save(recipient);
    expect((await transfer('40', { twoFactorCode })).status).toBe(200);
  });

  test('up to the limit to new recipients is one call; above it wants a proof, and is told by mail', async () => {
    const another = await makePerson(testApp);
    expect((await transfer('999.99999999')).status).toBe(200);
    // Every part of a cent counts.
    expect(refused(await transfer('0.00000002', { to: another })).error).toBe('ProofRequired');
    expect((await transfer('0.00000001', { to: another })).status).toBe(200);
    expect(await countMails(testApp, sender.email, 'security-notice')).toBe(0);
    expect(refused(await transfer('0.00000001'))).toMatchObject({ status: 403, error: 'ProofRequired' });
    await prove();
    expect((await transfer('2000')).status).toBe(200);
    const mail = await mailWithLink(testApp, sender.email, '/freeze-account');
    expect(mail.subject).toBe('A transfer above your limit left your Mercury account');
    expect(mail.text).toContain('2000 MRCY');
    expect(mail.text).toContain(`@${recipient.username} (${recipient.user.walletAddress})`);
    await ageProof();
    expect(refused(await transfer('1')).error).toBe('ProofRequired');
    expect(await balanceOf(testApp, sender)).toBe('7000.00000000');
  });

  test('where two-factor is on its code is the proof, and a transfer above the limit is told all the same', async () => {
    const authenticator = await giveAuthenticator(testApp, sender);
    expect(refused(await transfer('2000')).error).toBe('TwoFactorCodeRequired');
    expect((await transfer('2000', { twoFactorCode: codeOf(authenticator) })).status).toBe(200);
    expect(await spentProofs()).toBe(1);
  });

  test('a recipient who was paid without a proof stays new for as long as a session can last', async () => {
    expect((await transfer('0.01')).status).toBe(200);
    await knowSince(30 * 24 - 1);
    expect(refused(await transfer('1001')).error).toBe('ProofRequired');
    await knowSince(1);
    expect((await transfer('1001')).status).toBe(200);
  });

  test('a guard that is put up while a transfer waits for its turn holds for that one, too', async () => {
    const { db } = testApp;
    const waiting = await inTransaction(db, async (trx) => {
      await lockPerson(trx, sender.user.id);
      const sent = transfer('1');
      // It has been judged by what it read, and stands before the row.
      await vi.waitFor(async () => {
        const { rowCount } = await db.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        expect(rowCount).toBe(1);
      });
      await trx.client.query('update app_user set withdraws_to_book_only = true where id = $1', [
        sender.user.id,
      ]);
      return { sent };
    });
    expect(refused(await waiting.sent).error).toBe('AddressNotAllowed');
  });

  test('a recipient is new until a day after the first transfer to them with a proof, whatever it was', async () => {
    await prove();
    expect((await transfer('0.01')).status).toBe(200);
    await ageProof();
    await knowSince(23);
    expect(refused(await transfer('1001')).error).toBe('ProofRequired');
    await knowSince(1);
    expect((await transfer('5000')).status).toBe(200);
    // What goes to people who are known counts for nobody else.
    expect((await transfer(limit, { to: await makePerson(testApp) })).status).toBe(200);
    expect(await spentProofs()).toBe(0);
  });

  test('to somebody new whose account is closed meanwhile is refused as to nobody', async () => {
    const set = (time: string) =>
      testApp.db.pool.query(`update app_user set deleted_at = ${time} where id = $1`, [recipient.user.id]);
    await set('now()');
    // As it was seen just before: their accounts stay closed.
    await set('null');
    expect(refused(await transfer('1'))).toMatchObject({ status: 422, error: 'RecipientNotFound' });
    expect(await balanceOf(testApp, sender)).toBe('10000.00000000');
  });

  test('twenty at once cross no limit together, and too much is told as that before any proof is', async () => {
    const strangers = await Promise.all(Array.from({ length: 20 }, () => makePerson(testApp)));
    const replies = await Promise.all(strangers.map((to) => transfer('100', { to })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(replies.filter(({ body }) => body.error === 'ProofRequired')).toHaveLength(10);
    expect(await balanceOf(testApp, sender)).toBe('9000.00000000');
    expect(refused(await transfer('9001')).error).toBe('InsufficientBalance');
  });

  test('a repeat is answered as the first call was, whatever the guards say now, and counts once', async () => {
    const first = await transfer('600', { key: 'the-same-intent' });
    await prove();
    await setLimit('0');
    await setAllowList(true);
    await ageProof();
    for (let time = 0; time < 2; time += 1) {
      const repeat = await transfer('600', { key: 'the-same-intent' });
      expect([repeat.status, repeat.body]).toEqual([200, first.body]);
    }
    await prove();
    await setAllowList(false);
    await setLimit('1000');
    await ageProof();
    expect((await transfer('400')).status).toBe(200);
    expect(await balanceOf(testApp, sender)).toBe('9000.00000000');
  });

  test('repeats that come at once with the first call are one transfer, and cross no limit', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => transfer('600', { key: 'twenty-times-at-once' })),
    );
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await balanceOf(testApp, sender)).toBe('9400.00000000');
  });

  test('what a proof was asked for goes on under its key once it was shown', async () => {
    expect(refused(await transfer('1001', { key: 'asked-for-a-proof' })).error).toBe('ProofRequired');
    await prove();
    expect((await transfer('1001', { key: 'asked-for-a-proof' })).status).toBe(200);
    expect(await balanceOf(testApp, sender)).toBe('8999.00000000');
  });
});

describe('the limit', () => {
  beforeAll(() => start());
  beforeEach(meet);
  afterAll(close);
  const shown = async () =>
    succeeded(endpoints.getSecurity, await call('GET', '/users/security')).security.transferLimitUsd;

  test('is lowered at once, raised with a proof, and each is told by mail once', async () => {
    expect(await shown()).toBe('1000.00');
    expect((await setLimit('1000')).status).toBe(200);
    const lowered = succeeded(endpoints.setTransferLimit, await setLimit('49.9'));
    expect(lowered.transferLimitUsd).toBe('49.90');
    expect(refused(await transfer('49.91')).error).toBe('ProofRequired');
    expect(refused(await setLimit('49.91')).error).toBe('ProofRequired');
    expect(await shown()).toBe('49.90');
    await prove();
    expect((await setLimit('2500')).status).toBe(200);
    await ageProof();
    expect((await transfer('2500')).status).toBe(200);
    expect(refused(await transfer('0.01')).error).toBe('ProofRequired');
    expect((await eventKinds(testApp, sender.user.id)).slice(0, 2)).toEqual([
      'transfer_limit_raised',
      'transfer_limit_lowered',
    ]);
    expect(await countMails(testApp, sender.email, 'security-notice')).toBe(2);
  });

  test('of nothing has every transfer to somebody new proved', async () => {
    await setLimit('0');
    expect(refused(await transfer('0.00000001')).error).toBe('ProofRequired');
  });

  test.each([
    ['1000000.01', 422, 'AmountOutOfRange'],
    ['1.001', 400, 'ValidationFailed'],
    ['-1', 400, 'ValidationFailed'],
  ])('of %s is refused', async (amountUsd, status, error) => {
    await prove();
    expect(refused(await setLimit(amountUsd))).toMatchObject({ status, error });
    expect((await setLimit('1000000')).status).toBe(200);
  });
});

describe('where money is real', () => {
  beforeAll(() => start({ rail: createRealRail() }));
  beforeEach(meet);
  afterAll(close);

  async function changeProtection(hoursAgo: number): Promise<void> {
    await testApp.db.pool.query(
      `insert into security_event (id, user_id, kind, actor, user_agent, network_address, created_at)
       values (gen_random_uuid(), $1, 'password_reset', 'link', '', '', now() - make_interval(hours => $2))`,
      [sender.user.id, hoursAgo],
    );
  }

  test('an allow-list that still holds is kept on as it is; once it has ended, its contacts are named anew', async () => {
    await prove();
    await setAllowList(true);
    await save(recipient);
    await setAllowList(false);
    expect((await setAllowList(true)).status).toBe(200);
    await setAllowList(false);
    await testApp.db.pool.query(`update app_user set book_only_ends_at = now() where id = $1`, [
      sender.user.id,
    ]);
    expect(refused(await setAllowList(true)).error).toBe('ValidationFailed');
  });

  test('with the allow-list on, a contact waits a day', async () => {
    await prove();
    await setAllowList(true);
    await save(recipient);
    expect(refused(await transfer('1'))).toMatchObject({
      error: 'AddressNotAllowed',
      message: expect.stringContaining('only to saved contacts'),
    });
    await testApp.db.pool.query(
      `update contact set created_at = created_at - interval '1 day' where user_id = $1`,
      [sender.user.id],
    );
    expect((await transfer('1')).status).toBe(200);
  });

  test('for a day after a change of protection, nothing goes to anybody new, and it says until when', async () => {
    await changeProtection(23);
    await prove();
    const { rows } = await testApp.db.pool.query<{ ends: Date }>(
      `select created_at + interval '1 day' as ends from security_event where user_id = $1 and kind = 'password_reset'`,
      [sender.user.id],
    );
    const time = new Intl.DateTimeFormat('fa-IR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    const reply = await testApp.call('POST', '/wallets/transfer', {
      token: sender.token,
      body: { recipientAddress: recipient.user.walletAddress, amount: '1' },
      headers: { 'accept-language': 'fa' },
    });
    expect(refused(reply)).toMatchObject({
      status: 422,
      error: 'TransferPaused',
      message: expect.stringContaining(time.format(rows[0]?.ends)),
    });
    await changeProtection(24);
    await testApp.ownerDb.pool.query(
      `update security_event set created_at = created_at - interval '1 hour' where user_id = $1`,
      [sender.user.id],
    );
    expect((await transfer('1')).status).toBe(200);
  });

  test('for that day people paid before get no more than the limit together, also twenty at once', async () => {
    const others = await Promise.all(Array.from({ length: 20 }, () => makePerson(testApp)));
    await prove();
    for (const to of others) expect((await transfer('1', { to })).status).toBe(200);
    await knowSince(24);
    await changeProtection(1);
    // Whoever got in may raise the limit, but not for that day.
    expect((await setLimit('100000')).status).toBe(200);
    const replies = await Promise.all(others.map((to) => transfer('98', { to })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(replies.filter(({ body }) => body.error === 'TransferPaused')).toHaveLength(10);
    expect(await balanceOf(testApp, sender)).toBe('9000.00000000');
  });

  test('a code is not spent on what is paused', async () => {
    const authenticator = await giveAuthenticator(testApp, sender);
    await changeProtection(1);
    const twoFactorCode = codeOf(authenticator);
    expect(refused(await transfer('1', { twoFactorCode })).error).toBe('TransferPaused');
    await testApp.db.pool.query(`delete from security_event where user_id = $1`, [sender.user.id]);
    expect((await transfer('1', { twoFactorCode })).status).toBe(200);
  });
});

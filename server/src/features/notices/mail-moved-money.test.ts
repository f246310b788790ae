import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { securityParameters } from '../../security-parameters.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { countMails } from '../../test/account-security.ts';
import { giveMoney, makeFundedPerson, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { trade } from '../../test/trades.ts';

let testApp: TestApp;
let sender: SignedInPerson;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.ownerDb.pool.query("update moved_money_mail_mark set begins_at = now() - interval '1 day'");
  sender = await makeFundedPerson(testApp, '1000');
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => testApp.close());

/** 10 MRCY are worth 5.70 US dollars. */
async function send(amount = '10', to = person): Promise<void> {
  const body = { recipientAddress: to.user.walletAddress, amount, note: 'Buy now' };
  succeeded(
    endpoints.transfer,
    await testApp.call('POST', '/wallets/transfer', { token: sender.token, body }),
  );
}

const run = (times = 1) => runJob(testApp, 'mail-moved-money', {}, times);

/** As if the transaction of the person's rows had begun so much earlier. */
async function backdate(interval: string): Promise<void> {
  await testApp.ownerDb.pool.query(
    'update wallet_transaction set created_at = created_at - $2::interval where user_id = $1',
    [person.user.id, interval],
  );
}

async function chooseMails(subject: string, isOn: boolean): Promise<void> {
  const body = { subject, channel: 'mail', isOn };
  const reply = await testApp.call('PUT', '/notices/choices', { token: person.token, body });
  succeeded(endpoints.setNoticeChoice, reply);
}

const sell = () => trade(testApp, person, { type: 'SELL', from: '10 MRCY', to: '5.70 USD' });

const mails = (to = person) => countMails(testApp, to.email, 'money-notice');

test('a received transfer is mailed with its sender and amount, without its note', async () => {
  await send('12.5');
  await run();
  const [mail] = await testApp.mailsTo(person.email);
  expect(mail?.subject).toBe(`Mercury: ${sender.username} sent you 12.50 MRCY`);
  expect(mail?.text).not.toContain('Buy now');
  expect(await countMails(testApp, sender.email, 'money-notice')).toBe(0);
});

test('it is mailed once, though the job is repeated and runs again later', async () => {
  await send();
  await run(3);
  await run();
  expect(await mails()).toBe(1);
});

test('one whose transaction took a while is mailed, though later ones are mailed already', async () => {
  await run();
  await send();
  await backdate('90 seconds');
  await run();
  expect(await mails()).toBe(1);
});

test('one made while the clock of a process was ahead is mailed at once, and keeps no other waiting', async () => {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 60 * 60 * 1000);
  await send();
  await run();
  vi.restoreAllMocks();
  expect(await mails()).toBe(1);
  const other = await makePerson(testApp);
  // Of another process, whose clock is behind: its ids are older.
  await testApp.ownerDb.pool.query(
    `insert into wallet_transaction (id, user_id, type, asset, amount, direction, status, state, completed_at, usd_value)
     values ('01900000-0000-7000-8000-000000000000', $1, 'TRANSFER', 'MRCY', 1000000000, 'in', 'COMPLETED', 'completed',
             now(), 5700000)`,
    [other.user.id],
  );
  await run();
  expect(await mails(other)).toBe(1);
});

test('a mark that a clock of the database left in the future does not count', async () => {
  await testApp.ownerDb.pool.query("update moved_money_mail_mark set mailed_to = now() + interval '1 day'");
  await send();
  await run();
  expect(await mails()).toBe(1);
});

test('what was not looked at for an hour is mailed no more', async () => {
  await testApp.ownerDb.pool.query("update moved_money_mail_mark set mailed_to = now() - interval '1 day'");
  await send();
  await backdate('61 minutes');
  await run();
  expect(await mails()).toBe(0);
});

describe('a trade', () => {
  beforeEach(() => giveMoney(testApp, person, 'MRCY', '100'));

  test('is mailed once to whoever chose so, with both sides', async () => {
    await chooseMails('trades', true);
    await sell();
    expect(await mails()).toBe(0);
    await run(3);
    await run();
    expect(await mails()).toBe(1);
    const [mail] = await testApp.mailsTo(person.email);
    expect(mail?.subject).toBe('Mercury: you sold 10.00 MRCY for 5.70 USD');
  });

  test('of before the choice is not mailed, however often the choice is repeated after it', async () => {
    await sell();
    await chooseMails('trades', true);
    await run();
    expect(await mails()).toBe(0);
    await sell();
    await chooseMails('trades', true);
    await run();
    expect(await mails()).toBe(1);
  });

  test('takes no room from transfers where its mails are not chosen', async () => {
    for (let count = 0; count < securityParameters.moneyMailsPerHourMax; count += 1) {
      await trade(testApp, person, { type: 'SELL', from: '1 MRCY', to: '0.57 USD' });
    }
    await send();
    await run();
    expect(await mails()).toBe(1);
  });
});

test(`one person gets ${securityParameters.moneyMailsPerHourMax} an hour at most, which keeps nobody else waiting`, async () => {
  const other = await makePerson(testApp);
  for (let count = 0; count < securityParameters.moneyMailsPerHourMax - 1; count += 1) await send();
  await run();
  expect(await mails()).toBe(securityParameters.moneyMailsPerHourMax - 1);
  for (let count = 0; count < 3; count += 1) await send();
  await send('10', other);
  await run();
  expect([await mails(), await mails(other)]).toEqual([securityParameters.moneyMailsPerHourMax, 1]);
  await send();
  await run();
  expect(await mails()).toBe(securityParameters.moneyMailsPerHourMax);
});

test('one that is worth less than a dollar is not mailed', async () => {
  await send('1');
  await run();
  expect(await mails()).toBe(0);
});

test('nobody gets a mail who chose none, or has not proved the email', async () => {
  await chooseMails('moneyIn', false);
  const unproved = await makePerson(testApp, { isVerified: false });
  await send();
  await send('10', unproved);
  await run();
  expect([await mails(), await mails(unproved)]).toEqual([0, 0]);
});

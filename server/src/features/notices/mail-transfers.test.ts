import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { securityParameters } from '../../security-parameters.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { countMails } from '../../test/account-security.ts';
import { makeFundedPerson, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let sender: SignedInPerson;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  sender = await makeFundedPerson(testApp, '1000');
});
beforeEach(async () => {
  person = await makePerson(testApp);
  await testApp.ownerDb.pool.query('delete from transfer_mail_mark');
  await runJob(testApp, 'mail-transfers', {});
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => testApp.close());

/** 10 MRCY are worth 5.70 US dollars. */
async function send(amount = '10', to = person): Promise<void> {
  const body = { recipientAddress: to.user.walletAddress, amount, note: 'Buy now' };
  succeeded(endpoints.transfer, await testApp.call('POST', '/wallets/transfer', { token: sender.token, body }));
}

/** So many seconds from now the job runs, so many times. */
async function runIn(seconds: number, times = 1): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  await runJob(testApp, 'mail-transfers', {}, times);
  vi.useRealTimers();
}

const mails = (to = person) => countMails(testApp, to.email, 'money-notice');

test('a received transfer is mailed with its sender and amount, without its note', async () => {
  await send('12.5');
  await runIn(60);
  const [mail] = await testApp.mailsTo(person.email);
  expect(mail?.subject).toBe(`Mercury: ${sender.username} sent you 12.50 MRCY`);
  expect(mail?.text).not.toContain('Buy now');
  expect(await countMails(testApp, sender.email, 'money-notice')).toBe(0);
});

test('it is mailed once, though the job is repeated and runs again later', async () => {
  await send();
  await runIn(60, 3);
  await runIn(120);
  expect(await mails()).toBe(1);
});

test('one of this moment waits: a slower one with an older id may still be on its way', async () => {
  await send();
  await runIn(10);
  expect(await mails()).toBe(0);
  await runIn(60);
  expect(await mails()).toBe(1);
});

test('what was not looked at for an hour is mailed no more', async () => {
  await send();
  await runIn(2 * 60 * 60);
  expect(await mails()).toBe(0);
});

test(`one person gets ${securityParameters.moneyMailsPerHourMax} an hour at most, which keeps nobody else waiting`, async () => {
  const other = await makePerson(testApp);
  for (let count = 0; count < securityParameters.moneyMailsPerHourMax - 1; count += 1) await send();
  await runIn(60);
  expect(await mails()).toBe(securityParameters.moneyMailsPerHourMax - 1);
  await testApp.ownerDb.pool.query('delete from transfer_mail_mark');
  await runJob(testApp, 'mail-transfers', {});
  for (let count = 0; count < 3; count += 1) await send();
  await send('10', other);
  // Those of before are looked at no more: the mark of a moment ago is newer than they are.
  await testApp.ownerDb.pool.query('update transfer_mail_mark set mailed_to_id = $1', [await lastIdBefore(3)]);
  await runIn(60);
  expect(await mails()).toBe(securityParameters.moneyMailsPerHourMax);
  expect(await mails(other)).toBe(1);
});

/** The newest row of the person's history but so many. */
async function lastIdBefore(count: number): Promise<string> {
  const { rows } = await testApp.db.pool.query<{ id: string }>(
    'select id from wallet_transaction where user_id = $1 order by id desc offset $2 limit 1',
    [person.user.id, count],
  );
  return rows[0]?.id ?? '';
}

test('one that is worth less than a dollar is not mailed', async () => {
  await send('1');
  await runIn(60);
  expect(await mails()).toBe(0);
});

test('nobody gets a mail who chose none, or has not proved the email', async () => {
  const body = { subject: 'moneyIn', channel: 'mail', isOn: false };
  await testApp.call('PUT', '/notices/choices', { token: person.token, body });
  const unproved = await makePerson(testApp, { isVerified: false });
  await send();
  await send('10', unproved);
  await runIn(60);
  expect([await mails(), await mails(unproved)]).toEqual([0, 0]);
});

import { endpoints } from '@mercury/contract/api/index.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { securityParameters } from '../../security-parameters.ts';
import { createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { countMails } from '../../test/account-security.ts';
import { makeFundedPerson, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let sender: SignedInPerson;
let person: SignedInPerson;

const realNow = Date.now.bind(Date);
// Only forward: ids grow with time, and never go back with it. Other tests of this process may have moved theirs ahead.
let passedMs = Math.max(0, Number.parseInt(uuidv7().replace('-', '').slice(0, 12), 16) - realNow());

beforeAll(async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + passedMs);
  testApp = await createTestApp();
  sender = await makeFundedPerson(testApp, '1000');
});
beforeEach(async () => {
  person = await makePerson(testApp);
  await runLater(60);
});
afterAll(async () => {
  await testApp.close();
  vi.restoreAllMocks();
});

/** 10 MRCY are worth 5.70 US dollars. */
async function send(amount = '10', to = person): Promise<void> {
  const body = { recipientAddress: to.user.walletAddress, amount, note: 'Buy now' };
  succeeded(
    endpoints.transfer,
    await testApp.call('POST', '/wallets/transfer', { token: sender.token, body }),
  );
}

/** So many seconds later the job runs, so many times. */
async function runLater(seconds: number, times = 1): Promise<void> {
  passedMs += seconds * 1000;
  await runJob(testApp, 'mail-transfers', {}, times);
}

const mails = (to = person) => countMails(testApp, to.email, 'money-notice');

test('a received transfer is mailed with its sender and amount, without its note', async () => {
  await send('12.5');
  await runLater(60);
  const [mail] = await testApp.mailsTo(person.email);
  expect(mail?.subject).toBe(`Mercury: ${sender.username} sent you 12.50 MRCY`);
  expect(mail?.text).not.toContain('Buy now');
  expect(await countMails(testApp, sender.email, 'money-notice')).toBe(0);
});

test('it is mailed once, though the job is repeated and runs again later', async () => {
  await send();
  await runLater(60, 3);
  await runLater(120);
  expect(await mails()).toBe(1);
});

test('one of this moment waits: a slower one with an older id may still be on its way', async () => {
  await send();
  await runLater(10);
  expect(await mails()).toBe(0);
  await runLater(60);
  expect(await mails()).toBe(1);
});

test('what was not looked at for an hour is mailed no more', async () => {
  await send();
  await runLater(2 * 60 * 60);
  expect(await mails()).toBe(0);
});

test(`one person gets ${securityParameters.moneyMailsPerHourMax} an hour at most, which keeps nobody else waiting`, async () => {
  const other = await makePerson(testApp);
  for (let count = 0; count < securityParameters.moneyMailsPerHourMax - 1; count += 1) await send();
  await runLater(60);
  expect(await mails()).toBe(securityParameters.moneyMailsPerHourMax - 1);
  for (let count = 0; count < 3; count += 1) await send();
  await send('10', other);
  await runLater(60);
  expect([await mails(), await mails(other)]).toEqual([securityParameters.moneyMailsPerHourMax, 1]);
  await send();
  await runLater(60);
  expect(await mails()).toBe(securityParameters.moneyMailsPerHourMax);
});

test('one that is worth less than a dollar is not mailed', async () => {
  await send('1');
  await runLater(60);
  expect(await mails()).toBe(0);
});

test('nobody gets a mail who chose none, or has not proved the email', async () => {
  const body = { subject: 'moneyIn', channel: 'mail', isOn: false };
  await testApp.call('PUT', '/notices/choices', { token: person.token, body });
  const unproved = await makePerson(testApp, { isVerified: false });
  await send();
  await send('10', unproved);
  await runLater(60);
  expect([await mails(), await mails(unproved)]).toEqual([0, 0]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventKinds, isSignedIn } from './test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from './test/app.ts';
import { makePerson, registerPerson, signedIn, type SignedInPerson } from './test/person.ts';
import { operateInProcess, operateOn } from './test/operator.ts';
import { giveAuthenticator } from './test/two-factor.ts';
import { endpoints } from '@mercury/contract/api/index.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

const operate = (...words: string[]) => operateOn(testApp, words);

function logIn({ username, password }: SignedInPerson) {
  return testApp.call('POST', '/auth/login', { body: { username, password } });
}

/** What the operator did to the account. */
async function writtenDown(): Promise<unknown[]> {
  const { rows } = await testApp.db.pool.query(
    `select action as command, actor as operator, coalesce(reason, '') as detail from audit_entry where subject_id = $1 order by seq`,
    [person.user.id],
  );
  return rows;
}

describe('freeze', () => {
  test('ends every session and stays until unfreeze, both told to the person and written down', async () => {
    expect(await operateInProcess(testApp, ['freeze', person.username.toUpperCase()])).toEqual({
      exitCode: 0,
      output: `${person.username} is frozen\n`,
      complaint: '',
    });
    expect(await isSignedIn(testApp, person.token)).toBe(false);
    expect(refused(await logIn(person)).error).toBe('AccountFrozen');
    expect(await testApp.mailsTo(person.email)).toHaveLength(1);
    expect((await operate('freeze', person.email)).output).toBe(`${person.username} was frozen already\n`);

    expect(await operate('unfreeze', person.email, 'It', 'was', 'a', 'slip')).toMatchObject({
      exitCode: 0,
      output: `${person.username} is open again\n`,
    });
    expect(await testApp.mailsTo(person.email)).toHaveLength(2);
    expect((await logIn(person)).status).toBe(200);
    expect(await operate('unfreeze', person.username)).toEqual({
      exitCode: 1,
      output: '',
      complaint: `${person.username} is not frozen\n`,
    });
    const { rows } = await testApp.db.pool.query(
      `select kind, network_address from security_event where user_id = $1 and actor = 'operator' order by created_at`,
      [person.user.id],
    );
    expect(rows).toEqual([
      { kind: 'account_frozen', network_address: '' },
      { kind: 'account_unfrozen', network_address: '' },
    ]);
    // Once for each that did something.
    expect(await writtenDown()).toEqual([
      { command: 'people.freeze', operator: 'Grace', detail: '' },
      { command: 'people.unfreeze', operator: 'Grace', detail: 'It was a slip' },
    ]);
  });

  test('takes over what a link froze, so that a reset opens it no more', async () => {
    await testApp.db.pool.query(
      `update app_user set frozen_at = now(), frozen_by = 'link', unfreezes_at = now() where id = $1`,
      [person.user.id],
    );
    expect((await operate('freeze', person.username)).exitCode).toBe(0);
    expect(refused(await logIn(person)).error).toBe('AccountFrozen');
  });
});

test('remove-two-factor lets in by the password alone, ends every session, and tells the person', async () => {
  await giveAuthenticator(testApp, person);
  expect((await logIn(person)).body).toMatchObject({ requiresTwoFactor: true });
  expect(await operate('remove-two-factor', person.username)).toEqual({
    exitCode: 0,
    output: `${person.username} signs in without a code now\n`,
    complaint: '',
  });
  expect((await testApp.mailsTo(person.email))[0]?.subject).toBe(
    'Two-factor authentication was disabled for Mercury',
  );
  expect(await isSignedIn(testApp, person.token)).toBe(false);
  expect(signedIn(await logIn(person)).user.twoFactorEnabled).toBe(false);
  expect(await eventKinds(testApp, person.user.id)).toContain('two_factor_disabled');
  expect((await operate('remove-two-factor', person.username)).exitCode).toBe(1);
  // Once: the second did nothing.
  expect(await writtenDown()).toEqual([
    { command: 'people.remove_two_factor', operator: 'Grace', detail: '' },
  ]);
});

describe('events', () => {
  test('are a plain table, newest first, in which no browser’s name controls the terminal', async () => {
    await testApp.db.pool.query(
      `insert into security_event (id, user_id, kind, actor, user_agent, network_address)
       values (gen_random_uuid(), $1, 'signed_in', 'person', $2, '203.0.113.7')`,
      [person.user.id, 'Evil\u001b[2J\u202Eeman/1.0 x'],
    );
    succeeded(endpoints.getProfile, await testApp.call('GET', '/users/profile', { token: person.token }));
    const { exitCode, output } = await operate('events', person.username, 'They', 'asked');
    expect(exitCode).toBe(0);
    expect((await eventKinds(testApp, person.user.id))[0], 'which its person sees').toBe('staff_looked');
    expect(await writtenDown()).toEqual([
      { command: 'people.look', operator: 'Grace', detail: 'They asked' },
    ]);
    const lines = output.trimEnd().split('\n');
    expect(lines).toHaveLength((await eventKinds(testApp, person.user.id)).length);
    expect(lines[0]).toMatch(/^time \(UTC\) +event +by +address +device$/);
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z +signed_in +person +203\.0\.113\.7 +\S/);
    expect(output).not.toMatch(/[^\P{C}\n]/u);
  });
});

describe('what the command can’t do, it says in one line', () => {
  test.each([
    ['nobody', 'There is no account "nobody"\n'],
    ['nobody@example.com', 'There is no account "nobody@example.com"\n'],
    ['a\u001b[2Jb', String.raw`There is no account "a\u001b[2Jb"` + '\n'],
  ])('of the account %j', async (account, complaint) => {
    expect(await operate('freeze', account)).toEqual({ exitCode: 1, output: '', complaint });
  });

  test('of an email that nobody has proved', async () => {
    const { email } = await registerPerson(testApp);
    expect((await operate('freeze', email)).exitCode).toBe(1);
  });

  test('of a database that is not there', async () => {
    const elsewhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const { exitCode, complaint } = await operateInProcess(testApp, ['freeze', 'ada'], elsewhere);
    expect(exitCode).toBe(1);
    expect(complaint.trimEnd().split('\n')).toHaveLength(1);
  });
});

test.each([
  [[], 0],
  [['help'], 0],
  [['melt', 'ada'], 2],
  [['freeze'], 2],
  [['unusual', 'ada'], 2],
])('shows how it is used for %j', async (words, exitCode) => {
  const ended = await operate(...words);
  expect(ended.exitCode).toBe(exitCode);
  expect(ended.output + ended.complaint).toContain('npm run operator -- <command>');
});

test('a process that was not understood ends with 2, and says on the side of errors how it is used', async () => {
  const ended = await operateInProcess(testApp, ['melt', 'ada']);
  expect(ended).toMatchObject({ exitCode: 2, output: '' });
  expect(ended.complaint).toContain('npm run operator -- <command>');
});

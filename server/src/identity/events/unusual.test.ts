import { endpoints } from '@mercury/contract/api/index.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventKinds, mailWithLink, tokenIn } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { operateOn } from '../../test/operator.ts';
import {
  codeIn,
  linkIn,
  makePerson,
  registerPerson,
  signedIn,
  type SignedInPerson,
} from '../../test/person.ts';
import { codeOf, giveAuthenticator } from '../../test/two-factor.ts';
import { strangersAddress, untilState, withdrawalIdOf, withdrawWith } from '../../test/withdrawals.ts';

/** What is told and never refused. People of tests sign in from 127.0.0.1. */

const elsewhere = '203.0.113.7';

let warnings: unknown[] = [];
const log = pino(
  { level: 'warn', base: null, timestamp: false },
  { write: (line) => void warnings.push(JSON.parse(line)) },
);
let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp({}, { log });
});
beforeEach(async () => {
  warnings = [];
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'BTC', '1');
});
afterAll(() => testApp.close());

const unusualOf = async ({ user } = person) =>
  (await eventKinds(testApp, user.id)).filter((kind) =>
    ['withdrawal_from_new_network', 'many_new_recipients', 'many_wrong_codes'].includes(kind),
  );
const mailsAbout = async (subject: string) =>
  (await testApp.mailsTo(person.email)).filter((mail) => mail.subject === subject).length;

/** As if whatever has happened to the account so far had happened so much earlier. */
async function age(minutes: number): Promise<void> {
  const before = `created_at - make_interval(mins => $2)`;
  await testApp.ownerDb.pool.query(`update security_event set created_at = ${before} where user_id = $1`, [
    person.user.id,
    minutes,
  ]);
  await testApp.ownerDb.pool.query(
    `update wallet_transaction set created_at = ${before} where user_id = $1`,
    [person.user.id, minutes],
  );
  await testApp.db.pool.query(
    `update paid_recipient set first_paid_at = first_paid_at - make_interval(mins => $2) where user_id = $1`,
    [person.user.id, minutes],
  );
}
const day = 24 * 60;

const logged = (unusual: string) => ({
  level: pino.levels.values['warn'],
  part: 'security',
  userId: person.user.id,
  unusual,
  msg: 'something unusual on an account',
});

async function freezeByMail(): Promise<void> {
  const token = tokenIn(await mailWithLink(testApp, person.email, '/freeze-account'), '/freeze-account');
  succeeded(endpoints.freezeAccount, await testApp.call('POST', '/auth/freeze', { body: { token } }));
  expect((await eventKinds(testApp, person.user.id))[0]).toBe('account_frozen');
}

describe('a withdrawal after a sign-in from a new network', () => {
  async function signInFrom(networkAddress: string): Promise<string> {
    const { username, password } = person;
    return signedIn(
      await testApp.call('POST', '/auth/login', { body: { username, password }, networkAddress }),
    ).token;
  }
  async function ask(token = person.token, networkAddress = '127.0.0.1'): Promise<string> {
    const body = { currency: 'BTC', amount: '0.2', address: strangersAddress };
    const reply = await testApp.call('POST', '/wallets/withdraw', { token, body, networkAddress });
    return succeeded(endpoints.withdraw, reply).transaction.id;
  }

  test.each([
    [59, ['withdrawal_from_new_network']],
    [61, []],
  ])('%i minutes later is told: %j', async (minutes, told) => {
    await age(day);
    const token = await signInFrom(elsewhere);
    await age(minutes);
    await ask(token);
    expect(await unusualOf()).toEqual(told);
  });

  test('is told once a day, by a mail whose link freezes the account', async () => {
    await age(day);
    const token = await signInFrom(elsewhere);
    await ask(token);
    await ask(token);
    expect(await unusualOf()).toEqual(['withdrawal_from_new_network']);
    const subject = 'A withdrawal was requested from a new network for your Mercury account';
    expect(await mailsAbout(subject)).toBe(1);
    expect(warnings).toEqual([logged('withdrawal_from_new_network')]);
    await age(day);
    await ask(await signInFrom('198.51.100.1'));
    expect(await mailsAbout(subject)).toBe(2);
    await freezeByMail();
  });

  test('is told where the session itself is used from elsewhere, as a stolen one is', async () => {
    await age(day);
    await ask(person.token, elsewhere);
    expect(await unusualOf()).toEqual(['withdrawal_from_new_network']);
  });

  test('is told whichever session asks for it', async () => {
    await age(day);
    await signInFrom(elsewhere);
    await ask(person.token);
    expect(await unusualOf()).toEqual(['withdrawal_from_new_network']);
  });

  test.each(['127.0.200.9', '::ffff:127.0.0.1'])(
    'is not told where it was known, as %s is',
    async (address) => {
      await age(day);
      await ask(await signInFrom(address));
      expect(await unusualOf()).toEqual([]);
    },
  );

  test('is not told once a session that has ended came from there', async () => {
    await age(2 * day);
    const token = await signInFrom(elsewhere);
    await testApp.call('POST', '/auth/logout', { token });
    await age(day);
    await ask(await signInFrom('203.0.200.1'));
    expect(await unusualOf()).toEqual([]);
  });

  test('is not told of an account’s first sign-in, whatever a stranger did before the email was proved', async () => {
    const registration = await registerPerson(testApp);
    const { email, username, password } = registration;
    const logIn = (networkAddress: string) =>
      testApp.call('POST', '/auth/login', { body: { username, password }, networkAddress });
    await logIn(elsewhere);
    const token = linkIn((await testApp.mailsTo(email))[0]).searchParams.get('token') ?? '';
    expect((await testApp.call('GET', `/auth/verify-email?token=${token}`)).status).toBe(200);
    const first = signedIn(await logIn('198.51.100.1'));
    person = { ...registration, ...first };
    await giveMoney(testApp, person, 'BTC', '1');
    await ask(first.token, '198.51.100.1');
    expect(await unusualOf()).toEqual([]);
    await ask(signedIn(await logIn(elsewhere)).token, elsewhere);
    expect(await unusualOf()).toEqual(['withdrawal_from_new_network']);
  });

  test('is shown to the operator by its withdrawal and among what was unusual of late', async () => {
    await age(day);
    const usualTransactionId = await ask();
    await untilState(testApp, person, { id: usualTransactionId, state: 'completed' });
    const usual = await withdrawalIdOf(testApp, usualTransactionId);
    const token = await signInFrom(elsewhere);
    const transactionId = await ask(token);
    const id = await withdrawalIdOf(testApp, transactionId);
    const { output: ofWithdrawal } = await operateOn(testApp, ['withdrawal', id]);
    expect(ofWithdrawal).toMatch(/^unusual +withdrawal_from_new_network at \d{4}-\S+Z from 127\.0\.0\.1$/m);
    expect((await operateOn(testApp, ['withdrawal', usual])).output).toMatch(/^unusual +-$/m);
    const { output } = await operateOn(testApp, ['unusual']);
    const [heads, newest] = output.split('\n');
    expect(heads).toMatch(/^time \(UTC\) +account +event +address +about$/);
    expect(newest).toMatch(
      new RegExp(`Z +${person.username} +withdrawal_from_new_network +127\\.0\\.0\\.1 +withdrawal ${id}$`),
    );
    expect((await operateOn(testApp, ['events', person.username])).output).toContain(
      'withdrawal_from_new_network',
    );
  });
});

describe('many people not paid before', () => {
  beforeEach(() => giveMoney(testApp, person, 'MRCY', '1000'));

  const meet = (count: number) => Promise.all(Array.from({ length: count }, () => makePerson(testApp)));
  async function pay(people: readonly SignedInPerson[], { token } = person): Promise<void> {
    for (const { user } of people) {
      const body = { recipientAddress: user.walletAddress, amount: '1' };
      succeeded(endpoints.transfer, await testApp.call('POST', '/wallets/transfer', { token, body }));
    }
  }

  test('in a day are told of the fifth on, once, by a mail whose link freezes the account', async () => {
    const people = await meet(6);
    await pay(people.slice(0, 4));
    expect(await unusualOf()).toEqual([]);
    await pay(people.slice(4));
    expect(await unusualOf()).toEqual(['many_new_recipients']);
    expect(await mailsAbout('Your Mercury account paid many new people')).toBe(1);
    expect(warnings).toEqual([logged('many_new_recipients')]);
    const { output } = await operateOn(testApp, ['unusual']);
    expect(output).toMatch(
      new RegExp(`${person.username} +many_new_recipients +127\\.0\\.0\\.1 +transaction \\S+$`, 'm'),
    );
    await freezeByMail();
  });

  test.each([
    [day - 1, ['many_new_recipients']],
    [day, []],
  ])('are counted within a day: four of them %i minutes before a fifth', async (minutes, told) => {
    const people = await meet(5);
    await pay(people.slice(0, 4));
    await age(minutes);
    await pay(people.slice(4));
    expect(await unusualOf()).toEqual(told);
  });

  test('are no people who were paid before without a proof, and are now with one', async () => {
    const people = await meet(5);
    await pay(people);
    await age(2 * day);
    await testApp.call('POST', '/auth/proof', { token: person.token, body: { password: person.password } });
    await testApp.db.pool.query('delete from security_event where user_id = $1', [person.user.id]);
    await pay(people);
    expect(await unusualOf()).toEqual([]);
  });

  test('are also those who have only paid the person', async () => {
    const payer = await makePerson(testApp);
    await giveMoney(testApp, payer, 'MRCY', '1');
    await pay([person], payer);
    await age(2 * day);
    await pay([payer, ...(await meet(4))]);
    expect(await unusualOf()).toEqual(['many_new_recipients']);
  });

  test('are counted once each, however often they are paid', async () => {
    const [first, ...others] = await meet(4);
    if (first === undefined) throw new Error('nobody was met');
    await pay([first, first, ...others, first]);
    expect(await unusualOf()).toEqual([]);
  });
});

describe('wrong codes in a row', () => {
  const post = (path: string, body: object) => testApp.call('POST', path, { token: person.token, body });
  const prove = (twoFactorCode: string) => post('/auth/proof', { twoFactorCode });
  async function repeat(count: number, call: () => Promise<unknown>): Promise<void> {
    for (let made = 0; made < count; made += 1) await call();
  }

  test('are told of the fifth on, once, by a mail whose link freezes the account', async () => {
    await giveAuthenticator(testApp, person);
    await repeat(4, () => prove('000000'));
    expect(await unusualOf()).toEqual([]);
    await repeat(2, () => prove('000000'));
    expect(await unusualOf()).toEqual(['many_wrong_codes']);
    expect(await mailsAbout('Many wrong codes were entered for your Mercury account')).toBe(1);
    expect(warnings).toEqual([logged('many_wrong_codes')]);
    await freezeByMail();
  });

  test('are told of what was guessed, and not of a right one that was spent', async () => {
    const authenticator = await giveAuthenticator(testApp, person);
    const code = codeOf(authenticator);
    succeeded(endpoints.prove, await prove(code));
    await testApp.db.pool.query('update two_factor set failures = 4 where user_id = $1', [person.user.id]);
    expect(refused(await prove(code)).error).toBe('InvalidTwoFactorCode');
    expect(await unusualOf()).toEqual([]);
    expect(refused(await prove('000000')).error).toBe('InvalidTwoFactorCode');
    expect(await unusualOf()).toEqual(['many_wrong_codes']);
  });

  test('begin anew after a right one', async () => {
    const authenticator = await giveAuthenticator(testApp, person);
    await repeat(4, () => prove('000000'));
    succeeded(endpoints.prove, await prove(codeOf(authenticator)));
    await repeat(4, () => prove('000000'));
    expect(await unusualOf()).toEqual([]);
  });

  test.each([
    ['a withdrawal', () => withdrawWith(testApp, person, { twoFactorCode: '000000' })],
    [
      'a transfer',
      async () => {
        await giveMoney(testApp, person, 'MRCY', '1');
        const { user } = await makePerson(testApp);
        const transfer = { recipientAddress: user.walletAddress, amount: '1', twoFactorCode: '000000' };
        return post('/wallets/transfer', transfer);
      },
    ],
    [
      'a change of the password',
      () =>
        testApp.call('PUT', '/users/password', {
          token: person.token,
          body: {
            currentPassword: person.password,
            newPassword: 'Another horse 8!',
            confirmPassword: 'Another horse 8!',
            twoFactorCode: '000000',
          },
        }),
    ],
    [
      'a change of the name',
      () =>
        testApp.call('PUT', '/users/profile', {
          token: person.token,
          body: { name: 'Ada', twoFactorCode: '000000' },
        }),
    ],
    [
      'a sign-in',
      () => {
        const { username, password } = person;
        return testApp.call('POST', '/auth/login', { body: { username, password, twoFactorCode: '000000' } });
      },
    ],
  ])('for %s count', async (_what, call) => {
    await giveAuthenticator(testApp, person);
    await repeat(4, async () => expect(refused(await call()).error).toBe('InvalidTwoFactorCode'));
    expect(await unusualOf()).toEqual([]);
    expect(refused(await call()).error).toBe('InvalidTwoFactorCode');
    expect(await unusualOf()).toEqual(['many_wrong_codes']);
    expect(warnings).toEqual([logged('many_wrong_codes')]);
  });

  test('of the second step of a sign-in count, those of the app and recovery codes each for themselves', async () => {
    await giveAuthenticator(testApp, person);
    const { username, password } = person;
    const { body } = await testApp.call('POST', '/auth/login', { body: { username, password } });
    const { tempToken } = body;
    const recover = (token: unknown) =>
      testApp.call('POST', '/auth/2fa/recovery', {
        body: { tempToken: token, recoveryCode: 'AAAA-AAAA-AAAA-AAAA' },
      });
    await repeat(4, () => recover(tempToken));
    await repeat(1, () =>
      testApp.call('POST', '/auth/2fa/verify', { body: { tempToken, twoFactorCode: '000000' } }),
    );
    expect(await unusualOf()).toEqual([]);
    const another = await testApp.call('POST', '/auth/login', { body: { username, password } });
    expect(refused(await recover(another.body.tempToken)).error).toBe('InvalidRecoveryCode');
    expect(await unusualOf()).toEqual(['many_wrong_codes']);
  });

  test('tell nothing of an ordinary day', async () => {
    const authenticator = await giveAuthenticator(testApp, person);
    await prove('000000');
    succeeded(
      endpoints.withdraw,
      await withdrawWith(testApp, person, { twoFactorCode: codeOf(authenticator) }),
    );
    expect(await unusualOf()).toEqual([]);
    expect((await operateOn(testApp, ['unusual'])).output).not.toContain(person.username);
  });
});

test('wrong codes of a withdrawal’s mail are told at the fifth, and shown to the operator by it', async () => {
  const apart = await createTestApp({ WITHDRAWAL_CODE: 'always' });
  try {
    const [all, own] = [testApp, person];
    testApp = apart;
    person = await makePerson(apart);
    await giveMoney(apart, person, 'BTC', '1');
    const { transaction } = succeeded(endpoints.withdraw, await withdrawWith(apart, person));
    const right = codeIn((await apart.mailsTo(person.email))[0]);
    const code = right === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA';
    const verify = () =>
      apart.call('POST', '/wallets/withdraw/verify', {
        token: person.token,
        body: { transactionId: transaction.id, code },
      });
    for (let tries = 0; tries < 4; tries += 1)
      expect(refused(await verify()).error).toBe('InvalidOrExpiredCode');
    expect(await unusualOf()).toEqual([]);
    await verify();
    await verify();
    expect(await unusualOf()).toEqual(['many_wrong_codes']);
    const { output } = await operateOn(apart, ['withdrawal', transaction.id]);
    expect(output).toMatch(/^unusual +many_wrong_codes at \S+ from 127\.0\.0\.1$/m);
    [testApp, person] = [all, own];
  } finally {
    await apart.close();
  }
});

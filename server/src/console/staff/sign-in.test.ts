import * as access from '@mercury/contract/console/access.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { securityParameters } from '../../security-parameters.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAuthenticator } from '../../test/passkey-authenticator.ts';
import { makePerson } from '../../test/person.ts';
import { codeOf } from '../../test/two-factor.ts';
import { operateOn } from '../../test/operator.ts';
import {
  callConsole,
  consoleSuccess,
  makeStaff,
  newestEntry,
  type StaffPerson,
} from '../test/console-client.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

async function invite(email: string, role = 'owner'): Promise<string> {
  const { output, complaint } = await operateOn(testApp, ['invite-staff', email, role]);
  expect(complaint).toBe('');
  return /\/console\/invitation#([\w-]{43})$/m.exec(output)?.[1] ?? '';
}

function signIn(person: Pick<StaffPerson, 'email' | 'password'>, twoFactorCode: string) {
  const { email, password } = person;
  return callConsole(testApp, access.signInWithPassword, { body: { email, password, twoFactorCode } });
}

const newPassword = 'Correct-Horse-8';

describe('an invitation', () => {
  it('makes an owner by password and authenticator, once', async () => {
    const token = await invite('ada@staff.example');
    const read = await callConsole(testApp, access.readInvitation, { body: { token } });
    expect(consoleSuccess(access.readInvitation, read).invitation).toMatchObject({
      email: 'ada@staff.example',
      role: 'owner',
    });
    const offered = await callConsole(testApp, access.invitationAuthenticator, { body: { token } });
    const { secretKey } = consoleSuccess(access.invitationAuthenticator, offered);
    const body = { token, name: 'Ada', password: newPassword, twoFactorCode: codeOf({ secretKey }) };
    const wrong = await callConsole(testApp, access.acceptWithPassword, {
      body: { ...body, twoFactorCode: codeOf({ secretKey }, 9) },
    });
    expect(wrong.body.error).toBe('InvalidTwoFactorCode');
    const accepted = await callConsole(testApp, access.acceptWithPassword, { body });
    expect(consoleSuccess(access.acceptWithPassword, accepted).me).toMatchObject({
      email: 'ada@staff.example',
      role: 'owner',
    });
    expect(await newestEntry(testApp)).toMatchObject({
      actor: 'ada@staff.example',
      action: 'staff.join',
      after: { way: 'password' },
    });
    const me = await callConsole(testApp, access.getMe, { token: accepted.token ?? '' });
    expect(consoleSuccess(access.getMe, me).me.name).toBe('Ada');

    const again = await callConsole(testApp, access.acceptWithPassword, { body });
    expect(again.body.error).toBe('InvalidOrExpiredToken');
    // The code that joined is spent.
    const replayed = await signIn({ email: 'ada@staff.example', password: newPassword }, body.twoFactorCode);
    expect(replayed.body.error).toBe('InvalidCredentials');
    const next = await signIn(
      { email: 'ADA@staff.example', password: newPassword },
      codeOf({ secretKey }, 1),
    );
    expect(consoleSuccess(access.signInWithPassword, next).me.email).toBe('ada@staff.example');
  });

  it('makes a member by a passkey, whose challenge is the invitation’s own', async () => {
    const [token, other] = [
      await invite('bob@staff.example', 'support'),
      await invite('eve@staff.example', 'support'),
    ];
    const authenticator = createAuthenticator(testApp.config.publicUrl.origin);
    const offer = async (of: string) => {
      const reply = await callConsole(testApp, access.invitationPasskeyOptions, {
        body: { token: of, name: 'Bob' },
      });
      return consoleSuccess(access.invitationPasskeyOptions, reply);
    };
    const foreign = await offer(other);
    const stolen = await callConsole(testApp, access.acceptWithPasskey, {
      body: {
        token,
        name: 'Bob',
        challengeToken: foreign.challengeToken,
        label: 'Laptop',
        credential: authenticator.create(foreign.options),
      },
    });
    expect(stolen.body.error).toBe('PasskeyRefused');
    const { options, challengeToken } = await offer(token);
    const joined = await callConsole(testApp, access.acceptWithPasskey, {
      body: {
        token,
        name: 'Bob',
        challengeToken,
        label: 'Laptop',
        credential: authenticator.create(options),
      },
    });
    expect(consoleSuccess(access.acceptWithPasskey, joined).me.role).toBe('support');

    const asked = consoleSuccess(
      access.signInPasskeyOptions,
      await callConsole(testApp, access.signInPasskeyOptions),
    );
    const body = { challengeToken: asked.challengeToken, credential: authenticator.get(asked.options) };
    const signedIn = await callConsole(testApp, access.signInWithPasskey, { body });
    expect(consoleSuccess(access.signInWithPasskey, signedIn).me.name).toBe('Bob');
    expect((await callConsole(testApp, access.signInWithPasskey, { body })).body.error).toBe(
      'InvalidCredentials',
    );
  });

  it('is refused a passkey that has not verified its person', async () => {
    const token = await invite('cy@staff.example');
    const authenticator = createAuthenticator(testApp.config.publicUrl.origin);
    const offered = await callConsole(testApp, access.invitationPasskeyOptions, {
      body: { token, name: 'Cy' },
    });
    const { options, challengeToken } = consoleSuccess(access.invitationPasskeyOptions, offered);
    const credential = authenticator.create(options, { isUserVerified: false });
    const refused = await callConsole(testApp, access.acceptWithPasskey, {
      body: { token, name: 'Cy', challengeToken, label: 'Key', credential },
    });
    expect(refused.body.error).toBe('PasskeyRefused');
  });

  it('opens nothing once another replaced it, it ran out, or its email is a member’s', async () => {
    const first = await invite('dan@staff.example');
    const second = await invite('Dan@staff.example');
    const read = async (token: string) =>
      (await callConsole(testApp, access.readInvitation, { body: { token } })).status;
    expect([await read(first), await read(second)]).toEqual([422, 200]);
    await testApp.db.pool.query(
      `update staff_invitation set expires_at = now() where lower(email) = 'dan@staff.example'`,
    );
    expect(await read(second)).toBe(422);
    const member = await makeStaff(testApp, 'auditor');
    const { exitCode, complaint } = await operateOn(testApp, ['invite-owner', member.email.toUpperCase()]);
    expect([exitCode, complaint]).toEqual([
      1,
      `${member.email.toUpperCase()} is a member of staff already\n`,
    ]);
  });
});

describe('a sign-in', () => {
  it('says the same of a wrong password, a wrong code and an email of nobody, and records tries at a member', async () => {
    const person = await makeStaff(testApp, 'treasurer');
    const right = codeOf(person);
    const refused = [
      await signIn({ ...person, password: 'wrong' }, right),
      await signIn(person, codeOf(person, 9)),
      await signIn({ ...person, email: 'nobody@staff.example' }, right),
    ];
    const told = refused.map(({ status, body: { error, message } }) => ({ status, error, message }));
    expect(told).toEqual([told[0], told[0], told[0]]);
    expect(told[0]).toMatchObject({ status: 401, error: 'InvalidCredentials' });
    const { rows } = await testApp.db.pool.query(
      `select actor, staff_id, network_address, count(*)::integer from audit_entry
       where action = 'session.refused' and subject_id = $1 group by 1, 2, 3`,
      [person.id],
    );
    expect(rows).toEqual([{ actor: person.email, staff_id: null, network_address: '127.0.0.1', count: 2 }]);
  });

  it('is refused and recorded the same, whatever address a proxy passes on', async () => {
    const behindProxy = await createTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
    const person = await makeStaff(behindProxy, 'treasurer');
    const reply = await callConsole(behindProxy, access.signInWithPassword, {
      body: { email: person.email, password: 'wrong', twoFactorCode: '123456' },
      headers: { 'x-forwarded-for': 'x'.repeat(200) },
    });
    expect(reply.body.error).toBe('InvalidCredentials');
    expect(await newestEntry(behindProxy)).toMatchObject({ action: 'session.refused' });
    await behindProxy.close();
  });

  it('takes a code once, also of two sign-ins at once', async () => {
    const person = await makeStaff(testApp, 'treasurer');
    const replies = await Promise.all([signIn(person, codeOf(person)), signIn(person, codeOf(person))]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('takes no code for a while after ten wrong ones, and does not say so: only a right password gets there', async () => {
    const person = await makeStaff(testApp, 'treasurer');
    const wrong = codeOf(person, 9);
    const tries = await Promise.all(Array.from({ length: 10 }, () => signIn(person, wrong)));
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 401));
    const told = async (password: string) => {
      const { status, body } = await signIn({ ...person, password }, codeOf(person));
      return [status, body.error];
    };
    expect(await told(person.password)).toEqual([401, 'InvalidCredentials']);
    expect(await told('wrong')).toEqual([401, 'InvalidCredentials']);
    await testApp.db.pool.query('update staff_member set blocked_until = now() where id = $1', [person.id]);
    expect((await signIn(person, wrong)).status, 'the first after the wait').toBe(401);
    expect((await signIn(person, wrong)).status).toBe(401);
    expect((await signIn(person, codeOf(person))).status).toBe(200);
  });

  it('takes as long for an email of nobody as for a member’s, whose try is recorded', async () => {
    const { email } = await makeStaff(testApp, 'treasurer');
    for (const tried of [email, 'nobody@staff.example']) {
      const start = performance.now();
      await signIn({ email: tried, password: 'wrong' }, '123456');
      const least = securityParameters.minimumResponseTimeMs.staffSignIn;
      expect(performance.now() - start, `to ${tried}`).toBeGreaterThanOrEqual(least - 5);
    }
  });

  it('gives a cookie that no script and no other site can use', async () => {
    const person = await makeStaff(testApp, 'treasurer');
    const { headers } = await signIn(person, codeOf(person));
    expect(headers['set-cookie']).toMatch(/^mercury-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  });

  it('opens nothing of customers, and no token of theirs opens anything here', async () => {
    const customer = await makePerson(testApp);
    const asCookie = await callConsole(testApp, access.getMe, { token: customer.token });
    const asBearer = await callConsole(testApp, access.getMe, {
      headers: { authorization: `Bearer ${customer.token}` },
    });
    expect([asCookie.status, asBearer.status]).toEqual([401, 401]);
    const staff = await makeStaff(testApp, 'owner');
    const atCustomers = await testApp.call('GET', '/users/profile', {
      token: staff.token,
      headers: { cookie: `mercury-console=${staff.token}` },
    });
    expect(atCustomers.status).toBe(401);
  });
});

describe('a session', () => {
  const isLive = async (token: string) =>
    (await callConsole(testApp, access.getMe, { token })).status === 200;
  const age = (token: string, change: string) =>
    testApp.db.pool.query(
      `update staff_session set ${change} where token_hash = sha256(convert_to($1, 'UTF8'))`,
      [token],
    );

  it('ends after 15 minutes without a call, and after 8 hours in any case', async () => {
    const { token } = await makeStaff(testApp, 'support');
    const { rows } = await testApp.db.pool.query(
      `select idle_expires_at - created_at as idle, absolute_expires_at - created_at as absolute
       from staff_session where token_hash = sha256(convert_to($1, 'UTF8'))`,
      [token],
    );
    expect(rows).toMatchObject([{ idle: { minutes: 15 }, absolute: { hours: 8 } }]);
    await age(token, `idle_expires_at = now() + interval '1 minute'`);
    expect(await isLive(token)).toBe(true);
    await age(token, `idle_expires_at = idle_expires_at - interval '14 minutes'`);
    expect(await isLive(token), 'a call moved its end').toBe(true);
    await age(
      token,
      `absolute_expires_at = now() + interval '1 second', idle_expires_at = now() + interval '1 second'`,
    );
    expect(await isLive(token)).toBe(true);
    await age(token, `absolute_expires_at = now(), idle_expires_at = now()`);
    expect(await isLive(token)).toBe(false);
  });

  it('is signed out, and told so as often as wanted', async () => {
    const { token, email } = await makeStaff(testApp, 'support');
    for (let round = 0; round < 2; round += 1) {
      const out = await callConsole(testApp, access.signOut, { token });
      expect([out.status, out.headers['set-cookie']]).toMatchObject([
        200,
        expect.stringContaining('mercury-console=;'),
      ]);
    }
    expect(await isLive(token)).toBe(false);
    expect(await newestEntry(testApp)).toMatchObject({ actor: email, action: 'session.end' });
  });

  it('makes room for the sixth of one person by ending the oldest', async () => {
    const person = await makeStaff(testApp, 'support');
    const tokens: string[] = [];
    for (let step = 0; step < 5; step += 1) {
      await testApp.db.pool.query('update staff_member set last_step = 0 where id = $1', [person.id]);
      tokens.push((await signIn(person, codeOf(person))).token ?? '');
    }
    expect(await Promise.all([person.token, ...tokens].map(isLive))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it('takes no write that a page of another origin began, nor one without an origin', async () => {
    const { token } = await makeStaff(testApp, 'support');
    for (const origin of ['https://evil.example', 'null', '']) {
      const reply = await callConsole(testApp, access.signOut, { token, headers: { origin } });
      expect(reply.body.error).toBe('OriginNotAllowed');
    }
    expect(await isLive(token)).toBe(true);
  });
});

import * as access from '@mercury/contract/console/access.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAuthenticator, type PasskeyAuthenticator } from '../../test/passkey-authenticator.ts';
import { codeOf } from '../../test/two-factor.ts';
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

async function addPasskey({
  token,
}: StaffPerson): Promise<{ authenticator: PasskeyAuthenticator; id: string }> {
  const authenticator = createAuthenticator(testApp.config.publicUrl.origin);
  const offered = await callConsole(testApp, access.newPasskeyOptions, { token });
  const { options, challengeToken } = consoleSuccess(access.newPasskeyOptions, offered);
  const body = { challengeToken, label: 'Key', credential: authenticator.create(options) };
  const added = await callConsole(testApp, access.addPasskey, { token, body });
  return { authenticator, id: consoleSuccess(access.addPasskey, added).passkey.id };
}

function outlast({ id }: StaffPerson): Promise<unknown> {
  return testApp.db.pool.query(
    `update staff_session set proved_at = now() - interval '5 minutes' where staff_id = $1`,
    [id],
  );
}

function removePasskey({ token }: StaffPerson, id: string) {
  return callConsole(testApp, { ...access.removePasskey, path: `/me/passkeys/${id}` }, { token });
}

describe('a proof', () => {
  it('is asked for once five minutes are over, and given by a code, once', async () => {
    const person = await makeStaff(testApp, 'support');
    await outlast(person);
    const { token } = person;
    const asked = await callConsole(testApp, access.newPasskeyOptions, { token });
    expect(asked.body.error).toBe('ProofRequired');
    const prove = (twoFactorCode: string) =>
      callConsole(testApp, access.proveWithCode, { token, body: { twoFactorCode } });
    expect((await prove(codeOf(person, 9))).body.error).toBe('InvalidTwoFactorCode');
    const code = codeOf(person);
    const proved = consoleSuccess(access.proveWithCode, await prove(code));
    expect(Date.parse(proved.me.provedUntil ?? '')).toBeGreaterThan(Date.now() + 4.9 * 60_000);
    expect((await callConsole(testApp, access.newPasskeyOptions, { token })).status).toBe(200);
    expect((await prove(code)).body.error).toBe('InvalidTwoFactorCode');
  });

  it('is given by a passkey of one’s own, and by no other', async () => {
    const [person, other] = [await makeStaff(testApp, 'support'), await makeStaff(testApp, 'owner')];
    const own = await addPasskey(person);
    const foreign = await addPasskey(other);
    await outlast(person);
    const prove = async ({ authenticator }: { authenticator: PasskeyAuthenticator }) => {
      const offered = await callConsole(testApp, access.proofPasskeyOptions, { token: person.token });
      const { options, challengeToken } = consoleSuccess(access.proofPasskeyOptions, offered);
      const body = { challengeToken, credential: authenticator.get(options) };
      return callConsole(testApp, access.proveWithPasskey, { token: person.token, body });
    };
    expect((await prove(foreign)).body.error).toBe('PasskeyRefused');
    expect(consoleSuccess(access.proveWithPasskey, await prove(own)).me.provedUntil).not.toBeNull();
  });
});

describe('one’s own ways in', () => {
  it('are a passkey and a password, of which one always stays', async () => {
    const person = await makeStaff(testApp, 'compliance');
    const { id } = await addPasskey(person);
    const shown = await callConsole(testApp, access.getOwnAccess, { token: person.token });
    expect(consoleSuccess(access.getOwnAccess, shown)).toMatchObject({
      hasPassword: true,
      passkeys: [{ id, name: 'Key' }],
      sessions: [{ isCurrent: true }],
    });
    await testApp.db.pool.query(
      'update staff_member set password_hash = null, secret_sealed = null where id = $1',
      [person.id],
    );
    expect((await removePasskey(person, id)).body.error).toBe('LastWayIn');
    const second = await addPasskey(person);
    expect((await removePasskey(person, id)).status).toBe(200);
    expect(await newestEntry(testApp)).toMatchObject({ action: 'passkey.remove', before: { label: 'Key' } });
    expect((await removePasskey(person, second.id)).body.error).toBe('LastWayIn');
  });

  it('are nobody else’s to remove', async () => {
    const [person, other] = [await makeStaff(testApp, 'owner'), await makeStaff(testApp, 'support')];
    const { id } = await addPasskey(other);
    expect((await removePasskey(person, id)).status).toBe(404);
  });

  it('change together: a new password takes a code of the new authenticator, and ends the other sessions', async () => {
    const person = await makeStaff(testApp, 'treasurer');
    const { email, token } = person;
    const credentials = { email, password: person.password, twoFactorCode: codeOf(person) };
    const elsewhere = await callConsole(testApp, access.signInWithPassword, { body: credentials });
    const offered = await callConsole(testApp, access.newAuthenticator, { token });
    const { secretKey } = consoleSuccess(access.newAuthenticator, offered);
    const password = 'Another-Horse-9';
    const set = (twoFactorCode: string) =>
      callConsole(testApp, access.setPassword, { token, body: { password, twoFactorCode } });
    expect((await set(codeOf(person, 1))).body.error).toBe('InvalidTwoFactorCode');
    const begun = await callConsole(testApp, access.newPasskeyOptions, { token });
    const code = codeOf({ secretKey });
    expect((await set(code)).status).toBe(200);
    expect((await set(codeOf({ secretKey }, 1))).body.error, 'the secret is no longer pending').toBe(
      'InvalidTwoFactorCode',
    );
    const proof = await callConsole(testApp, access.proveWithCode, { token, body: { twoFactorCode: code } });
    expect(proof.body.error, 'the code is spent').toBe('InvalidTwoFactorCode');
    const { options, challengeToken } = consoleSuccess(access.newPasskeyOptions, begun);
    const credential = createAuthenticator(testApp.config.publicUrl.origin).create(options);
    const late = await callConsole(testApp, access.addPasskey, {
      token,
      body: { challengeToken, label: 'Key', credential },
    });
    expect(late.body.error, 'what was begun before is over').toBe('PasskeyRefused');
    const ended = await callConsole(testApp, access.getMe, { token: elsewhere.token ?? '' });
    const stays = await callConsole(testApp, access.getMe, { token });
    expect([ended.status, stays.status]).toEqual([401, 200]);
    const before = await callConsole(testApp, access.signInWithPassword, {
      body: { ...credentials, twoFactorCode: codeOf({ secretKey }, 1) },
    });
    const after = await callConsole(testApp, access.signInWithPassword, {
      body: { email, password, twoFactorCode: codeOf({ secretKey }, 1) },
    });
    expect([before.status, after.status]).toEqual([401, 200]);
  });
});

it('another session of one’s own is ended, somebody else’s is not', async () => {
  const [person, other] = [await makeStaff(testApp, 'support'), await makeStaff(testApp, 'support')];
  const { rows } = await testApp.db.pool.query<{ id: string }>(
    'select id from staff_session where staff_id = $1',
    [person.id],
  );
  const end = (token: string) =>
    callConsole(testApp, { ...access.endOwnSession, path: `/me/sessions/${rows[0]?.id ?? ''}` }, { token });
  const isLive = async () =>
    (await callConsole(testApp, access.getMe, { token: person.token })).status === 200;
  expect((await end(other.token)).status).toBe(200);
  expect(await isLive()).toBe(true);
  const twoFactorCode = codeOf(person);
  const { email, password } = person;
  const elsewhere = await callConsole(testApp, access.signInWithPassword, {
    body: { email, password, twoFactorCode },
  });
  expect((await end(elsewhere.token ?? '')).status).toBe(200);
  expect(await isLive()).toBe(false);
});

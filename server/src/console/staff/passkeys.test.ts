import * as access from '@mercury/contract/console/access.ts';
import { limits } from '@mercury/contract/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAuthenticator,
  type Misconduct,
  type PasskeyAuthenticator,
} from '../../test/passkey-authenticator.ts';
import { callConsole, consoleSuccess, makeStaff, type StaffPerson } from '../test/console-client.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

let person: StaffPerson;
let authenticator: PasskeyAuthenticator;
beforeEach(async () => {
  person = await makeStaff(testApp, 'support');
  authenticator = createAuthenticator(testApp.config.publicUrl.origin);
  expect((await add(await offerNew())).status).toBe(201);
});

async function offerNew() {
  const reply = await callConsole(testApp, access.newPasskeyOptions, { token: person.token });
  return consoleSuccess(access.newPasskeyOptions, reply);
}

function add({ options, challengeToken }: Awaited<ReturnType<typeof offerNew>>) {
  const body = { challengeToken, label: 'Key', credential: authenticator.create(options) };
  return callConsole(testApp, access.addPasskey, { token: person.token, body });
}

async function offerSignIn() {
  const reply = await callConsole(testApp, access.signInPasskeyOptions);
  return consoleSuccess(access.signInPasskeyOptions, reply);
}

async function signIn(misconduct?: Misconduct, offered?: Awaited<ReturnType<typeof offerSignIn>>) {
  const { options, challengeToken } = offered ?? (await offerSignIn());
  const body = { challengeToken, credential: authenticator.get(options, misconduct) };
  return (await callConsole(testApp, access.signInWithPasskey, { body })).status;
}

async function countWaiting(): Promise<number> {
  const { rowCount } = await testApp.ownerDb.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%from staff_member%'`,
  );
  return rowCount ?? 0;
}

describe('a sign-in by passkey', () => {
  it('needs its person verified, its owner named, and a count that goes on', async () => {
    expect(await signIn()).toBe(200);
    expect(await signIn({ isUserVerified: false })).toBe(401);
    expect(await signIn({ userHandle: Buffer.alloc(16).toString('base64url') })).toBe(401);
    expect(await signIn({ signatureCount: 1 })).toBe(401);
    expect(await signIn()).toBe(200);
  });

  it('is one of two with the same count', async () => {
    const offers = [await offerSignIn(), await offerSignIn()];
    const holder = await testApp.ownerDb.pool.connect();
    let copies: Promise<number>[] = [];
    try {
      await holder.query('begin');
      await holder.query('select from staff_member where id = $1 for update', [person.id]);
      // The first reads the count before the second has changed it, and the other way round.
      copies = offers.map((offered) => signIn({ signatureCount: 100 }, offered));
      await vi.waitFor(async () => expect(await countWaiting()).toBe(2), { timeout: 10_000 });
    } finally {
      await holder.query('commit');
      holder.release();
    }
    expect((await Promise.all(copies)).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });
});

describe('a challenge', () => {
  it('is good for five minutes', async () => {
    const offered = await offerSignIn();
    await testApp.db.pool.query(`update staff_challenge set expires_at = expires_at - interval '5 minutes'`);
    expect(await signIn({}, offered)).toBe(401);
  });

  it('is nobody else’s', async () => {
    const other = await makeStaff(testApp, 'owner');
    const asked = await callConsole(testApp, access.proofPasskeyOptions, { token: other.token });
    const { options, challengeToken } = consoleSuccess(access.proofPasskeyOptions, asked);
    const body = { challengeToken, credential: authenticator.get(options) };
    const reply = await callConsole(testApp, access.proveWithPasskey, { token: person.token, body });
    expect(reply.body.error).toBe('PasskeyRefused');
  });
});

it('nobody keeps more passkeys than the limit, also of two offers at once', async () => {
  const offered = await offerNew();
  await testApp.db.pool.query(
    `insert into staff_passkey (id, staff_id, credential_id, public_key, signature_count, transports, name, is_synced)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[]) filler, (values ('\\x00'::bytea, 0, '{}'::text[], 'Key', false)) other`,
    [...columnsOfFillers()],
  );
  authenticator = createAuthenticator(testApp.config.publicUrl.origin);
  expect((await add(offered)).body.error).toBe('TooManyPasskeys');
});

function columnsOfFillers(): string[][] {
  const fillers = Array.from({ length: limits.passkeysMax - 1 }, () => uuidv7());
  return [fillers, fillers.map(() => person.id), fillers];
}

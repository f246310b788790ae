import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, refused, type TestApp } from '../../test/app.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import {
  codeIn,
  linkIn,
  makePerson,
  newRegistration,
  registerPerson,
  registerUnverifiedPerson,
  registerVerifiedPerson,
  type Registration,
} from '../../test/person.ts';
import { features } from '../../features/features.ts';
import { forgetAllUnproved } from './forget-unproved.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const minutesPerDay = 24 * 60;

async function setAge({ username }: Pick<Registration, 'username'>, minutes: number): Promise<void> {
  await testApp.db.pool.query(
    'update app_user set created_at = now() - make_interval(mins => $2) where username = $1',
    [username, minutes],
  );
}

const sweepAccounts = () => runJob(testApp, 'sweep', {});

async function isThere({ email }: Pick<Registration, 'email'>): Promise<boolean> {
  const { rowCount } = await testApp.db.pool.query('select from app_user where email = $1', [email]);
  return rowCount === 1;
}

/** The status of a registration by somebody else of a name. */
async function registerName({ username }: Pick<Registration, 'username'>): Promise<number> {
  const { email, password } = newRegistration();
  const body = { username, email, password, confirmPassword: password };
  return (await testApp.call('POST', '/auth/register', { body })).status;
}

const verifyCode = (email: string, code: string) =>
  testApp.call('POST', '/auth/verify-code', { body: { email, code } });

async function mailTo({ email }: Registration) {
  return (await testApp.mailsTo(email))[0];
}

describe('an account whose email nobody proved', () => {
  test('keeps its name for 24 hours', async () => {
    const person = await registerPerson(testApp);
    await setAge(person, minutesPerDay - 1);
    await sweepAccounts();
    expect(await registerName(person)).toBe(409);
    const code = codeIn(await mailTo(person));
    expect((await verifyCode(person.email, code)).status).toBe(200);
  });

  test('gives way after that to whoever registers the name, in any case', async () => {
    const person = await registerUnverifiedPerson(testApp);
    const mail = await mailTo(person);
    await setAge(person, minutesPerDay + 1);
    expect(await registerName({ username: person.username.toUpperCase() })).toBe(201);
    expect((await testApp.call('GET', '/users/profile', { token: person.token })).status).toBe(401);
    expect((await verifyCode(person.email, codeIn(mail))).status).toBe(422);
    expect((await testApp.call('GET', `/auth/verify-email${linkIn(mail).search}`)).status).toBe(422);
    const { email, password } = person;
    expect(refused(await testApp.call('POST', '/auth/login', { body: { email, password } })).status).toBe(
      401,
    );
  });

  test('is forgotten after that, and its sessions end, though nobody wants the name', async () => {
    const person = await registerUnverifiedPerson(testApp);
    await setAge(person, minutesPerDay + 1);
    await sweepAccounts();
    expect(await isThere(person)).toBe(false);
    expect((await testApp.call('GET', '/users/profile', { token: person.token })).status).toBe(401);
  });

  test('stays where money came to it, and gives its name away', async () => {
    const sender = await makePerson(testApp);
    await giveMoney(testApp, sender, 'MRCY', '5');
    const person = await registerUnverifiedPerson(testApp);
    const body = { recipientAddress: person.user.walletAddress, amount: '1' };
    expect((await testApp.call('POST', '/wallets/transfer', { token: sender.token, body })).status).toBe(200);
    await setAge(person, 30 * minutesPerDay);
    await sweepAccounts();
    expect(await registerName(person)).toBe(201);
    expect(await isThere(person)).toBe(true);
  });

  test('stays where a payment was found to be its own, though nothing is credited yet', async () => {
    const person = await registerUnverifiedPerson(testApp);
    await testApp.db.pool.query(
      `insert into unassigned_deposit (rail, external_id, asset, amount, address, confirmations, confirmations_needed,
                                       has_failed, assigned_to)
       values ('btcpay', gen_random_uuid(), 'BTC', 1, 'nobody’s', 0, 1, false, $1)`,
      [person.user.id],
    );
    await setAge(person, 30 * minutesPerDay);
    await sweepAccounts();
    expect(await isThere(person)).toBe(true);
  });

  test('stays where the operator has frozen it', async () => {
    const person = await registerPerson(testApp);
    await setAge(person, 30 * minutesPerDay);
    await testApp.db.pool.query(
      `update app_user set frozen_at = now(), frozen_by = 'operator' where username = $1`,
      [person.username],
    );
    await sweepAccounts();
    expect(await registerName(person)).toBe(409);
    expect(await isThere(person)).toBe(true);
  });

  test('stays once it is proved, however old', async () => {
    const person = await registerVerifiedPerson(testApp);
    await setAge(person, 30 * minutesPerDay);
    await sweepAccounts();
    expect(await registerName(person)).toBe(409);
  });

  test('gives its name to one of two who register it at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await registerPerson(testApp);
      await setAge(person, minutesPerDay + 1);
      const statuses = await Promise.all([registerName(person), registerName(person), sweepAccounts()]);
      expect([
        [201, 409],
        [409, 201],
      ]).toContainEqual(statuses.slice(0, 2));
    }
  });

  test('is proved, or gives its name away, where both happen at once: never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const person = await registerPerson(testApp);
      const code = codeIn(await mailTo(person));
      await setAge(person, minutesPerDay + 1);
      const [proof, taken] = await Promise.all([verifyCode(person.email, code), registerName(person)]);
      expect([
        [200, 409],
        [422, 201],
      ]).toContainEqual([proof.status, taken]);
    }
  });

  test('receives no money that comes while it is forgotten', async () => {
    const sender = await makePerson(testApp);
    await giveMoney(testApp, sender, 'MRCY', '50');
    for (let round = 0; round < 4; round += 1) {
      const person = await registerUnverifiedPerson(testApp);
      await setAge(person, minutesPerDay + 1);
      const body = { recipientAddress: person.user.walletAddress, amount: '1' };
      const [transfer, taken] = await Promise.all([
        testApp.call('POST', '/wallets/transfer', { token: sender.token, body }),
        registerName(person),
      ]);
      expect(taken).toBe(201);
      const answer = transfer.status === 200 ? 'paid' : refused(transfer).error;
      expect(answer).toBe((await isThere(person)) ? 'paid' : 'RecipientNotFound');
    }
  });

  test('stays where money came to it first and is not booked yet, and the sweep waits for that', async () => {
    const sender = await makePerson(testApp);
    await giveMoney(testApp, sender, 'MRCY', '5');
    const person = await registerUnverifiedPerson(testApp);
    await setAge(person, minutesPerDay + 1);
    const body = { recipientAddress: person.user.walletAddress, amount: '1' };
    const client = await testApp.ownerDb.pool.connect();
    const ends: Promise<unknown>[] = [];
    try {
      await client.query('begin');
      await client.query('select from account where owner_id = $1 for no key update', [person.user.id]);
      ends.push(testApp.call('POST', '/wallets/transfer', { token: sender.token, body }));
      await untilWaiting(1);
      ends.push(
        forgetAllUnproved({
          accountParts: features,
          db: testApp.db,
          events: { publish: () => undefined },
        }),
      );
      await untilWaiting(2);
    } finally {
      await client.query('commit');
      client.release();
    }
    expect((await Promise.all(ends))[0]).toMatchObject({ status: 200 });
    expect(await isThere(person)).toBe(true);
  });
});

/** Until so many statements wait for what others hold. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rowCount } = await testApp.db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rowCount !== null && rowCount >= count) return;
  }
}

test('the name of an address that has an account already is free after as long as any other', async () => {
  const owner = await registerVerifiedPerson(testApp);
  const rivals = [
    await registerPerson(testApp, { email: owner.email }),
    await registerPerson(testApp),
  ] as const;
  for (const [minutes, status] of [
    [minutesPerDay - 1, 409],
    [minutesPerDay + 1, 201],
  ] as const) {
    for (const rival of rivals) {
      await setAge(rival, minutes);
      expect(await registerName(rival)).toBe(status);
    }
  }
  expect(await isThere(owner)).toBe(true);
});

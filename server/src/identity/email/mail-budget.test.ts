import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countMails } from '../../test/account-security.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makePerson, newRegistration, registerPerson } from '../../test/person.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const ownNetwork = '192.0.2.1';
const strangersNetwork = '198.51.100.1';

interface From {
  readonly networkAddress: string;
  readonly cookie?: string;
}
function ask(path: string, body: object, { networkAddress, cookie }: From) {
  const headers = cookie === undefined ? {} : { cookie };
  return testApp.call('POST', `/auth/${path}`, { body, networkAddress, headers });
}
const forgot = (email: string, from: From) => ask('forgot-password', { email }, from);
const resend = (email: string, from: From) => ask('resend-verification', { email }, from);
const registerWith = (email: string, from: From) => {
  const person = newRegistration({ email });
  return ask('register', { ...person, confirmPassword: person.password }, from);
};
const resetsMailed = (email: string) => countMails(testApp, email, 'reset-password');
const codesMailed = (email: string) => countMails(testApp, email, 'verify-email');

function many<Each>(count: number, make: (number: number) => Each): Each[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

/** As often as anybody asks, everybody is answered alike. */
async function askOften(
  way: (email: string, from: From) => Promise<{ status: number; body: unknown }>,
  email: string,
  { from, times = 8 }: { from: From; times?: number },
): Promise<void> {
  const replies = await Promise.all(many(times, () => way(email, from)));
  const unknown = await way('nobody@example.com', { networkAddress: '203.0.113.9' });
  for (const { status, body } of replies) expect({ status, body }).toEqual(pickReply(unknown));
}
/** As if all mails, and all that is counted, were so much older. */
async function passMinutes(minutes: number): Promise<void> {
  const { pool } = testApp.db;
  await pool.query('update outgoing_mail set created_at = created_at - make_interval(mins => $1)', [minutes]);
  await pool.query('update rate_limit set expire = expire - $1::bigint', [minutes * 60_000]);
}
const pickReply = ({ status, body }: { status: number; body: unknown }) => ({ status, body });

describe('mails with a reset', () => {
  test('are three an hour from a network, and a stranger takes none of the owner’s', async () => {
    const { email } = await makePerson(testApp);
    await askOften(forgot, email, { from: { networkAddress: strangersNetwork } });
    expect(await resetsMailed(email)).toBe(3);
    await askOften(forgot, email.toUpperCase(), { from: { networkAddress: ownNetwork } });
    expect(await resetsMailed(email)).toBe(6);
  });

  test('count a whole IPv6 /48 as one network, since anybody has one', async () => {
    const { email } = await makePerson(testApp);
    await Promise.all(many(5, (number) => forgot(email, { networkAddress: `2001:db8:1:${number}::1` })));
    expect(await resetsMailed(email)).toBe(3);
    await forgot(email, { networkAddress: '2001:db8:2::1' });
    expect(await resetsMailed(email)).toBe(4);
  });

  test('are ten an hour from all networks together, and a few more on a browser that signed in before', async () => {
    const { email, password } = await makePerson(testApp);
    const signIn = await testApp.call('POST', '/auth/login', { body: { email, password } });
    const cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
    await Promise.all(many(12, (number) => forgot(email, { networkAddress: `198.51.100.${number}` })));
    expect(await resetsMailed(email)).toBe(10);
    await forgot(email, { networkAddress: ownNetwork, cookie: `device=${'A'.repeat(43)}` });
    expect(await resetsMailed(email)).toBe(10);
    await askOften(forgot, email, { from: { networkAddress: ownNetwork, cookie } });
    await forgot(email, { networkAddress: '192.0.2.2', cookie });
    expect(await resetsMailed(email)).toBe(13);
  });

  test('come to a browser that signed in before, whatever its network has spent', async () => {
    const { email, password } = await makePerson(testApp);
    const signIn = await testApp.call('POST', '/auth/login', { body: { email, password } });
    const cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
    await askOften(forgot, email, { from: { networkAddress: strangersNetwork } });
    expect(await resetsMailed(email)).toBe(3);
    await forgot(email, { networkAddress: strangersNetwork, cookie });
    expect(await resetsMailed(email)).toBe(4);
  });

  test('are counted anew after an hour, and apart from those of another address', async () => {
    const [{ email }, other] = [await makePerson(testApp), await makePerson(testApp)];
    const from = { networkAddress: strangersNetwork };
    await askOften(forgot, email, { from });
    await askOften(forgot, other.email, { from });
    expect(await resetsMailed(other.email)).toBe(3);
    await passMinutes(60);
    await askOften(forgot, email, { from });
    expect(await resetsMailed(email)).toBe(6);
  });

  test('come again an hour after the first, also to whoever has gone on asking', async () => {
    const { email } = await makePerson(testApp);
    const from = { networkAddress: strangersNetwork };
    await askOften(forgot, email, { from });
    await passMinutes(59);
    await forgot(email, from);
    expect(await resetsMailed(email)).toBe(3);
    await passMinutes(1);
    await forgot(email, from);
    expect(await resetsMailed(email)).toBe(4);
  });
});

describe('mails with a code', () => {
  test.each([
    ['resends', resend],
    ['registrations', registerWith],
  ] as const)(
    'are six an hour from a network, whatever %s a stranger asks for elsewhere',
    async (_of, way) => {
      const { email } = await registerPerson(testApp);
      await Promise.all(many(8, () => way(email, { networkAddress: strangersNetwork })));
      expect(await codesMailed(email)).toBe(1 + 6);
      await Promise.all(many(8, () => resend(email, { networkAddress: ownNetwork })));
      expect(await codesMailed(email)).toBe(1 + 6 + 6);
    },
  );

  test('are fifteen an hour from all networks together', async () => {
    const { email } = await registerPerson(testApp);
    await Promise.all(many(20, (number) => resend(email, { networkAddress: `198.51.100.${number}` })));
    expect(await codesMailed(email)).toBe(15);
  });
});

test('what is counted names no address', async () => {
  const { email } = await makePerson(testApp);
  await forgot(email, { networkAddress: ownNetwork });
  const { rows } = await testApp.db.pool.query<{ key: string }>('select key from rate_limit');
  expect(rows.filter(({ key }) => key.startsWith('mail:'))).not.toEqual([]);
  expect(rows.filter(({ key }) => key.includes(email))).toEqual([]);
});

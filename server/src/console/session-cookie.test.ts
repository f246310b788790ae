import * as access from '@mercury/contract/console/access.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { codeOf } from '../test/two-factor.ts';
import { callConsole, makeStaff } from './test/console-client.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ PUBLIC_URL: 'https://wallet.example' });
});
afterAll(() => testApp.close());

it('with https the cookie is bound to the host, and no other name of it counts', async () => {
  const person = await makeStaff(testApp, 'treasurer');
  const body = { email: person.email, password: person.password, twoFactorCode: codeOf(person) };
  const { headers } = await callConsole(testApp, access.signInWithPassword, { body });
  expect(headers['set-cookie']).toMatch(
    /^__Host-mercury-console=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const me = (cookie: string) => callConsole(testApp, access.getMe, { headers: { cookie } });
  expect((await me(`__Host-mercury-console=${person.token}`)).status).toBe(200);
  expect((await me(`mercury-console=${person.token}`)).status).toBe(401);
});

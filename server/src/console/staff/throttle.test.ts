import * as access from '@mercury/contract/console/access.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countPasswordTry } from '../../identity/secrets/password-throttle.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { codeOf } from '../../test/two-factor.ts';
import { callConsole, makeStaff } from '../test/console-client.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => testApp.close());

it('tries at a password are forgotten once it was right, and are no tries at a customer’s', async () => {
  const person = await makeStaff(testApp, 'owner');
  const signIn = async (password: string) => {
    const body = { email: person.email, password, twoFactorCode: codeOf(person) };
    return (await callConsole(testApp, access.signInWithPassword, { body })).status;
  };
  const statuses: number[] = [];
  for (const password of ['1', '2', '3', '4', person.password, '5', '6', '7', '8'])
    statuses.push(await signIn(password));
  expect(statuses).toEqual([401, 401, 401, 401, 200, 401, 401, 401, 401]);
  const asCustomer = { name: person.email, networkAddress: '127.0.0.1', isKnownDevice: false };
  for (let round = 0; round < 4; round += 1) await countPasswordTry(testApp.db, asCustomer, 1);
});

it('whoever tries tokens must wait', async () => {
  const tries = Array.from({ length: 121 }, () =>
    callConsole(testApp, access.getMe, { token: 'A'.repeat(43) }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

import { endpoints } from '@mercury/contract/api/index.ts';
import { isWalletAddress } from '@mercury/contract/money/address.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

const put = (body: object) => testApp.call('PUT', '/users/profile', { token: person.token, body });
async function profile() {
  const reply = await testApp.call('GET', '/users/profile', { token: person.token });
  return succeeded(endpoints.getProfile, reply).data.user;
}

test('shows a person everything of themselves that the interface needs, and no more', async () => {
  const user = await profile();
  expect(user).toEqual({
    id: person.user.id,
    username: person.username,
    email: person.email,
    name: person.username,
    emailVerified: true,
    twoFactorEnabled: false,
    walletAddress: person.user.walletAddress,
    locale: 'en',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });
  expect(isWalletAddress(user.walletAddress)).toBe(true);
});

test('changes the name, trimmed, and the language, each without the other', async () => {
  const renamed = succeeded(endpoints.updateProfile, await put({ name: '  Ada Lovelace ' }));
  expect(renamed.message).toBe('Profile updated successfully');
  expect(renamed.data.user).toMatchObject({ name: 'Ada Lovelace', locale: 'en' });
  succeeded(endpoints.updateProfile, await put({ locale: 'fa' }));
  expect(await profile()).toMatchObject({ name: 'Ada Lovelace', locale: 'fa' });
  succeeded(endpoints.updateProfile, await put({}));
  expect(await profile()).toMatchObject({ name: 'Ada Lovelace', locale: 'fa' });
});

test.each([
  ['one letter', 'A'],
  ['nothing but spaces', '   '],
  ['81 letters', 'a'.repeat(81)],
  ['a line break', 'Ada\nLovelace'],
  ['a mark that reverses what follows', 'Ada \u202Eevil'],
  ['a letter that nobody sees', 'Ad\u3164a'],
])('refuses a name of %s', async (_what, name) => {
  const before = await profile();
  const reply = refused(await put({ name }));
  expect(reply).toMatchObject({ status: 400, error: 'ValidationFailed', errors: [{ field: 'name' }] });
  expect(await profile()).toEqual(before);
});

test.each(['Jo', 'ن'.repeat(80), '李 明', "O'Brien <b>"])('takes %s as a name as it is', async (name) => {
  succeeded(endpoints.updateProfile, await put({ name }));
  expect((await profile()).name).toBe(name);
});

test('keeps a name without what has no width in it', async () => {
  succeeded(endpoints.updateProfile, await put({ name: 'Ad\u200Ba' }));
  expect((await profile()).name).toBe('Ada');
});

test.each([{ email: 'new@example.com' }, { username: 'other' }, { emailVerified: true }, { id: 'x' }])(
  'refuses to change %o here',
  async (body) => {
    expect(refused(await put(body)).status).toBe(400);
  },
);

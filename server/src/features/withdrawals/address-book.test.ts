import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { countMails, eventKinds } from '../../test/account-security.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { otherAddress, strangersAddress } from '../../test/withdrawals.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
  const { token, password } = person;
  succeeded(endpoints.prove, await testApp.call('POST', '/auth/proof', { token, body: { password } }));
});
afterAll(() => testApp.close());

const add = (body = {}) =>
  testApp.call('POST', '/wallets/withdraw/addresses', {
    token: person.token,
    body: { currency: 'BTC', address: strangersAddress, label: 'Cold wallet', ...body },
  });
async function list() {
  const reply = await testApp.call('GET', '/wallets/withdraw/addresses', { token: person.token });
  return succeeded(endpoints.listWithdrawalAddresses, reply);
}

it('lists addresses by label, each usable at once where money is pretended', async () => {
  const { address } = succeeded(endpoints.createWithdrawalAddress, await add());
  succeeded(endpoints.createWithdrawalAddress, await add({ address: otherAddress, label: 'an exchange' }));
  expect(address).toMatchObject({ currency: 'BTC', memo: null, label: 'Cold wallet', usableFrom: null });
  const book = await list();
  expect(book.addresses.map(({ label }) => label)).toEqual(['an exchange', 'Cold wallet']);
  expect(book).toMatchObject({ isAllowListOn: false, allowListEndsAt: null });
});

it('tells its person of every address that comes or goes', async () => {
  const { address } = succeeded(endpoints.createWithdrawalAddress, await add());
  const removeAs = ({ token }: SignedInPerson) =>
    testApp.call('DELETE', `/wallets/withdraw/addresses/${address.id}`, { token });
  expect((await removeAs(await makePerson(testApp))).status).toBe(404);
  expect((await removeAs(person)).status).toBe(204);
  expect((await removeAs(person)).status).toBe(404);
  expect((await list()).addresses).toEqual([]);
  const kinds = await eventKinds(testApp, person.user.id);
  expect(kinds.slice(0, 2)).toEqual(['withdrawal_address_removed', 'withdrawal_address_added']);
  expect(await countMails(testApp, person.email, 'security-notice')).toBe(2);
});

it('takes an address once, of a currency that is withdrawn, that is one, and not of an account here', async () => {
  expect((await add()).status).toBe(201);
  expect(refused(await add({ label: 'The same' })).error).toBe('WithdrawalAddressExists');
  expect(refused(await add({ currency: 'USD' })).error).toBe('WithdrawalNotOffered');
  expect(refused(await add({ currency: 'ETH' })).error).toBe('InvalidAddress');
  const own = { currency: 'MRCY', address: person.user.walletAddress };
  expect(refused(await add(own)).error).toBe('AddressIsInternal');
});

it('holds so many and no more', async () => {
  await testApp.db.pool.query(
    `insert into withdrawal_address (id, user_id, asset, address, label)
     select gen_random_uuid(), $1, 'BTC', 'address ' || number, 'one of many' from generate_series(1, $2) number`,
    [person.user.id, limits.withdrawalAddressesMax - 1],
  );
  expect((await add()).status).toBe(201);
  expect(refused(await add({ address: otherAddress })).error).toBe('TooManyWithdrawalAddresses');
});

it('turns the allow-list off at once where money is pretended, and tells of each change once', async () => {
  const set = (isOn: boolean) =>
    testApp.call('PUT', '/wallets/withdraw/allow-list', { token: person.token, body: { isOn } });
  expect((await set(true)).body).toMatchObject({ isAllowListOn: true });
  expect((await set(true)).body).toMatchObject({ isAllowListOn: true });
  expect((await set(false)).body).toEqual({ success: true, isAllowListOn: false, allowListEndsAt: null });
  expect((await set(false)).body).toMatchObject({ isAllowListOn: false });
  const kinds = await eventKinds(testApp, person.user.id);
  expect(kinds.slice(0, 2)).toEqual(['allow_list_turned_off', 'allow_list_turned_on']);
});

it('wants the password or code shown a moment ago', async () => {
  await testApp.db.pool.query('update session set proved_at = null where user_id = $1', [person.user.id]);
  expect(refused(await add()).error).toBe('ProofRequired');
});

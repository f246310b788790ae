import { endpoints } from '@mercury/contract/api/index.ts';
import { seededCodes, assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { withCheckDigit } from '../../rails/check-digit.ts';
import { readAccountKey } from '../../rails/deposit-sources.ts';
import { deriveAddress } from '../../rails/derive-address.ts';
import { readDestination } from '../../rails/destinations.ts';
import { createSiblingApp, createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { operateOn } from '../../test/operator.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

let testApp: TestApp;
let sibling: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
  sibling = await createSiblingApp(testApp);
});
afterAll(async () => {
  await sibling.close();
  await testApp.close();
});

const onChains = seededCodes.filter((asset) => assetOf(asset).chain !== null);

async function addressOf(person: SignedInPerson, asset: AssetCode, app = testApp) {
  const reply = await app.call('GET', `/wallets/deposit/address?currency=${asset}`, { token: person.token });
  const { address, memo = '' } = succeeded(endpoints.getDepositAddress, reply);
  return { address, memo };
}

it('gives every currency on a chain an address that is right for it, with its network', async () => {
  const person = await makePerson(testApp);
  for (const asset of onChains) {
    const destination = await addressOf(person, asset);
    expect([asset, readDestination(asset, destination)]).toEqual([asset, destination]);
  }
  const { body } = await testApp.call('GET', '/wallets/deposit/address?currency=USDT', {
    token: person.token,
  });
  expect(body).toMatchObject({ currency: 'USDT', network: 'Ethereum', confirmationsNeeded: 12 });
});

it('gives one address for a chain: that of ether is that of its tokens', async () => {
  const person = await makePerson(testApp);
  const ether = await addressOf(person, 'ETH');
  expect(await addressOf(person, 'USDT')).toEqual(ether);
  expect(await addressOf(person, 'USDC')).toEqual(ether);
  expect(await addressOf(person, 'MRCY')).toEqual({ address: person.user.walletAddress, memo: '' });
});

it('gives the same address to 50 calls at once through two processes, and ever after', async () => {
  const person = await makePerson(testApp);
  for (const asset of ['BTC', 'XRP', 'SOL'] as const) {
    const calls = Array.from({ length: 50 }, (_, index) =>
      addressOf(person, asset, index % 2 === 0 ? testApp : sibling),
    );
    const answers = new Set((await Promise.all(calls)).map(({ address, memo }) => `${address} ${memo}`));
    expect([asset, answers.size]).toEqual([asset, 1]);
    const later = await addressOf(person, asset);
    expect(answers).toContain(`${later.address} ${later.memo}`);
  }
});

it('gives no two accounts the same, on no chain and on no two that share a key', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => makePerson(testApp)));
  const given = await Promise.all(
    people.flatMap((person, index) =>
      onChains.map(async (asset) => {
        const { address, memo } = await addressOf(person, asset, index % 2 === 0 ? testApp : sibling);
        return { person: person.user.id, address, memo };
      }),
    ),
  );
  const owners = new Map<string, string>();
  for (const { person, address, memo } of given) {
    const known = owners.get(`${address} ${memo}`) ?? person;
    expect(known).toBe(person);
    owners.set(`${address} ${memo}`, person);
  }
});

it('tells accounts of a shared address apart by a number with a check digit', async () => {
  const [one, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  for (const asset of ['XRP', 'TON'] as const) {
    const [ofOne, ofOther] = await Promise.all([addressOf(one, asset), addressOf(other, asset)]);
    expect(ofOne.address).toBe(ofOther.address);
    expect(ofOne.memo).not.toBe(ofOther.memo);
    for (const { memo } of [ofOne, ofOther]) expect(withCheckDigit(memo.slice(0, -1))).toBe(memo);
  }
});

it('offers none where there is no chain', async () => {
  const person = await makePerson(testApp);
  const reply = await testApp.call('GET', '/wallets/deposit/address?currency=USD', { token: person.token });
  expect(refused(reply)).toMatchObject({ status: 422, error: 'DepositNotOffered' });
});

it('derives from the key that the operator set, from its first index on', async () => {
  const account =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
  const configured = await createSiblingApp(testApp, { DEPOSIT_XPUB_BITCOIN: account });
  try {
    const [one, other] = [await makePerson(testApp), await makePerson(testApp)];
    // BIP84's own vectors.
    expect((await addressOf(one, 'BTC', configured)).address).toBe(
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    );
    expect((await addressOf(other, 'BTC', configured)).address).toBe(
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    );
    expect((await addressOf(one, 'BTC')).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  } finally {
    await configured.close();
  }
});

it('derives new addresses from another key while it runs; those given out stay', async () => {
  const account =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
  const accountKey = readAccountKey(account);
  if (accountKey === undefined) throw new Error('the key can be read');
  const early = await makePerson(testApp);
  const before = await addressOf(early, 'BTC');
  expect((await operateOn(testApp, ['set-setting', 'DEPOSIT_XPUB_BITCOIN', account])).complaint).toBe('');
  const derived = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(
    (index) => deriveAddress('bitcoin', accountKey, index).address,
  );
  await vi.waitFor(async () =>
    expect(derived).toContain((await addressOf(await makePerson(testApp), 'BTC')).address),
  );
  expect(await addressOf(early, 'BTC')).toEqual(before);
});

it.each([
  ['DEPOSIT_XPUB_BITCOIN', `zpub${'6rFR7y4Q2A'.repeat(11)}`],
  ['DEPOSIT_ADDRESS_XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTx'],
  ['DEPOSIT_ADDRESS_TON', 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBX'],
])('does not start with a %s whose checksum is wrong', async (name, value) => {
  await expect(createSiblingApp(testApp, { [name]: value })).rejects.toThrow(name);
});

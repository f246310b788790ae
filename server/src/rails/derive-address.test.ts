import { HDKey } from '@scure/bip32';
import { expect, it } from 'vitest';
import { readAccountKey } from './deposit-sources.ts';
import { accountPaths, deriveAddress, type DerivedChain } from './derive-address.ts';

// BIP39's first: "abandon" eleven times and "about", without a passphrase. BIP84 uses it, and so do wallets' own tests.
const seed = Buffer.from(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  'hex',
);
const accountKeyOf = (chain: DerivedChain) => HDKey.fromMasterSeed(seed).derive(accountPaths[chain]);

// BIP84's own account key, in its own spelling and in the general one.
const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

it.each([
  ['bitcoin', 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['bitcoin', 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
  ['litecoin', 0, 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
  ['dogecoin', 0, 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC'],
  ['ethereum', 0, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['bnb', 0, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  ['tron', 0, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
] as const)('derives the address of %s with index %i that wallets derive', (chain, index, address) => {
  const publicKey = readAccountKey(accountKeyOf(chain).publicExtendedKey);
  expect(publicKey && deriveAddress(chain, publicKey, index)).toEqual({
    address,
    path: `${accountPaths[chain]}/0/${index}`,
  });
});

it('reads an account key as xpub, ypub and zpub alike, and never a private half', () => {
  const key = readAccountKey(zpub);
  expect(key?.publicExtendedKey).toBe(zpub);
  expect(key?.privateKey).toBeNull();
  expect(key && deriveAddress('bitcoin', key, 0).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  const ypub = new HDKey({ ...partsOf(key), versions: { public: 0x049d7cb2, private: 0 } }).publicExtendedKey;
  expect(ypub.startsWith('ypub')).toBe(true);
  expect(readAccountKey(ypub)?.publicKey).toEqual(key?.publicKey);
});

function partsOf(key: HDKey | undefined) {
  if (!key?.publicKey || !key.chainCode) throw new Error('no public key');
  const { depth, index, parentFingerprint, publicKey, chainCode } = key;
  return { depth, index, parentFingerprint, publicKey, chainCode };
}

it('derives public children as BIP32 shows them', () => {
  // Test vector 2: m/0 and the root above it.
  const root = HDKey.fromExtendedKey(
    'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB',
  );
  expect(root.deriveChild(0).publicExtendedKey).toBe(
    'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
  );
});

it('refuses a key that is mistyped, private, or not of an account', () => {
  const account = accountKeyOf('bitcoin');
  const refused = [
    zpub.replace('zpub6rFR7', 'zpub6rFR8'),
    account.privateExtendedKey,
    account.deriveChild(0).publicExtendedKey,
    HDKey.fromMasterSeed(seed).publicExtendedKey,
    'xpub',
    '',
  ];
  for (const text of refused) expect([text, readAccountKey(text)]).toEqual([text, undefined]);
});

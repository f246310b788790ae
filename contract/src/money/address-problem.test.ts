import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressByteCount, encodeAddress } from './address.ts';
import { problemOfAddress } from './address-problem.ts';
import { chains, type Chain } from './asset.ts';
import { isChainAddress } from './chain-address.ts';

const walletAddress = encodeAddress(new Uint8Array(addressByteCount).fill(7));

/** As standards and first users wrote them. */
const addresses: readonly (readonly [Chain, string])[] = [
  ['mercury', walletAddress],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
  ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['bitcoin', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['litecoin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
  ['litecoin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['dogecoin', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['bnb', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  ['tron', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'],
  ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['xrp', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'],
  ['xrp', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu'],
  ['ton', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
];

/** A few characters from its end, an address may as well be whole and mistyped. */
const nearlyWhole = 8;
/** Of Bitcoin's addresses of keys, beside those of scripts. */
const lengthOfShorter = 42;

describe('what is wrong with an address', () => {
  it.each(addresses)('is nothing for one of %s: %s', (chain, address) => {
    expect(problemOfAddress(chain, address)).toBeUndefined();
  });

  it.each(addresses)('is that a part is missing, wherever one of %s breaks off: %s', (chain, address) => {
    for (let length = 1; length < address.length - nearlyWhole; length += 1) {
      // The longer kind of address passes the length of the shorter.
      if (length === lengthOfShorter) continue;
      expect([length, problemOfAddress(chain, address.slice(0, length))]).toEqual([
        length,
        { kind: 'incomplete' },
      ]);
    }
  });

  it.each(addresses.filter(([chain]) => chain !== 'solana'))(
    'is a mistyped character of one of %s: %s',
    (chain, address) => {
      const last = address.at(-1) === '5' ? '6' : '5';
      expect(problemOfAddress(chain, `${address.slice(0, -1)}${last}`)).toEqual({ kind: 'mistyped' });
    },
  );

  it.each(addresses.filter(([, address]) => /^(mrcy|bc|ltc)1/.test(address)))(
    'is told alike of the capitals that QR codes have, on %s: %s',
    (chain, address) => {
      const capitals = address.toUpperCase();
      expect(problemOfAddress(chain, capitals)).toBeUndefined();
      expect(problemOfAddress(chain, capitals.slice(0, -nearlyWhole))).toEqual({ kind: 'incomplete' });
      const last = capitals.at(-1) === '5' ? '6' : '5';
      expect(problemOfAddress(chain, `${capitals.slice(0, -1)}${last}`)).toEqual({ kind: 'mistyped' });
    },
  );

  it('is another chain, which is named', () => {
    for (const [chain, address] of addresses) {
      for (const other of chains) {
        if (isChainAddress(other, address)) continue;
        const expected =
          chain === 'mercury'
            ? { kind: 'walletAddress' }
            : { kind: 'otherChain', chain: chain === 'bnb' ? 'ethereum' : chain };
        expect([other, problemOfAddress(other, address)]).toEqual([other, expected]);
      }
    }
  });

  it('is another chain also where the address is mistyped, or looks like that chain’s alone', () => {
    const mistyped = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD';
    expect(problemOfAddress('bitcoin', mistyped)).toEqual({ kind: 'otherChain', chain: 'ethereum' });
    // The older form of a script on Litecoin can't be told from Bitcoin's.
    expect(problemOfAddress('litecoin', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG')).toEqual({
      kind: 'otherChain',
      chain: 'bitcoin',
    });
    expect(problemOfAddress('ethereum', walletAddress.replace('mrcy1q', 'mrcy1p'))).toEqual({
      kind: 'walletAddress',
    });
  });

  it.each<[Chain, string]>([
    ['ethereum', '0x0000000000000000000000000000000000000000'],
    ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['ton', 'kQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi47nL'],
    ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1vDt1v'],
    ['bitcoin', 'a friend'],
    ['xrp', '@sara'],
  ])('is on %s that %s is no address at all', (chain, text) => {
    expect(problemOfAddress(chain, text)).toEqual({ kind: 'noAddress' });
  });

  it('is something for any other text, on every chain', () => {
    fc.assert(
      fc.property(fc.constantFrom(...chains), fc.string({ maxLength: 128 }), (chain, text) => {
        expect(problemOfAddress(chain, text)).toBeDefined();
      }),
    );
  });
});

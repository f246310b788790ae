import { bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressByteCount, encodeAddress, isWalletAddress, normalizeAddress } from './address.ts';

const bytes = fc.uint8Array({ minLength: addressByteCount, maxLength: addressByteCount });

describe('wallet addresses', () => {
  it('start with the prefix of the coin and are recognised', () => {
    fc.assert(
      fc.property(bytes, (content) => {
        const address = encodeAddress(content);
        expect(address).toMatch(/^mrcy1[02-9ac-hj-np-z]{38}$/);
        expect(isWalletAddress(address)).toBe(true);
        expect(isWalletAddress(address.toUpperCase())).toBe(true);
        expect(normalizeAddress(address.toUpperCase())).toBe(address);
      }),
    );
  });

  it('are refused when any one character is mistyped', () => {
    const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
    fc.assert(
      fc.property(
        bytes,
        fc.integer({ min: 5, max: 42 }),
        fc.integer({ min: 1, max: 31 }),
        (content, place, shift) => {
          const address = encodeAddress(content);
          const wrong = alphabet[(alphabet.indexOf(address[place] ?? '') + shift) % alphabet.length];
          expect(isWalletAddress(`${address.slice(0, place)}${wrong}${address.slice(place + 1)}`)).toBe(
            false,
          );
        },
      ),
    );
  });

  it.each(['', 'mrcy1', 'mrcy', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'not an address'])(
    '%j is none',
    (text) => {
      expect(isWalletAddress(text)).toBe(false);
    },
  );

  it('of another coin are none, however right their checksum', () => {
    const words = bech32m.toWords(new Uint8Array(addressByteCount));
    expect(isWalletAddress(bech32m.encode('mrcy', words))).toBe(true);
    expect(isWalletAddress(bech32m.encode('mrcx', words))).toBe(false);
  });

  it('refuse mixed case, which their standard forbids', () => {
    const address = encodeAddress(new Uint8Array(addressByteCount));
    expect(isWalletAddress(`${address.slice(0, -1)}${address.slice(-1).toUpperCase()}`)).toBe(
      /[0-9]$/.test(address),
    );
  });

  it.each([0, 19, 21, 32])('of %i bytes are none, however right their checksum', (count) => {
    expect(isWalletAddress(bech32m.encode('mrcy', bech32m.toWords(new Uint8Array(count))))).toBe(false);
  });

  it('hold exactly twenty bytes', () => {
    expect(() => encodeAddress(new Uint8Array(19))).toThrow(RangeError);
  });
});

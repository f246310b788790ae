import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressByteCount, encodeAddress } from './address.ts';
import { looksAlike } from './look-alike.ts';

const known = encodeAddress(Uint8Array.from({ length: addressByteCount }, (_, index) => index * 11));
const hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const base58 = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ton = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';

/** Other characters, each of them, that every alphabet of addresses has. */
const changed = (text: string): string =>
  text.replaceAll(/./g, (character) => (character === '7' ? '8' : '7'));

/** The address with its middle replaced: only so many characters after the prefix and at the end stay. */
function poison(address: string, { prefix, kept }: { prefix: number; kept: number }): string {
  const start = address.slice(0, prefix + kept);
  return `${start}${changed(address.slice(prefix + kept, -kept))}${address.slice(-kept)}`;
}

describe('an address that looks like a known one', () => {
  it.each([
    ['of an account', known, 5],
    ['in hexadecimal', hex, 2],
    ['in Base58', base58, 1],
    ['of TON', ton, 2],
  ])('%s shares the four characters at either end that people compare', (_kind, address, prefix) => {
    expect(looksAlike(poison(address, { prefix, kept: 4 }), address)).toBe(true);
    expect(looksAlike(poison(address, { prefix, kept: 6 }), address)).toBe(true);
  });

  it('shares more than what all addresses of its kind share', () => {
    expect(looksAlike(poison(known, { prefix: 5, kept: 3 }), known)).toBe(false);
    expect(looksAlike(poison(hex, { prefix: 2, kept: 3 }), hex)).toBe(false);
  });

  it('or differs in a few characters, wherever they are', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 2, max: hex.length - 1 }), { minLength: 1, maxLength: 4 }),
        (places) => {
          const wrong = places.reduce(
            (text, place) => `${text.slice(0, place)}${changed(text.charAt(place))}${text.slice(place + 1)}`,
            hex,
          );
          expect(looksAlike(wrong, hex)).toBe(true);
        },
      ),
    );
  });

  it('or differs only in capitals where they tell addresses apart', () => {
    expect(looksAlike(base58.replace('H', 'h'), base58)).toBe(true);
    expect(looksAlike(ton.toLowerCase(), ton)).toBe(true);
  });

  it('is not the address itself, however it is written', () => {
    expect(looksAlike(known, known)).toBe(false);
    expect(looksAlike(` ${known}\n`, known)).toBe(false);
    expect(looksAlike(known.toUpperCase(), known)).toBe(false);
    expect(looksAlike(hex.toLowerCase(), hex)).toBe(false);
  });

  it('is none that was made by chance', () => {
    const bytes = fc.uint8Array({ minLength: addressByteCount, maxLength: addressByteCount });
    fc.assert(
      fc.property(bytes, (content) => {
        expect(looksAlike(encodeAddress(content), known)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['', 'mrcy1', 'abc', '0x'])('is not %j, which is no address', (text) => {
    expect(looksAlike(text, known)).toBe(false);
    expect(looksAlike(text, text)).toBe(false);
  });
});

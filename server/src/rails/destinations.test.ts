import { chains, seededCodes, assetOf, type AssetCode } from '@mercury/contract/money/asset.ts';
import { isChainAddress } from '@mercury/contract/money/chain-address.ts';
import { base58 } from '@scure/base';
import { getProgramDerivedAddress, address as solanaAddress } from '@solana/addresses';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDestination, readDestinationOn } from './destinations.ts';
import { exampleAddressOf } from './sandbox/example-addresses.ts';

const eip55 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Each as its standard or its first user wrote it. */
const right: readonly (readonly [AssetCode, string])[] = [
  // The genesis block's; BIP-16's first; BIP-173's of version 0, of a key and of a script; BIP-350's of version 1.
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['LTC', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
  ['LTC', 'MVcg9uEvtWuP5N6V48EHfEtbz48qR8TKZ9'],
  ['LTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  // EIP-55.
  ['ETH', eip55],
  ['USDT', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['USDC', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
  ['BNB', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'],
  ['TRX', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'],
  ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['XRP', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'],
  ['TON', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
];

it.each(right)('takes an address of %s as it is: %s', (asset, address) => {
  expect(readDestination(asset, { address })).toEqual({ address, memo: '' });
});

// Solana's addresses carry no checksum: what is refused there is told below.
it.each(right.filter(([asset]) => asset !== 'SOL'))(
  'refuses an address of %s with any one character wrong: %s',
  (asset, address) => {
    for (const at of address.slice(2).split('').keys()) {
      const [before, wrong, after] = [address.slice(0, at + 2), address.at(at + 2), address.slice(at + 3)];
      const other = wrong === '7' ? '8' : '7';
      expect([at, readDestination(asset, { address: `${before}${other}${after}` })]).toEqual([at, undefined]);
    }
  },
);

it('takes the example address of every currency, since it is filled in for people', () => {
  for (const asset of seededCodes) {
    const address = exampleAddressOf(asset) ?? '';
    const expected = assetOf(asset).chain === null ? undefined : { address, memo: '' };
    expect([asset, readDestination(asset, { address })]).toEqual([asset, expected]);
  }
});

it('refuses what is of another chain, and everything for what is on none', () => {
  for (const [asset, address] of right) {
    for (const other of seededCodes) {
      const isSameKind =
        assetOf(other).chain === assetOf(asset).chain || address.startsWith('0x')
          ? ['ETH', 'USDT', 'USDC', 'BNB', asset].includes(other)
          : false;
      const read = readDestination(other, { address });
      expect([other, address, read !== undefined]).toEqual([other, address, isSameKind]);
    }
  }
});

it('keeps one spelling of an address that can be written in several', () => {
  const spellings: readonly (readonly [AssetCode, string, string])[] = [
    ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['ETH', eip55.toLowerCase(), eip55],
    ['ETH', `0x${eip55.slice(2).toUpperCase()}`, eip55],
    [
      'TON',
      'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI',
      'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
    ],
    [
      'TON',
      '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
      'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
    ],
  ];
  for (const [asset, written, address] of spellings) {
    expect(readDestination(asset, { address: written })).toEqual({ address, memo: '' });
  }
});

it('refuses what can never be spent, is of a test network, or is no payment', async () => {
  const [programAddress] = await getProgramDerivedAddress({
    programAddress: solanaAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    seeds: ['nobody has its key'],
  });
  const refused: readonly (readonly [AssetCode, string])[] = [
    ['ETH', '0x0000000000000000000000000000000000000000'],
    ['ETH', eip55.slice(2)],
    ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    // BIP-350: version 0 with the checksum of version 1, and version 16.
    ['BTC', 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['BTC', 'BC1SW50QGDZ25J'],
    ['LTC', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
    ['SOL', programAddress],
    ['SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyT'],
    ['TON', 'kQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi47nL'],
    ['TON', '5:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'],
    ['XRP', 'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ'],
  ];
  for (const [asset, address] of refused) {
    expect([address, readDestination(asset, { address })]).toEqual([address, undefined]);
    expect([address, readDestination(asset, { address: ` ${address}` })]).toEqual([address, undefined]);
  }
});

it('takes a tag from 0 to the greatest of 32 bits, and refuses what is written otherwise', () => {
  const address = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
  for (const memo of ['0', '1', '4294967295']) {
    expect(readDestination('XRP', { address, memo })).toEqual({ address, memo });
  }
  for (const memo of ['4294967296', '-1', '01', '1.0', '1e3', ' 1', '٣', 'rent']) {
    expect([memo, readDestination('XRP', { address, memo })]).toEqual([memo, undefined]);
  }
});

it('unpacks an X-address, and refuses one that disagrees with the tag beside it (XLS-5)', () => {
  const classic = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59';
  const withoutTag = 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ';
  const withTag1 = 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu';
  expect(readDestination('XRP', { address: withoutTag })).toEqual({ address: classic, memo: '' });
  expect(readDestination('XRP', { address: withTag1 })).toEqual({ address: classic, memo: '1' });
  expect(readDestination('XRP', { address: withTag1, memo: '1' })).toEqual({ address: classic, memo: '1' });
  expect(readDestination('XRP', { address: withTag1, memo: '2' })).toBeUndefined();
  expect(readDestination('XRP', { address: withoutTag, memo: '1' })).toBeUndefined();
  // Tag 0 is a tag.
  const withTag0 = 'XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc';
  const ofTag0 = 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf';
  expect(readDestination('XRP', { address: withTag0 })).toEqual({ address: ofTag0, memo: '0' });
  expect(readDestination('XRP', { address: withTag0, memo: '0' })).toEqual({ address: ofTag0, memo: '0' });
  expect(readDestination('XRP', { address: withTag0, memo: '1' })).toBeUndefined();
});

it('takes a comment up to its bound, as text alone, and a memo only where the chain has one', () => {
  const address = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';
  for (const memo of ['a', 'Miete März', 'x'.repeat(120)]) {
    expect(readDestination('TON', { address, memo })).toEqual({ address, memo });
  }
  for (const memo of ['x'.repeat(121), ' a', 'a\n', 'a\u200Bb', '\u202Ea']) {
    expect([memo, readDestination('TON', { address, memo })]).toEqual([memo, undefined]);
  }
  expect(
    readDestination('BTC', { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', memo: '1' }),
  ).toBeUndefined();
  expect(readDestination('USD', { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })).toBeUndefined();
});

/** Also what the browser's own rules must refuse: a wrong checksum, a test network, nobody's key. */
const written: readonly string[] = [
  ...right.map(([, address]) => address),
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  eip55.toLowerCase(),
  `0x${eip55.slice(2).toUpperCase()}`,
  '0x0000000000000000000000000000000000000000',
  'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI',
  '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
  '-1:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
  '5:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
  'kQAs9VlT6S776tq3unJcP5Ogsj-ELLunLXuOb1EKcOQi47nL',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'BC1SW50QGDZ25J',
  'bc1pfeessrawgf',
  'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ',
  'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu',
  'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  '11111111111111111111111111111111',
];

const disagreements = (text: string): string[] =>
  chains.filter(
    (chain) => isChainAddress(chain, text) !== (readDestinationOn(chain, { address: text }) !== undefined),
  );

it('is agreed upon by the browser’s rules, whatever is written and however it is changed', () => {
  for (const text of written) expect([text, disagreements(text)]).toEqual([text, []]);
  const change = fc.record({
    text: fc.constantFrom(...written),
    at: fc.nat({ max: 70 }),
    by: fc.constantFrom('', '1', '7', 'a', 'Q', 'l', '0', '_', '11'),
  });
  fc.assert(
    fc.property(change, ({ text, at, by }) => {
      const changed = `${text.slice(0, at)}${by}${text.slice(at + 1)}`;
      expect([changed, disagreements(changed)]).toEqual([changed, []]);
    }),
    { numRuns: 500 },
  );
});

it('is agreed upon for half of all bytes on a chain whose addresses are keys', () => {
  const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(fc.property(keys, (bytes) => disagreements(base58.encode(bytes)).length === 0));
});

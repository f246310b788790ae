import { tradeTypes } from '@mercury/contract/api/trade.ts';
import { loadAssets, seededCodes } from '@mercury/contract/money/asset.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  choicesOf,
  coinOf,
  completePair,
  draftOf,
  exceeds,
  offeredTypes,
  orderOf,
  readWantedPair,
  swapped,
  withAsset,
  withType,
  writePair,
} from './draft.ts';

const pair = { type: 'BUY', from: 'USD', to: 'BTC' } as const;

it('asks with the side that was typed, and with no other', () => {
  expect(orderOf(pair, { side: 'from', amount: '12.5' })).toEqual({
    type: 'BUY',
    fromCurrency: 'USD',
    toCurrency: 'BTC',
    fromAmount: '12.50',
  });
  expect(orderOf(pair, { side: 'to', amount: '0.001' })).toEqual({
    type: 'BUY',
    fromCurrency: 'USD',
    toCurrency: 'BTC',
    toAmount: '0.00100000',
  });
});

it.each(['', '0', '0.00', '0.001'])('asks nothing for %j dollars', (amount) => {
  expect(orderOf(pair, { side: 'from', amount })).toBeUndefined();
});

it('asks for all that there is, though nobody could type it', () => {
  const draft = { side: 'from', amount: '10.004999', isEverything: true } as const;
  expect(orderOf(pair, draft)).toMatchObject({ fromAmount: '10.004999' });
});

it('forgets an amount whose currency has changed, and keeps one whose currency has not', () => {
  const draft = { side: 'from', amount: '100' } as const;
  expect(draftOf({ draft, asset: 'USD' }, { ...pair, to: 'ETH' })).toBe(draft);
  expect(draftOf({ draft, asset: 'USD' }, { ...pair, from: 'ETH' })).toEqual({ side: 'from', amount: '' });
});

it('knows more than is there, and not what is there to the last unit', () => {
  const quote = { fromCurrency: 'BTC', fromAmount: '0.00000002' } as const;
  expect(exceeds(quote, '0.00000001')).toBe(true);
  expect(exceeds(quote, '0.00000002')).toBe(false);
});

describe('what stands where nobody chose', () => {
  it('buys with dollars where there are any, else with what there is', () => {
    expect(completePair({ type: 'BUY' }, ['MRCY', 'USD'])).toEqual({ type: 'BUY', from: 'USD', to: 'BTC' });
    expect(completePair({ type: 'BUY' }, ['MRCY'])).toEqual({ type: 'BUY', from: 'MRCY', to: 'BTC' });
    expect(completePair({ type: 'BUY' }, [])).toEqual({ type: 'BUY', from: 'USD', to: 'BTC' });
  });

  it('begins with bitcoin, also for somebody who has some', () => {
    expect(completePair({ type: 'BUY' }, ['BTC'])).toEqual({ type: 'BUY', from: 'USD', to: 'BTC' });
    expect(completePair({ type: 'BUY' }, ['BTC', 'MRCY'])).toEqual({ type: 'BUY', from: 'MRCY', to: 'BTC' });
  });

  it('never buys a currency with itself', () => {
    expect(completePair({ type: 'BUY', to: 'MRCY' }, ['MRCY'])).toEqual({
      type: 'BUY',
      from: 'USD',
      to: 'MRCY',
    });
  });

  it('sells what there is, for dollars', () => {
    expect(completePair({ type: 'SELL' }, ['USD', 'ETH'])).toEqual({ type: 'SELL', from: 'ETH', to: 'USD' });
    expect(completePair({ type: 'SELL' }, ['USD'])).toEqual({ type: 'SELL', from: 'BTC', to: 'USD' });
  });

  it('sells and exchanges Bitcoin before other coins, and the product’s own coin last', () => {
    const held = ['MRCY', 'USD', 'ETH', 'BTC'] as const;
    expect(completePair({ type: 'SELL' }, held).from).toBe('BTC');
    expect(completePair({ type: 'SELL' }, ['MRCY', 'ETH']).from).toBe('ETH');
    expect(completePair({ type: 'EXCHANGE' }, held)).toEqual({ type: 'EXCHANGE', from: 'BTC', to: 'ETH' });
    expect(completePair({ type: 'EXCHANGE' }, ['MRCY'])).toEqual({
      type: 'EXCHANGE',
      from: 'MRCY',
      to: 'BTC',
    });
  });
});

it('is about the coin that is bought or sold, and in an exchange about the one with a market', () => {
  expect(coinOf({ type: 'BUY', from: 'BTC', to: 'MRCY' })).toBe('MRCY');
  expect(coinOf({ type: 'SELL', from: 'ETH', to: 'USD' })).toBe('ETH');
  expect(coinOf({ type: 'EXCHANGE', from: 'BTC', to: 'ETH' })).toBe('ETH');
  expect(coinOf({ type: 'EXCHANGE', from: 'BTC', to: 'MRCY' })).toBe('BTC');
});

it('offers dollars only to buy with and to be paid in, and what the person has first', () => {
  expect(choicesOf('BUY', 'from', ['ETH'])[0]).toBe('ETH');
  expect(choicesOf('BUY', 'to', []).at(0)).toBe('BTC');
  expect(choicesOf('BUY', 'to', []).at(-1)).toBe('MRCY');
  expect(choicesOf('BUY', 'from', [])).toContain('USD');
  expect(choicesOf('BUY', 'to', [])).not.toContain('USD');
  expect(choicesOf('SELL', 'from', ['USD'])).not.toContain('USD');
  expect(choicesOf('SELL', 'to', [])).toContain('USD');
  expect(choicesOf('EXCHANGE', 'from', [])).not.toContain('USD');
  expect(choicesOf('EXCHANGE', 'to', [])).not.toContain('USD');
});

it('makes a pair that the server takes of whatever an address asks for', () => {
  for (const type of tradeTypes) {
    for (const from of [undefined, ...seededCodes]) {
      for (const to of [undefined, ...seededCodes]) {
        const pair = completePair({ type, from, to }, ['MRCY', 'BTC']);
        expect(pair.from).not.toBe(pair.to);
        expect(choicesOf(type, 'from', [])).toContain(pair.from);
        expect(choicesOf(type, 'to', [])).toContain(pair.to);
      }
    }
  }
});

it('changes places with the currency that stands on the other side', () => {
  const pair = { type: 'EXCHANGE', from: 'BTC', to: 'ETH' } as const;
  expect(withAsset(pair, 'from', 'ETH', [])).toEqual({ type: 'EXCHANGE', from: 'ETH', to: 'BTC' });
  expect(withAsset(pair, 'to', 'SOL', [])).toEqual({ type: 'EXCHANGE', from: 'BTC', to: 'SOL' });
});

it('finds a side anew where changing places would make dollars what is bought', () => {
  expect(withAsset({ type: 'BUY', from: 'USD', to: 'BTC' }, 'from', 'BTC', [])).toEqual({
    type: 'BUY',
    from: 'BTC',
    to: 'ETH',
  });
});

it('goes back the same way: a purchase with dollars becomes a sale', () => {
  expect(swapped({ type: 'BUY', from: 'USD', to: 'BTC' })).toEqual({ type: 'SELL', from: 'BTC', to: 'USD' });
  expect(swapped({ type: 'SELL', from: 'BTC', to: 'USD' })).toEqual({ type: 'BUY', from: 'USD', to: 'BTC' });
  expect(swapped({ type: 'EXCHANGE', from: 'BTC', to: 'ETH' })).toEqual({
    type: 'EXCHANGE',
    from: 'ETH',
    to: 'BTC',
  });
});

it('keeps the coin that it is about from tab to tab, where it can be sold at all', () => {
  const purchase = { type: 'BUY', from: 'USD', to: 'BTC' } as const;
  expect(withType(purchase, 'SELL', ['USD', 'BTC']).from).toBe('BTC');
  expect(withType(purchase, 'SELL', ['USD', 'ETH']).from).toBe('ETH');
  expect(withType({ type: 'SELL', from: 'ETH', to: 'USD' }, 'BUY', ['USD']).to).toBe('ETH');
});

it.each([
  ['', { type: 'BUY', from: undefined, to: undefined }],
  ['to=BTC', { type: 'BUY', from: undefined, to: 'BTC' }],
  ['from=USD', { type: 'BUY', from: 'USD', to: undefined }],
  ['from=BTC', { type: 'SELL', from: 'BTC', to: undefined }],
  ['to=USD', { type: 'SELL', from: undefined, to: 'USD' }],
  ['from=BTC&to=ETH', { type: 'EXCHANGE', from: 'BTC', to: 'ETH' }],
  ['from=BTC&to=ETH&type=BUY', { type: 'BUY', from: 'BTC', to: 'ETH' }],
  ['from=EUR&to=x&type=LOAN', { type: 'BUY', from: undefined, to: undefined }],
])('reads the address "%s"', (search, wanted) => {
  expect(readWantedPair(new URLSearchParams(search))).toEqual(wanted);
});

it('finds its pair again from the address that it wrote', () => {
  const pair = { type: 'EXCHANGE', from: 'BTC', to: 'ETH' } as const;
  expect(readWantedPair(writePair(pair))).toEqual(pair);
  const search = writePair(pair, new URLSearchParams('to=SOL&range=week'));
  expect(readWantedPair(search)).toEqual(pair);
  expect(search.get('range')).toBe('week');
});

describe('where the operator offers a single coin', () => {
  const offerOnly = (...codes: string[]) =>
    loadAssets(seededAssets.map((asset) => ({ ...asset, isActive: codes.includes(asset.code) })));
  afterEach(() => loadAssets(seededAssets));

  it.each([
    ['MRCY', []],
    ['MRCY', ['MRCY']],
    ['MRCY', ['USD', 'MRCY']],
    ['BTC', ['BTC']],
  ] as const)('%s is bought with dollars and sold for them, whatever one has (%j)', (coin, held) => {
    offerOnly('USD', coin);
    const [purchase, sale] = [
      { type: 'BUY', from: 'USD', to: coin } as const,
      { type: 'SELL', from: coin, to: 'USD' } as const,
    ];
    expect(completePair({ type: 'BUY' }, held)).toEqual(purchase);
    expect(completePair({ type: 'BUY', from: coin }, held)).toEqual(purchase);
    expect(completePair({ type: 'SELL' }, held)).toEqual(sale);
    expect(completePair({ type: 'EXCHANGE', from: coin }, held)).toEqual(purchase);
    expect(withType(purchase, 'SELL', held)).toEqual(sale);
    expect(offeredTypes()).toEqual(['BUY', 'SELL']);
  });

  it('two coins can be exchanged', () => {
    offerOnly('USD', 'MRCY', 'ETH');
    expect(offeredTypes()).toEqual(['BUY', 'SELL', 'EXCHANGE']);
    expect(completePair({ type: 'EXCHANGE' }, [])).toEqual({ type: 'EXCHANGE', from: 'ETH', to: 'MRCY' });
  });
});

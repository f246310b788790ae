import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, formatAmount, parseAmount, type Amount } from './amount.ts';
import { seededCodes, assetOf, stepOutside, type AssetCode } from './asset.ts';
import { minorUnitsMax } from './decimal.ts';
import { formatPrice, parsePrice, type Price } from './price.ts';
import { rateOf, tradeOf, type TradeTerms } from './trade.ts';

function priceOf(asset: AssetCode, text: string): Price {
  const price = parsePrice(asset, text);
  if (price === undefined) throw new Error(`${text} is no price`);
  return price;
}

function amount(asset: AssetCode, text: string): Amount {
  const parsed = parseAmount(asset, text);
  if (parsed === undefined) throw new Error(`${text} is no amount`);
  return parsed;
}

const dollar = priceOf('USD', '1');
const usual = { feeBps: 25, spreadBps: 50 };
const bitcoinForDollars: TradeTerms = { fromPrice: dollar, toPrice: priceOf('BTC', '64000'), ...usual };

function written(terms: TradeTerms, side: Amount): readonly string[] | undefined {
  const trade = tradeOf(terms, side);
  return trade && [trade.from, trade.fee, trade.to].map(formatAmount);
}

describe('an exchange', () => {
  it.each<[string, TradeTerms, Amount, readonly string[]]>([
    [
      'takes the fee out of what is given, and the spread out of what the rest is worth',
      bitcoinForDollars,
      amount('USD', '1000.00'),
      // 997.50 × 0.995 / 64000
      ['1000.00', '2.50', '0.01550800'],
    ],
    [
      'rounds the fee up and what arrives down',
      bitcoinForDollars,
      amount('USD', '10.01'),
      // The fee is 0.025025; 9.98 × 0.995 / 64000 is 0.000155157...
      ['10.01', '0.03', '0.00015515'],
    ],
    [
      'takes no more than what arrives costs where a smallest unit is worth more than a cent',
      { fromPrice: dollar, toPrice: priceOf('BTC', '100000000'), ...usual },
      amount('USD', '10.50'),
      // 10.47 × 0.995 buys ten units; 10 / 0.995 is 10.0502..., so 10.06; 10.06 / 0.9975 is 10.0852..., so 10.09.
      ['10.09', '0.03', '0.00000010'],
    ],
    [
      'takes all that is given where a smallest unit is worth a cent',
      { fromPrice: dollar, toPrice: priceOf('BTC', '1000000'), ...usual },
      amount('USD', '10.50'),
      ['10.50', '0.03', '0.00001041'],
    ],
    [
      'delivers exactly what was asked for, and rounds up what it costs',
      bitcoinForDollars,
      amount('BTC', '0.01'),
      // 640 / 0.995 is 643.2160..., so 643.22; 643.22 / 0.9975 is 644.8320..., so 644.84.
      ['644.84', '1.62', '0.01000000'],
    ],
    [
      'is without rest where nothing is to be rounded, and free where nothing is charged',
      { fromPrice: priceOf('MRCY', '0.5'), toPrice: dollar, feeBps: 0, spreadBps: 0 },
      amount('MRCY', '3'),
      ['3.00000000', '0.00000000', '1.50'],
    ],
    [
      'takes the spread once between two coins',
      { fromPrice: priceOf('ETH', '3200'), toPrice: priceOf('BTC', '64000'), feeBps: 0, spreadBps: 50 },
      amount('ETH', '1'),
      ['1.000000000000000000', '0.000000000000000000', '0.04975000'],
    ],
  ])('%s', (_what, terms, side, expected) => {
    expect(written(terms, side)).toEqual(expected);
  });

  it.each<[string, TradeTerms, Amount]>([
    ['less than the smallest unit would arrive', bitcoinForDollars, amount('USD', '0.00')],
    [
      'a cent buys less than the smallest unit',
      { ...bitcoinForDollars, toPrice: priceOf('BTC', '99999999') },
      amount('USD', '0.01'),
    ],
    [
      'less would arrive than a smallest unit, free of charge',
      { ...bitcoinForDollars, toPrice: priceOf('BTC', '99999999999'), feeBps: 0 },
      amount('USD', '0.01'),
    ],
    ['the fee takes all of it', bitcoinForDollars, amount('USD', '0.01')],
    ['nothing is asked for', bitcoinForDollars, amount('BTC', '0')],
    [
      'more is asked for than the books can pay for',
      { ...bitcoinForDollars, fromPrice: priceOf('ETH', '0.01') },
      amountOf('BTC', minorUnitsMax),
    ],
    [
      'more would arrive than the books can hold',
      { fromPrice: priceOf('BTC', '64000'), toPrice: priceOf('ETH', '3200'), ...usual },
      amountOf('BTC', minorUnitsMax),
    ],
  ])('is none where %s', (_why, terms, side) => {
    expect(tradeOf(terms, side)).toBeUndefined();
  });

  it('of the smallest units costs one for the fee and one for what is exchanged', () => {
    const terms = { fromPrice: priceOf('MRCY', '1'), toPrice: priceOf('BTC', '0.5'), ...usual };
    expect(written(terms, amountOf('MRCY', 2n))).toEqual(['0.00000002', '0.00000001', '0.00000001']);
    expect(written(terms, amountOf('BTC', 1n))).toEqual(['0.00000002', '0.00000001', '0.00000001']);
  });

  it('is between two assets, and worked out from one of them', () => {
    expect(() => tradeOf({ ...bitcoinForDollars, toPrice: dollar }, amount('USD', '1'))).toThrow(TypeError);
    expect(() => tradeOf(bitcoinForDollars, amount('ETH', '1'))).toThrow(TypeError);
  });
});

describe('the rate that is shown', () => {
  it.each<[string, TradeTerms, AssetCode, string]>([
    ['of what is bought has the spread on top', bitcoinForDollars, 'BTC', '64321.608040201005'],
    [
      'of what is sold has the spread taken off',
      { fromPrice: priceOf('BTC', '64000'), toPrice: dollar, ...usual },
      'BTC',
      '63680.00',
    ],
    [
      'of what is exchanged is how much of the other there is for one',
      { fromPrice: priceOf('DOGE', '0.0832'), toPrice: priceOf('BTC', '64000'), ...usual },
      'DOGE',
      '0.0000012935',
    ],
  ])('%s', (_what, terms, base, expected) => {
    expect(formatPrice({ scaledUsd: rateOf(terms, base) ?? 0n })).toBe(expected);
  });

  it('is none where no digit of it would be left, or more than the database holds', () => {
    const far = {
      fromPrice: { asset: 'DOGE', scaledUsd: 1n },
      toPrice: priceOf('BTC', '64000'),
      ...usual,
    } as const;
    expect(rateOf(far, 'DOGE')).toBeUndefined();
    const dear = { ...far, toPrice: { asset: 'BTC', scaledUsd: minorUnitsMax } } as const;
    expect(rateOf(dear, 'BTC')).toBeUndefined();
  });
});

const asset = fc.constantFrom(...seededCodes);
const scaledUsd = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 18n }),
  // From a thousandth of a cent to a hundred thousand dollars, like real prices.
  fc.bigInt({ min: 10n ** 7n, max: 10n ** 17n }),
  // Smallest units of similar worth.
  fc.constantFrom(10n ** 12n, 5n * 10n ** 11n, 2n * 10n ** 12n, 10n ** 12n + 1n),
);
const bps = fc.oneof(fc.constantFrom(0, 1, 25, 50), fc.integer({ min: 0, max: 1_000 }));
const pair = fc.uniqueArray(asset, { minLength: 2, maxLength: 2 });
const side = fc.constantFrom<'from' | 'to'>('from', 'to');
const minorUnits = fc.oneof(
  fc.bigInt({ min: 1n, max: 300n }),
  fc.bigInt({ min: 1n, max: 10n ** 22n }),
  fc.bigInt({ min: 1n, max: minorUnitsMax }),
);

/** Exact, in 10^-30 of a US dollar. */
function exactValue(units: bigint, { asset: code, scaledUsd: price }: Price): bigint {
  return units * price * 10n ** BigInt(18 - assetOf(code).decimals);
}

describe('for any two assets, prices, fee, spread and amount, typed from either side', () => {
  const order = fc.record({
    pair,
    fromUsd: scaledUsd,
    toUsd: scaledUsd,
    feeBps: bps,
    spreadBps: bps,
    side,
    minorUnits,
    // In the unit of the books, or of what is typed.
    isFine: fc.boolean(),
  });
  type Drawn = typeof order extends fc.Arbitrary<infer Order> ? Order : never;

  /** Was found at random: without the fine rest of the dollars the fee is a cent less, which is worth three coarse units. */
  const fineRest: Drawn = {
    pair: ['USD', 'TRX'],
    fromUsd: 3_912_814_366_366n,
    toUsd: 10_022_248_508_871_419n,
    feeBps: 989,
    spreadBps: 0,
    side: 'from',
    minorUnits: 357_983_198_429_570_070_779n,
    isFine: true,
  };

  function termsOf(drawn: Drawn): TradeTerms {
    const [from = 'USD', to = 'BTC'] = drawn.pair;
    const { fromUsd, toUsd, feeBps, spreadBps } = drawn;
    return {
      fromPrice: { asset: from, scaledUsd: fromUsd },
      toPrice: { asset: to, scaledUsd: toUsd },
      feeBps,
      spreadBps,
    };
  }

  it('what arrives is worth no more than what was given, by the fee and the spread at least', () => {
    fc.assert(
      fc.property(order, (drawn) => {
        const terms = termsOf(drawn);
        const { fromPrice, toPrice } = terms;
        const { asset: typedAsset } = drawn.side === 'from' ? fromPrice : toPrice;
        const typed = amountOf(typedAsset, drawn.minorUnits * (drawn.isFine ? 1n : stepOutside(typedAsset)));
        const trade = tradeOf(terms, typed);
        if (trade === undefined) return;
        // Exactly the requested amount arrives. No more is taken than necessary, and a rest would bring nothing more.
        const least = drawn.side === 'to' ? typed.minorUnits : 0n;
        expect(trade[drawn.side].minorUnits).toBeLessThanOrEqual(typed.minorUnits);
        expect(trade[drawn.side].minorUnits).toBeGreaterThanOrEqual(least);
        expect(drawn.side === 'to' ? trade : tradeOf(terms, trade.from)).toEqual(trade);
        expect(trade.fee.minorUnits * 10_000n).toBeGreaterThanOrEqual(
          trade.from.minorUnits * BigInt(terms.feeBps),
        );
        const net = trade.from.minorUnits - trade.fee.minorUnits;
        expect(exactValue(trade.to.minorUnits, toPrice) * 10_000n).toBeLessThanOrEqual(
          exactValue(net, fromPrice) * BigInt(10_000 - terms.spreadBps),
        );
        for (const part of [trade.from, trade.to]) expect(part.minorUnits).toBeLessThanOrEqual(minorUnitsMax);
      }),
      { numRuns: 5_000, examples: [[fineRest]] },
    );
  });

  it('no less than was asked for would do: one unit less given, of dollars a cent, brings less than that', () => {
    fc.assert(
      fc.property(order, (drawn) => {
        const terms = termsOf(drawn);
        const { asset: wantedAsset } = terms.toPrice;
        const wanted = tradeOf(terms, amountOf(wantedAsset, drawn.minorUnits * stepOutside(wantedAsset)));
        if (wanted === undefined) return;
        const given = tradeOf(terms, wanted.from);
        // The other way round it may be some units more, which the house keeps.
        expect(given?.to.minorUnits ?? minorUnitsMax + 1n).toBeGreaterThanOrEqual(wanted.to.minorUnits);
        expect(given?.fee ?? wanted.fee).toEqual(wanted.fee);
        const { asset: givenAsset, minorUnits: givenUnits } = wanted.from;
        const less = tradeOf(terms, amountOf(givenAsset, givenUnits - stepOutside(givenAsset)));
        expect(less?.to.minorUnits ?? 0n).toBeLessThan(wanted.to.minorUnits);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('nobody makes money from nothing', () => {
  const step = fc.record({ pair, side, minorUnits, all: fc.boolean() });
  const prices = fc.tuple(...seededCodes.map(() => scaledUsd));

  it('whatever small exchanges are made, to and fro and round corners, at prices that stand still', () => {
    fc.assert(
      fc.property(
        prices,
        bps,
        bps,
        fc.array(step, { minLength: 20, maxLength: 60 }),
        (drawn, feeBps, spreadBps, steps) => {
          const priceIn = new Map<AssetCode, bigint>(
            seededCodes.map((code, index) => [code, drawn[index] ?? 1n]),
          );
          const price = (code: AssetCode): Price => ({ asset: code, scaledUsd: priceIn.get(code) ?? 1n });
          const purse = new Map<AssetCode, bigint>(
            seededCodes.map((code) => [code, 500n * stepOutside(code)]),
          );
          const worth = (): bigint =>
            seededCodes.reduce((sum, code) => sum + exactValue(purse.get(code) ?? 0n, price(code)), 0n);
          let value = worth();
          for (const {
            pair: [from = 'USD', to = 'BTC'],
            side: typedSide,
            minorUnits: units,
            all,
          } of steps) {
            const terms = { fromPrice: price(from), toPrice: price(to), feeBps, spreadBps };
            const has = purse.get(from) ?? 0n;
            // All that a person has, or a few units.
            const typedAsset = typedSide === 'from' ? from : to;
            const typed = all ? has : (units % 300n) * stepOutside(typedAsset);
            const trade = tradeOf(terms, amountOf(typedAsset, typed));
            if (trade === undefined || trade.from.minorUnits > has) continue;
            purse.set(from, has - trade.from.minorUnits);
            purse.set(to, (purse.get(to) ?? 0n) + trade.to.minorUnits);
            const next = worth();
            expect(next).toBeLessThanOrEqual(value);
            value = next;
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(['from', 'to'] as const)(
    'and nobody who repeats the one small exchange that the nearest would favour, typed as %s',
    (typedSide) => {
      // A smallest unit is worth just over half a cent: a cent buys 1.99, and two cost 1.005 cents.
      const coin = { asset: 'TRX', scaledUsd: 5_025_125_628_141_000n } as const;
      const terms = { fromPrice: dollar, toPrice: coin, feeBps: 0, spreadBps: 0 };
      const cent = 10_000n;
      let [dollars, units] = [1_000n * cent, 0n];
      while (dollars > cent) {
        const bought = tradeOf(terms, typedSide === 'from' ? amountOf('USD', cent) : amountOf('TRX', 2n));
        dollars -= bought?.from.minorUnits ?? dollars;
        units += bought?.to.minorUnits ?? 0n;
      }
      expect(exactValue(dollars, dollar) + exactValue(units, coin)).toBeLessThan(
        exactValue(1_000n * cent, dollar),
      );
      expect(units).toBe(typedSide === 'from' ? 999n : 1_000n);
    },
  );
});

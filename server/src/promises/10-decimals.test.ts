import { endpoints, type EndpointName } from '@mercury/contract/api/index.ts';
import {
  seededCodes,
  assetOf,
  decimalsOutside,
  stepOutside,
  topUpCodes,
  type AssetCode,
} from '@mercury/contract/money/asset.ts';
import { amountOf, formatAmount, parseAmount } from '@mercury/contract/money/amount.ts';
import { formatDecimal, minorUnitsMax, parseDecimal } from '@mercury/contract/money/decimal.ts';
import { netOfFee, shareFee, withdrawalFee } from '@mercury/contract/money/fee.ts';
import { priceDecimals } from '@mercury/contract/money/price.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../ledger/ledger.ts';
import { exampleAddressOf } from '../rails/sandbox/example-addresses.ts';
import { createTestApp, refused, succeeded, type TestApp } from '../test/app.ts';
import { giveMoney, openTestTopUp } from '../test/money.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { allEndpoints, validBodiesOf } from '../test/valid-input.ts';

/**
 * Promise 10: decimals are exact. parse(format(x)) = x to 38 digits, in code, in the database and through the API; gross = net +
 * fee; every call that takes money refuses any other text.
 */

const seed = Number(process.env['DECIMALS_SEED'] ?? Date.now() % 1_000_000_000);
const runs = (numRuns: number) => ({ seed, numRuns });
const counted = { attempted: 0, acknowledged: 0, refused: 0 };

/** What can come from outside and go there. */
const chainAssets = seededCodes.filter((asset) => assetOf(asset).chain !== null);

const anyUnits = fc.bigInt({ min: 0n, max: minorUnitsMax });
/** Each length is as likely, up to 38. */
const unitsOfAnyLength = fc
  .integer({ min: 1, max: 38 })
  .chain((digits) => fc.bigInt({ min: 10n ** BigInt(digits - 1), max: 10n ** BigInt(digits) - 1n }));

let testApp: TestApp;
let person: SignedInPerson;
let other: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000000' });
  [person, other] = await Promise.all([makePerson(testApp), makePerson(testApp)]);
  await testApp.db.pool.query("update session set proved_at = now() + interval '1 hour'");
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  process.stdout.write(`promise 10: DECIMALS_SEED=${seed} ${JSON.stringify(counted)}\n`);
  await testApp.close();
});

describe('a decimal', () => {
  test('is read back as it was written, up to 38 digits, at every number of places', () => {
    const places = fc.integer({ min: 0, max: 38 });
    fc.assert(
      fc.property(fc.oneof(anyUnits, unitsOfAnyLength), places, (units, decimals) => {
        expect(parseDecimal(formatDecimal(units, decimals), decimals)).toBe(units);
      }),
      runs(20_000),
    );
  });

  test('is written by the database as by us, and held by it to the last digit', async () => {
    const samples = fc.sample(unitsOfAnyLength, runs(500)).concat(minorUnitsMax);
    const { rows } = await testApp.db.pool.query<{ units: bigint; text: string }>(
      `select units, units::text as text from unnest($1::numeric(38, 0)[]) with ordinality as given (units, place)
        order by place`,
      [`{${samples.join(',')}}`],
    );
    expect(rows).toEqual(samples.map((units) => ({ units, text: formatDecimal(units, 0) })));
  });

  test('with its fee taken out is net plus fee, whatever the rate', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...seededCodes),
        unitsOfAnyLength,
        fc.integer({ min: 0, max: 10_000 }),
        (asset, drawn, feeBps) => {
          const step = stepOutside(asset);
          const units = drawn * step;
          const gross = amountOf(asset, units);
          const price = { feeBps, networkFee: 0n };
          const [fee, net] = [withdrawalFee(gross, price), netOfFee(gross, price)];
          expect(fee.minorUnits + net.minorUnits).toBe(units);
          // At least the rate, and less than one unit (of dollars a cent) more.
          const excess = fee.minorUnits * 10_000n - units * BigInt(feeBps);
          expect(excess >= 0n && excess < 10_000n * step).toBe(true);
        },
      ),
      runs(5000),
    );
  });
});

const notDecimals = [
  '1e3',
  '1E3',
  '1e-3',
  'NaN',
  'Infinity',
  '+1',
  '-1',
  '-0',
  '--1',
  '0x10',
  '0b1',
  '1_0',
  '1n',
];
const withSpaces = [
  '',
  ' ',
  ' 1',
  '1 ',
  '1 000',
  '1\n',
  '\t1',
  '1\u0000',
  '1\u00a0',
  '\ufeff1',
  '1\u200b',
  '\u202e1',
];
const illFormed = [
  '1.',
  '.5',
  '.',
  '1..5',
  '1.5.5',
  '01',
  '00',
  '00.5',
  '1,5',
  '1,000',
  "1'0",
  '$1',
  '1 MRCY',
  '½',
  '²',
];
/** Full width, Persian, Arabic, Devanagari, and points and signs that are none. */
const otherDigits = ['１２', '１.５', '1．5', '۱۲', '۱٫۵', '١٢', '१२', '1٫5', '1·5', '−1', '＋1'];
const noTexts = [1, 1.5, 0, -1, 1e21, true, false, null, [], ['1'], {}, { amount: '1' }];

/** No plain decimal, or too many digits for the asset. */
function wrongAmountsOf(decimals: number): readonly unknown[] {
  const tooFine = [`0.${'0'.repeat(decimals)}1`, `1.${'0'.repeat(decimals + 1)}`];
  const tooLong = [`1${'0'.repeat(38 - decimals)}`, '9'.repeat(39), '1'.repeat(5000)];
  return [notDecimals, withSpaces, illFormed, otherDigits, tooFine, tooLong, noTexts].flat();
}

describe('a call that takes money', () => {
  const fields = ['amount', 'fromAmount', 'toAmount', 'price', 'stopPrice', 'quantity', 'budget'] as const;
  /** Every call with an amount, so that a new one can't be forgotten. An acceptance only repeats its quote, an amendment its order. */
  const names = allEndpoints
    .map(([name]) => name)
    .filter((name) => name !== 'acceptQuote' && name !== 'amendOrder')
    .filter((name) => validBodiesOf(name).some((body) => fields.some((field) => field in body)));

  test('is one of those that are tried here', () => {
    expect(names.toSorted()).toEqual([
      'createPriceAlert',
      'createQuote',
      'createRecurringBuy',
      'deposit',
      'paySandboxPayment',
      'placeOrder',
      'topUp',
      'transfer',
      'withdraw',
    ]);
  });

  interface MoneyCall {
    readonly path: string;
    /** What stands beside the amount. */
    readonly body: object;
    readonly decimals: number;
    readonly field: (typeof fields)[number];
  }

  /** With each currency that it takes. */
  async function callsOf(name: EndpointName): Promise<MoneyCall[]> {
    const { path } = endpoints[name];
    const otherThan = (asset: AssetCode): AssetCode => (asset === 'BTC' ? 'ETH' : 'BTC');
    if (name === 'createPriceAlert') {
      return [
        { path, body: { currency: 'BTC', direction: 'above' }, decimals: priceDecimals, field: 'price' },
      ];
    }
    if (name === 'createQuote') {
      return [...chainAssets, 'USD' as const].flatMap((asset): MoneyCall[] => {
        const decimals = decimalsOutside(asset);
        const [giving, wanting] = asset === 'USD' ? ['BUY', 'SELL'] : ['EXCHANGE', 'EXCHANGE'];
        const given = { type: giving, fromCurrency: asset, toCurrency: otherThan(asset) };
        const wanted = { type: wanting, fromCurrency: otherThan(asset), toCurrency: asset };
        return [
          { path, body: given, decimals, field: 'fromAmount' },
          { path, body: wanted, decimals, field: 'toAmount' },
        ];
      });
    }
    if (name === 'createRecurringBuy') {
      return seededCodes.map((asset) => ({
        path,
        body: { fromCurrency: asset, toCurrency: otherThan(asset), every: 'day' },
        decimals: decimalsOutside(asset),
        field: 'amount',
      }));
    }
    if (name === 'placeOrder') {
      const order = { market: 'BTC-USD', side: 'BUY' };
      return [
        { path, body: { ...order, type: 'LIMIT', quantity: '0.001' }, decimals: 1, field: 'price' },
        { path, body: { ...order, type: 'LIMIT', price: '45000' }, decimals: 5, field: 'quantity' },
        { path, body: { ...order, type: 'STOP', quantity: '0.001' }, decimals: 1, field: 'stopPrice' },
        { path, body: { ...order, type: 'MARKET' }, decimals: 6, field: 'budget' },
      ];
    }
    const payments = await paymentsOf(name);
    return payments.map((payment) => ({
      path: payment.path,
      body: payment.body,
      decimals: decimalsOutside(payment.asset),
      field: 'amount',
    }));
  }

  async function paymentsOf(name: EndpointName): Promise<{ path: string; body: object; asset: AssetCode }[]> {
    const { path } = endpoints[name];
    if (name === 'topUp') return [{ path, body: { currency: 'USD', paymentMethod: 'CRYPTO' }, asset: 'USD' }];
    if (name === 'transfer') {
      const recipientAddress = other.user.walletAddress;
      return seededCodes.map((asset) => ({ path, body: { recipientAddress, currency: asset }, asset }));
    }
    if (name === 'paySandboxPayment') {
      const { paymentToken } = await openTestTopUp(testApp, person, '100');
      return topUpCodes().map((asset) => ({
        path: path.replace(':token', paymentToken),
        body: { currency: asset, sentCurrency: asset },
        asset,
      }));
    }
    return chainAssets.map((asset) => {
      const destination = name === 'withdraw' ? { address: exampleAddressOf(asset) } : {};
      return { path, body: { currency: asset, ...destination }, asset };
    });
  }

  test.each(names)(
    '%s refuses whatever is no plain decimal of its currency, and nothing moves',
    async (name) => {
      for (const { path, body, decimals, field } of await callsOf(name)) {
        const before = await holdings();
        for (const amount of wrongAmountsOf(decimals)) {
          const reply = await testApp.call('POST', path, {
            token: person.token,
            body: { ...body, [field]: amount },
          });
          counted.attempted += 1;
          const { status, error, errors } = refused(reply);
          expect({ amount, body, status, error, field: errors?.[0]?.field }).toEqual({
            amount,
            body,
            status: 400,
            error: 'ValidationFailed',
            field,
          });
          counted.refused += 1;
        }
        expect(await holdings()).toEqual(before);
      }
    },
  );

  async function holdings(): Promise<unknown> {
    const reply = await testApp.call('GET', '/wallets/balance', { token: person.token });
    return succeeded(endpoints.getBalance, reply).wallets;
  }
});

describe('an amount through the API', () => {
  test.each(chainAssets)(
    'in %s is in every reply what it was in the request, and net plus fee',
    async (asset) => {
      const { decimals, withdrawalMin } = assetOf(asset);
      const whole = 10n ** BigInt(decimals);
      await giveMoney(testApp, person, asset, '1000000');
      let expected = 1_000_000n * whole;
      // Up to a thousand whole units with all decimals, and the least amount.
      const least = unitsOf(asset, withdrawalMin);
      const random = fc.bigInt({ min: least, max: 1000n * whole });
      for (const units of [least, least + 1n, ...fc.sample(random, runs(8))]) {
        const amount = formatAmount(amountOf(asset, units));
        const reply = await testApp.call('POST', '/wallets/withdraw', {
          token: person.token,
          body: { currency: asset, amount, address: exampleAddressOf(asset) },
        });
        const { transaction, wallet } = succeeded(endpoints.withdraw, reply);
        expect(transaction.amount).toBe(amount);
        expect(unitsOf(asset, transaction.netAmount) + unitsOf(asset, transaction.fee)).toBe(units);
        expect(unitsOf(asset, transaction.fee)).toBe(shareFee(amountOf(asset, units), 50).minorUnits);
        expected -= units;
        expect(unitsOf(asset, wallet.availableBalance)).toBe(expected);
        counted.attempted += 1;
        counted.acknowledged += 1;
      }
    },
  );

  test('in MRCY goes from one to the other to the last unit', async () => {
    await giveMoney(testApp, person, 'MRCY', '1000000');
    const before = { mine: await availableOf(person), theirs: await availableOf(other) };
    let sent = 0n;
    for (const units of [
      1n,
      10n ** 8n + 1n,
      ...fc.sample(fc.bigInt({ min: 1n, max: 10n ** 12n }), runs(20)),
    ]) {
      const amount = formatAmount(amountOf('MRCY', units));
      const reply = await testApp.call('POST', '/wallets/transfer', {
        token: person.token,
        body: { recipientAddress: other.user.walletAddress, amount },
      });
      expect(succeeded(endpoints.transfer, reply).transaction.amount).toBe(amount);
      sent += units;
      counted.attempted += 1;
      counted.acknowledged += 1;
    }
    expect(before.mine - (await availableOf(person))).toBe(sent);
    expect((await availableOf(other)) - before.theirs).toBe(sent);
  });

  async function availableOf({ token }: SignedInPerson): Promise<bigint> {
    const reply = await testApp.call('GET', '/wallets/balance', { token });
    return unitsOf('MRCY', succeeded(endpoints.getBalance, reply).wallet.availableBalance);
  }

  function unitsOf(asset: AssetCode, text: string): bigint {
    const amount = parseAmount(asset, text);
    if (amount === undefined) throw new Error(`${text} is no amount in ${asset}`);
    return amount.minorUnits;
  }
});

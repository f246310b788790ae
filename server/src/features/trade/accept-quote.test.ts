import { randomUUID } from 'node:crypto';
import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatAmount } from '@mercury/contract/money/amount.ts';
import { pino } from 'pino';
import { inTransaction } from '../../db/database.ts';
import { checkLedger } from '../../ledger/ledger.ts';
import { createSiblingApp, createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { acceptTestQuote, insertTestQuote, type TestQuote, type TestTerms } from '../../test/trades.ts';
import { createRealRail } from '../../test/withdrawals.ts';
import { createMarket } from '../market/market.ts';
import { createQuoteAcceptance } from './accept-quote.ts';
import { noOrigin } from './trade-origin.ts';

const environment = { TRADE_DAY_USD_MAX: '500', TRADE_EXPOSURE_USD_MAX: '2000' };

let testApp: TestApp;
let sibling: TestApp;
let stranger: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp(environment);
  sibling = await createSiblingApp(testApp, environment);
  stranger = await makePerson(testApp);
});
afterAll(async () => {
  expect((await checkLedger(testApp.db)).findings).toEqual([]);
  await sibling.close();
  await testApp.close();
});

const buyBitcoin: TestTerms = { type: 'BUY', from: '100 USD', fee: '0.25', to: '0.00198503 BTC' };

async function personWith(...money: readonly (readonly ['USD' | 'BTC' | 'ETH' | 'MRCY', string])[]) {
  const person = await makePerson(testApp);
  for (const [asset, amount] of money) await giveMoney(testApp, person, asset, amount);
  return person;
}

const quoteFor = (person: SignedInPerson, terms: TestTerms) =>
  insertTestQuote(testApp.db, person.user.id, terms);

async function balancesOf({ token }: SignedInPerson): Promise<Record<string, string>> {
  const reply = await testApp.call('GET', '/wallets/balance', { token });
  const { wallets } = succeeded(endpoints.getBalance, reply);
  return Object.fromEntries(wallets.map(({ currency, balance }) => [currency, balance]));
}

async function tradesOf(person: SignedInPerson): Promise<number> {
  const { rowCount } = await testApp.db.pool.query('select from trade where user_id = $1', [person.user.id]);
  return rowCount ?? 0;
}

async function positionOf(asset: string): Promise<bigint> {
  const { rows } = await testApp.db.pool.query<{ position: bigint }>(
    'select position from house_position where asset = $1',
    [asset],
  );
  return rows[0]?.position ?? 0n;
}

describe('a quote that is accepted', () => {
  test('moves both balances at once, at exactly what it said, and answers with the trade and the wallet paid into', async () => {
    const person = await personWith(['USD', '150']);
    const quote = await quoteFor(person, buyBitcoin);
    const before = { USD: await positionOf('USD'), BTC: await positionOf('BTC') };
    const reply = await acceptTestQuote(testApp, quote, { token: person.token });
    const { transaction, wallet } = succeeded(endpoints.acceptQuote, reply);
    expect(transaction).toMatchObject({
      type: 'BUY',
      currency: 'BTC',
      amount: '0.00198503',
      fee: '0.00000000',
      netAmount: '0.00198503',
      direction: 'in',
      status: 'COMPLETED',
      usdValue: '100.00',
      counterparty: null,
      trade: {
        fromCurrency: 'USD',
        fromAmount: '100.00',
        fee: '0.25',
        toCurrency: 'BTC',
        toAmount: '0.00198503',
        rate: { base: 'BTC', quote: 'USD', value: '50000.00' },
        isRecurring: false,
      },
    });
    expect(wallet).toMatchObject({ currency: 'BTC', balance: '0.00198503', availableBalance: '0.00198503' });
    expect(await balancesOf(person)).toMatchObject({ USD: '50.00', BTC: '0.00198503' });
    // The house has what was given away but for its fee, and owes what it gave.
    expect((await positionOf('USD')) - before.USD).toBe(99_750_000n);
    expect((await positionOf('BTC')) - before.BTC).toBe(-198503n);
    const shown = await testApp.call('GET', `/transactions/${transaction.id}`, { token: person.token });
    expect(succeeded(endpoints.getTransaction, shown).transaction).toEqual(transaction);
  });

  test('of a sale and of an exchange is told by what was given away, with its fee', async () => {
    const person = await personWith(['BTC', '0.01']);
    const sale = await quoteFor(person, {
      type: 'SELL',
      from: '0.002 BTC',
      fee: '0.000005',
      to: '99.25 USD',
    });
    const sold = await acceptTestQuote(testApp, sale, { token: person.token });
    expect(succeeded(endpoints.acceptQuote, sold)).toMatchObject({
      transaction: {
        type: 'SELL',
        currency: 'BTC',
        amount: '0.00200000',
        fee: '0.00000500',
        direction: 'out',
      },
      wallet: { currency: 'USD', balance: '99.25' },
    });
    const swap = await quoteFor(person, { type: 'EXCHANGE', from: '0.002 BTC', to: '0.0398 ETH' });
    const swapped = await acceptTestQuote(testApp, swap, { token: person.token });
    expect(succeeded(endpoints.acceptQuote, swapped)).toMatchObject({
      transaction: {
        type: 'EXCHANGE',
        currency: 'BTC',
        fee: '0.00000000',
        direction: 'out',
        usdValue: '100.00',
      },
      wallet: { currency: 'ETH', balance: '0.039800000000000000' },
    });
    expect(await balancesOf(person)).toMatchObject({ USD: '99.25', BTC: '0.00600000' });
  });

  test('says what is held of the wallet paid into as a part of its balance', async () => {
    const person = await personWith(['USD', '100'], ['BTC', '1']);
    const body = { currency: 'BTC', amount: '0.4', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' };
    await testApp.db.pool.query('update app_user set two_factor_enabled_at = now() where id = $1', [
      person.user.id,
    ]);
    const held = await testApp.call('POST', '/wallets/withdraw', { token: person.token, body });
    expect(held.status).toBe(200);
    const reply = await acceptTestQuote(testApp, await quoteFor(person, buyBitcoin), { token: person.token });
    expect(succeeded(endpoints.acceptQuote, reply).wallet).toMatchObject({
      balance: '1.00198503',
      availableBalance: '0.60198503',
    });
  });
});

describe('a quote is refused', () => {
  async function refusalOf(person: SignedInPerson, quote: TestQuote, body?: object) {
    const reply = await acceptTestQuote(testApp, quote, {
      token: person.token,
      ...(body === undefined ? {} : { body }),
    });
    const { status, error } = refused(reply);
    return `${status} ${error}`;
  }

  test('as unknown where it is nobody’s or somebody else’s, which stays theirs', async () => {
    const person = await personWith(['USD', '100']);
    const quote = await quoteFor(person, buyBitcoin);
    expect(await refusalOf(stranger, quote)).toBe('404 QuoteNotFound');
    expect(await refusalOf(stranger, { ...quote, id: randomUUID() })).toBe('404 QuoteNotFound');
    expect((await acceptTestQuote(testApp, quote, { token: person.token })).status).toBe(200);
  });

  test('once it has run out by the database’s clock', async () => {
    const person = await personWith(['USD', '100']);
    const quote = await quoteFor(person, buyBitcoin);
    await testApp.db.pool.query(
      'update quote set created_at = created_at - interval $$1 hour$$, expires_at = now() where id = $1',
      [quote.id],
    );
    expect(await refusalOf(person, quote)).toBe('422 QuoteExpired');
    expect(await balancesOf(person)).toMatchObject({ USD: '100.00' });
  });

  test('once it was used', async () => {
    const person = await personWith(['USD', '300']);
    const quote = await quoteFor(person, buyBitcoin);
    expect((await acceptTestQuote(testApp, quote, { token: person.token })).status).toBe(200);
    expect(await refusalOf(person, quote)).toBe('422 QuoteUsed');
    expect(await tradesOf(person)).toBe(1);
  });

  test.each([
    { fromAmount: '100.01', toAmount: '0.00198503' },
    { fromAmount: '100.00', toAmount: '0.00198504' },
    { fromAmount: '100.00', toAmount: '0.001985030001' },
  ])('where it says something else than what was confirmed: $fromAmount for $toAmount', async (body) => {
    const person = await personWith(['USD', '300']);
    const quote = await quoteFor(person, buyBitcoin);
    expect(await refusalOf(person, quote, body)).toBe('422 QuoteChanged');
    // The same amounts, written in another way, are the same.
    const same = { fromAmount: '100', toAmount: '0.001985030' };
    expect(
      (
        await acceptTestQuote(testApp, quote, {
          token: person.token,
          body: { ...same, toAmount: '0.00198503' },
        })
      ).status,
    ).toBe(200);
  });

  test('where the balance does not cover it, and can be accepted once it does', async () => {
    const person = await personWith(['USD', '99.99']);
    const quote = await quoteFor(person, buyBitcoin);
    expect(await refusalOf(person, quote)).toBe('422 InsufficientBalance');
    expect(await tradesOf(person)).toBe(0);
    await giveMoney(testApp, person, 'USD', '0.01');
    expect((await acceptTestQuote(testApp, quote, { token: person.token })).status).toBe(200);
  });

  test('above what a person may trade within 24 hours, however the trades come together', async () => {
    const person = await personWith(['USD', '1000']);
    const quotes = await Promise.all(Array.from({ length: 8 }, () => quoteFor(person, buyBitcoin)));
    const replies = await Promise.all(
      quotes.map((quote, index) =>
        acceptTestQuote(index % 2 === 0 ? testApp : sibling, quote, { token: person.token }),
      ),
    );
    // Five of a hundred are exactly the limit.
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    const refusals = replies.filter(({ status }) => status !== 200);
    expect(new Set(refusals.map((reply) => refused(reply).error))).toEqual(new Set(['TradeLimitReached']));
    expect(await balancesOf(person)).toMatchObject({ USD: '500.00' });
  });

  test('above what a person may trade within 24 hours, of which a trade is a part until they are over', async () => {
    const person = await personWith(['USD', '600']);
    // Bought and sold in turns, so that the house is left with nothing that others of these tests would meet.
    const sellBitcoin: TestTerms = { type: 'SELL', from: '0.00198503 BTC', to: '99.25 USD' };
    const accept = async (terms: TestTerms) =>
      acceptTestQuote(testApp, await quoteFor(person, terms), { token: person.token });
    for (const terms of [buyBitcoin, sellBitcoin, buyBitcoin, sellBitcoin, buyBitcoin]) {
      expect((await accept(terms)).status).toBe(200);
    }
    // Trades never change, as the database sees to: a test's past is made behind its back.
    const pass = (interval: string) =>
      inTransaction(testApp.ownerDb, async ({ client }) => {
        await client.query('set local session_replication_role = replica');
        await client.query('update trade set created_at = created_at - $2::interval where user_id = $1', [
          person.user.id,
          interval,
        ]);
      });
    await pass('23 hours 59 minutes');
    expect(refused(await accept(sellBitcoin)).error).toBe('TradeLimitReached');
    await pass('1 minute');
    expect((await accept(sellBitcoin)).status).toBe(200);
  });

  test('of somebody frozen, as their session is', async () => {
    const person = await personWith(['USD', '300']);
    const quote = await quoteFor(person, buyBitcoin);
    await testApp.db.pool.query(`update app_user set frozen_at = now(), frozen_by = 'link' where id = $1`, [
      person.user.id,
    ]);
    expect(await refusalOf(person, quote)).toBe('401 Unauthenticated');
    expect(await tradesOf(person)).toBe(0);
  });

  test('of somebody who was frozen, or has left, while the call was on its way', async () => {
    const person = await personWith();
    const quote = await quoteFor(person, buyBitcoin);
    const { accept } = await byHand(person, quote);
    const change = (sql: string) =>
      testApp.db.pool.query(`update app_user set ${sql} where id = $1`, [person.user.id]);
    await change(`frozen_at = now(), frozen_by = 'link'`);
    await expect(accept()).rejects.toMatchObject({ code: 'Unauthenticated' });
    await change('frozen_at = null, frozen_by = null, deleted_at = now()');
    await expect(accept()).rejects.toMatchObject({ code: 'Unauthenticated' });
  });

  test('of somebody who was signed out while the call was on its way', async () => {
    const person = await personWith(['USD', '100']);
    const { accept } = await byHand(person, await quoteFor(person, buyBitcoin));
    await testApp.db.pool.query('delete from session where user_id = $1', [person.user.id]);
    await expect(accept()).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(await tradesOf(person)).toBe(0);
  });
});

/** The use case without the guards before it, and what it told of. */
async function byHand(person: SignedInPerson, { id: quoteId, offer }: TestQuote) {
  const { settings, db } = testApp;
  const userId = person.user.id;
  const { rows } = await db.pool.query<{ id: string }>('select id from session where user_id = $1', [userId]);
  const session = { id: rows[0]?.id ?? '', userId, isEmailVerified: true, isProved: false };
  const input = { fromAmount: formatAmount(offer.from), toAmount: formatAmount(offer.to) };
  const published: unknown[] = [];
  const services = {
    settings,
    db,
    events: { publish: (news: readonly unknown[]) => void published.push(...news) },
    log: pino({ level: 'silent' }),
    market: createMarket({ settings: undefined, db, log: pino({ level: 'silent' }) }),
    rail: createRealRail({}),
  };
  const acceptQuote = createQuoteAcceptance(services);
  const accept = () => acceptQuote({ session, quoteId, input, idempotencyKey: 'once', origin: noOrigin });
  return { accept, published };
}

test('an acceptance tells the person’s browsers what to ask again, and its repeat tells nobody', async () => {
  const person = await personWith(['USD', '100']);
  const { accept, published } = await byHand(person, await quoteFor(person, buyBitcoin));
  const reply = await accept();
  expect(published).toEqual([{ userId: person.user.id, topics: ['balance', 'transactions', 'notices'] }]);
  expect(await accept()).toEqual(reply);
  expect(published).toHaveLength(1);
});

describe('the key of an acceptance', () => {
  test('repeated is answered letter for letter, also after the quote has run out and prices and balances have moved', async () => {
    const person = await personWith(['USD', '150']);
    const quote = await quoteFor(person, buyBitcoin);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await acceptTestQuote(testApp, quote, { token: person.token, headers });
    expect(first.status).toBe(200);
    await testApp.db.pool.query(
      `update quote set created_at = created_at - interval '1 hour', expires_at = now() where id = $1`,
      [quote.id],
    );
    await giveMoney(testApp, person, 'BTC', '1');
    const again = await acceptTestQuote(sibling, quote, { token: person.token, headers });
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    // Quotes are swept, trades stay.
    await testApp.db.pool.query('delete from quote where id = $1', [quote.id]);
    const later = await acceptTestQuote(testApp, quote, { token: person.token, headers });
    expect(JSON.stringify(later.body)).toBe(JSON.stringify(first.body));
    expect(await tradesOf(person)).toBe(1);
  });

  test('with another quote or other amounts is refused', async () => {
    const person = await personWith(['USD', '300']);
    const [quote, other] = [await quoteFor(person, buyBitcoin), await quoteFor(person, buyBitcoin)];
    const headers = { 'idempotency-key': randomUUID() };
    expect((await acceptTestQuote(testApp, quote, { token: person.token, headers })).status).toBe(200);
    const reused = await acceptTestQuote(testApp, other, { token: person.token, headers });
    expect(refused(reused)).toMatchObject({ status: 422, error: 'IdempotencyKeyReused' });
    const body = { fromAmount: '100.00', toAmount: '0.01' };
    const changed = await acceptTestQuote(testApp, quote, { token: person.token, headers, body });
    expect(refused(changed).error).toBe('IdempotencyKeyReused');
    expect(await tradesOf(person)).toBe(1);
  });

  test('of a refusal is free again', async () => {
    const person = await personWith(['USD', '99']);
    const quote = await quoteFor(person, buyBitcoin);
    const headers = { 'idempotency-key': randomUUID() };
    expect(refused(await acceptTestQuote(testApp, quote, { token: person.token, headers })).error).toBe(
      'InsufficientBalance',
    );
    await giveMoney(testApp, person, 'USD', '1');
    expect((await acceptTestQuote(testApp, quote, { token: person.token, headers })).status).toBe(200);
  });
});

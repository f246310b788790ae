import { endpoints } from '@mercury/contract/api/index.ts';
import type { Quote } from '@mercury/contract/api/trade.ts';
import { parseAmount } from '@mercury/contract/money/amount.ts';
import type { AssetCode } from '@mercury/contract/money/asset.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSiblingApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { startLiveMarket, type LiveMarket } from '../../test/live-market.ts';
import { giveMoney, runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { findReference } from './price-references.ts';

/** An offer is looked at again when it is taken: what the market has said meanwhile is held against it. */

let market: LiveMarket;
let person: SignedInPerson;

beforeAll(async () => {
  market = await startLiveMarket();
});
beforeEach(async () => {
  await market.begin();
  market.standIn.coin('bitcoin').price = '50000';
  market.pass(minuteMs);
  person = await makePerson(market.testApp);
  await giveMoney(market.testApp, person, 'USD', '10000');
  await giveMoney(market.testApp, person, 'BTC', '1');
});
afterEach(() => market.end());
afterAll(() => market.close());

const minuteMs = 60_000;

async function ask(body: object, app: TestApp = market.testApp): Promise<Quote> {
  const reply = await app.call('POST', '/quotes', { token: person.token, body });
  return succeeded(endpoints.createQuote, reply).quote;
}

const buy = (amounts: object) => ask({ type: 'BUY', fromCurrency: 'USD', toCurrency: 'BTC', ...amounts });
const sell = (amounts: object) => ask({ type: 'SELL', fromCurrency: 'BTC', toCurrency: 'USD', ...amounts });

function accept({ id, fromAmount, toAmount }: Quote, key?: string): Promise<TestReply> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const body = { fromAmount, toAmount };
  return market.testApp.call('POST', `/quotes/${id}/accept`, { token: person.token, body, headers });
}

/** In the smallest unit. */
function unitsOf(asset: AssetCode, amount = ''): bigint {
  const parsed = parseAmount(asset, amount);
  if (parsed === undefined) throw new Error(`${amount} is no amount in ${asset}`);
  return parsed.minorUnits;
}

async function dollars(): Promise<string> {
  const { rows } = await market.testApp.db.pool.query(
    `select balance::text from account where owner_id = $1 and asset = 'USD' and kind = 'available'`,
    [person.user.id],
  );
  return rows[0].balance;
}

/** The service says so, and some process of the product has heard it: a slow answer is heard at the next look. */
async function heard(price: string, app: TestApp = market.testApp): Promise<void> {
  market.standIn.coin('bitcoin').price = price;
  market.pass(minuteMs);
  const scaledUsd = BigInt(price) * 10n ** 12n;
  await vi.waitUntil(
    async () => {
      await runJob(app, 'settle-prices', {});
      const known = await findReference(app.db.pool, 'BTC');
      return (known?.candidate ?? known)?.scaledUsd === scaledUsd;
    },
    { timeout: 20_000 },
  );
}

describe('an offer whose market has moved since', () => {
  it('against the house by more than its spread and fee is refused, and the new one stands in the reply', async () => {
    const quote = await buy({ fromAmount: '1000' });
    await heard('51000');
    const reply = await accept(quote);
    const { error, quote: anew } = refused(reply);
    expect({ status: reply.status, error }).toEqual({ status: 422, error: 'QuoteMoved' });
    expect(anew).toMatchObject({ type: 'BUY', fromAmount: '1000.00', prices: [{}, { usd: '51000.00' }] });
    expect(unitsOf('BTC', anew?.toAmount)).toBeLessThan(unitsOf('BTC', quote.toAmount));
    expect(await dollars()).toBe('10000000000');
    if (anew === undefined) throw new Error('there is no new offer');
    expect((await accept(anew)).status).toBe(200);
    expect(await dollars()).toBe('9000000000');
  });

  it('is made anew by the amount that was asked for: what is to arrive, where that was typed', async () => {
    const quote = await buy({ toAmount: '0.01' });
    await heard('51000');
    const { quote: anew } = refused(await accept(quote));
    expect(anew).toMatchObject({ toAmount: '0.01000000' });
    expect(unitsOf('USD', anew?.fromAmount)).toBeGreaterThan(unitsOf('USD', quote.fromAmount));
  });

  it('within its spread is kept', async () => {
    const quote = await buy({ fromAmount: '1000' });
    expect(quote.spreadBps).toBe(50);
    await heard('50200');
    expect((await accept(quote)).status).toBe(200);
  });

  it('just beyond its spread is not: the fee is earned and pays for no movement', async () => {
    const quote = await buy({ fromAmount: '1000' });
    await heard('50255');
    expect(refused(await accept(quote)).error).toBe('QuoteMoved');
  });

  it('for the house is kept as it is', async () => {
    const quote = await buy({ fromAmount: '1000' });
    await heard('48000');
    const { transaction } = succeeded(endpoints.acceptQuote, await accept(quote));
    expect(transaction.amount).toBe(quote.toAmount);
  });

  it('is refused in the other direction, too', async () => {
    const quote = await sell({ fromAmount: '0.1' });
    await heard('49000');
    expect(refused(await accept(quote)).error).toBe('QuoteMoved');
    expect((await accept(await sell({ fromAmount: '0.1' }))).status).toBe(200);
  });

  it('is refused by a process that did not hear of it itself', async () => {
    const quote = await buy({ fromAmount: '1000' });
    const sibling = await createSiblingApp(market.testApp, market.standIn.environment);
    await heard('51500', sibling);
    await sibling.close();
    expect(refused(await accept(quote)).error).toBe('QuoteMoved');
  });

  it('so far that its price has jumped is refused, and there is no new one', async () => {
    const quote = await buy({ fromAmount: '1000' });
    await heard('60000');
    const { error, quote: anew } = refused(await accept(quote));
    expect({ error, anew }).toEqual({ error: 'QuoteMoved', anew: undefined });
  });

  it('and that was taken before is answered to its key as it was', async () => {
    const quote = await buy({ fromAmount: '1000' });
    const first = await accept(quote, 'the-key-of-it');
    await heard('51000');
    expect(JSON.stringify((await accept(quote, 'the-key-of-it')).body)).toBe(JSON.stringify(first.body));
  });
});

describe('the key of an offer whose market has moved', () => {
  it('stays free: the same is taken under it once the market is back', async () => {
    const quote = await buy({ fromAmount: '1000' });
    await heard('51000');
    expect(refused(await accept(quote, 'the-key-of-it')).error).toBe('QuoteMoved');
    await heard('50000');
    expect((await accept(quote, 'the-key-of-it')).status).toBe(200);
    expect(await dollars()).toBe('9000000000');
  });
});

describe('the spread of an offer', () => {
  it('is larger the older its price is, once the market moves, and plain again when it has calmed', async () => {
    for (const price of ['50000', '50800', '50000', '50800', '50000']) await heard(price);
    const young = await buy({ fromAmount: '1000' });
    expect(young.spreadBps).toBeGreaterThan(50);
    market.standIn.outage = 503;
    market.pass(2 * minuteMs);
    const old = await buy({ fromAmount: '1000' });
    expect(old.spreadBps).toBeGreaterThan(young.spreadBps);
    expect(unitsOf('BTC', old.toAmount)).toBeLessThan(unitsOf('BTC', young.toAmount));
    market.standIn.outage = undefined;
    market.pass(12 * 60 * minuteMs);
    await heard('50000');
    expect((await buy({ fromAmount: '1000' })).spreadBps).toBe(50);
  });
});

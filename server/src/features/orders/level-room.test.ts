import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp, type TestReply } from '../../test/app.ts';
import { defineLevel, removeLevels } from '../../test/levels.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

/** One MRCY costs 0.57 US dollars. */

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
});
beforeEach(async () => {
  person = await makePerson(testApp);
  await giveMoney(testApp, person, 'MRCY', '1000');
  await giveMoney(testApp, person, 'USD', '1000');
});
afterEach(() => removeLevels(testApp));
afterAll(() => testApp.close());

const said = ({ status, body }: TestReply): string => (status < 300 ? 'done' : body.error);
const place = (terms: object, { token } = person) =>
  testApp.call('POST', '/orders', {
    token,
    body: { market: 'MRCY-USD', type: 'LIMIT', side: 'BUY', price: '0.55', ...terms },
  });

async function open(terms: object) {
  const { id } = succeeded(endpoints.placeOrder, await place(terms)).order;
  return (change: object) => testApp.call('PATCH', `/orders/${id}`, { token: person.token, body: change });
}

describe('an order that is changed counts', () => {
  it('as it will be, not beside what it was', async () => {
    await defineLevel(testApp, 'Basic', { tradeDay: '55' });
    const amend = await open({ quantity: '60' });
    expect(said(await amend({ quantity: '100.01' }))).toBe('LevelLimitReached');
    expect(said(await amend({ quantity: '100' }))).toBe('done');
  });

  it('without what was traded of it, which counts already', async () => {
    await defineLevel(testApp, 'Basic', { tradeDay: '61.6' });
    // Above what the other tests leave open.
    const amend = await open({ price: '0.56', quantity: '100' });
    const seller = await makePerson(testApp);
    await giveMoney(testApp, seller, 'MRCY', '40');
    expect(said(await place({ side: 'SELL', price: '0.56', quantity: '40' }, seller))).toBe('done');
    expect(refused(await amend({ quantity: '110.01' })).limit).toMatchObject({ leftUsd: '39.20' });
    expect(said(await amend({ quantity: '110' }))).toBe('done');
  });

  it('at its new price', async () => {
    await defineLevel(testApp, 'Basic', { tradeDay: '54' });
    const amend = await open({ price: '0.5', quantity: '100' });
    expect(said(await amend({ price: '0.55' }))).toBe('LevelLimitReached');
    expect(said(await amend({ price: '0.54' }))).toBe('done');
  });
});

it('an order by budget counts with what it may spend', async () => {
  await defineLevel(testApp, 'Basic', { tradeDay: '55' });
  const spend = (budget: string) => place({ type: 'MARKET', price: undefined, budget });
  expect(said(await spend('55.01'))).toBe('LevelLimitReached');
  expect(said(await spend('55'))).not.toBe('LevelLimitReached');
});

it.each([
  ['STOP', undefined],
  ['STOP_LIMIT', '0.5'],
])('a %s that waits to sell counts at the price at which it begins', async (type, price) => {
  const sell = () => place({ side: 'SELL', type, stopPrice: '0.53', price, quantity: '60' });
  await defineLevel(testApp, 'Basic', { tradeDay: '65.5' });
  expect(said(await sell())).toBe('done');
  // New it counts at the market's 34.20, and beside it 31.80.
  expect(said(await sell())).toBe('LevelLimitReached');
});

it('a stop that waits to buy counts at its limit, the most that it pays, though it begins above that', async () => {
  const buy = () => place({ type: 'STOP_LIMIT', stopPrice: '0.6', price: '0.55', quantity: '60' });
  await defineLevel(testApp, 'Basic', { tradeDay: '66' });
  expect([said(await buy()), said(await buy())]).toEqual(['done', 'done']);
  expect(said(await buy())).toBe('LevelLimitReached');
});

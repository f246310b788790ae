import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countTradedVolume } from '../features/orders/traded-volume.ts';
import { createTestApp, succeeded, type TestApp } from '../test/app.ts';
import { openMarket } from '../test/markets.ts';
import { giveMoney } from '../test/money.ts';
import { operateOn } from '../test/operator.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';

/** Ada buys what Grace sells; whoever takes pays 0.2 %, whoever rests 0.1 %, before a tier. */
let testApp: TestApp;
let ada: SignedInPerson;
let grace: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  await openMarket(testApp);
  [ada, grace] = [await makePerson(testApp), await makePerson(testApp)];
  await giveMoney(testApp, ada, 'USD', '1000');
  await giveMoney(testApp, grace, 'MRCY', '1000');
});
afterAll(() => testApp.close());

async function done(...words: string[]): Promise<string> {
  const { exitCode, output, complaint } = await operateOn(testApp, words);
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  return output;
}

async function order({ token }: SignedInPerson, side: 'BUY' | 'SELL') {
  const body = { market: 'MRCY-USD', side, type: 'LIMIT', price: '0.55', quantity: '100' };
  return succeeded(endpoints.placeOrder, await testApp.call('POST', '/orders', { token, body })).order;
}

/** Of the maker, who receives 55 US dollars, and of the taker, who receives 100 MRCY. */
async function tradeOnce(): Promise<readonly [maker: string, taker: string]> {
  const { id } = await order(grace, 'SELL');
  const { fee } = await order(ada, 'BUY');
  const reply = await testApp.call('GET', `/orders/${id}`, { token: grace.token });
  return [succeeded(endpoints.getOrder, reply).order.fee, fee];
}

async function feesOf({ token }: SignedInPerson) {
  return succeeded(endpoints.getTradingFees, await testApp.call('GET', '/trading-fees', { token }));
}

test('the fees of a market are those of new orders; an open one keeps those that it came with', async () => {
  expect(await tradeOnce()).toEqual(['0.055000', '0.20000000']);
  const resting = await order(grace, 'SELL');
  expect(await done('set-market-fees', 'mrcy-usd', '0.0001', '1')).toBe(
    'MRCY-USD: maker 0.0001 %, taker 1.0000 % (was maker 0.1000 %, taker 0.2000 %)\n',
  );
  expect((await order(ada, 'BUY')).fee).toBe('1.00000000');
  const reply = await testApp.call('GET', `/orders/${resting.id}`, { token: grace.token });
  expect(succeeded(endpoints.getOrder, reply).order.fee).toBe('0.055000');
  const market = succeeded(endpoints.getMarket, await testApp.call('GET', '/markets/MRCY-USD')).market;
  expect(market).toMatchObject({ makerFeePpm: 1, takerFeePpm: 10_000 });
  await done('set-market-fees', 'MRCY-USD', '0.1', '0.2');
});

test('whoever traded much within 30 days pays less, from the hour on in which it is counted', async () => {
  expect((await feesOf(ada)).volumeUsd).toBe('0.00');
  expect((await done('list-fee-tiers')).split('\n')[1]).toMatch(/^50000.00 +80 +90/);
  await done('set-fee-tier', '100', '10', '45');
  expect(await tradeOnce()).toEqual(['0.055000', '0.20000000']);
  await countTradedVolume(testApp);
  for (const person of [ada, grace]) expect((await feesOf(person)).volumeUsd).toBe('165.00');
  expect((await feesOf(ada)).tiers[0]).toEqual({
    volumeFromUsd: '100.00',
    makerPercent: 10,
    takerPercent: 45,
  });
  expect(await tradeOnce()).toEqual(['0.005500', '0.09000000']);

  // The last tier that is reached counts, and what is older than 30 days does not.
  await done('set-fee-tier', '150', '0', '0');
  expect(await tradeOnce()).toEqual(['0.000000', '0.00000000']);
  await testApp.ownerDb.pool.query(`update wallet_transaction set created_at = now() - interval '31 days'`);
  await countTradedVolume(testApp);
  expect((await feesOf(ada)).volumeUsd).toBe('0.00');
  expect(await tradeOnce()).toEqual(['0.055000', '0.20000000']);
});

test('a tier that takes nothing off is gone; each change is written down', async () => {
  await done('set-fee-tier', '100', '100', '100');
  expect(await done('list-fee-tiers')).not.toMatch(/^100\.00/m);
  const { rows } = await testApp.db.pool.query<{ detail: string }>(
    `select coalesce(reason, '') as detail from audit_entry where action = 'set-fee-tier' order by seq desc limit 1`,
  );
  expect(rows).toEqual([{ detail: 'no tier from 100.00 USD' }]);
});

test.each([
  [['set-market-fees', 'MRCY-USD', '10.1', '0'], '"10.1" is no fee'],
  [['set-market-fees', 'MRCY-USD', '0.00001', '0'], '"0.00001" is no fee'],
  [['set-market-fees', 'NONE-USD', '0', '0'], 'There is no market "NONE-USD"'],
  [['set-fee-tier', '100', '101', '0'], '"101" is no share'],
  [['set-fee-tier', '0', '1', '1'], '"0" is no amount'],
] as const)('%j is refused', async (words, complaint) => {
  const result = await operateOn(testApp, [...words]);
  expect(result).toMatchObject({ exitCode: 1, complaint: expect.stringContaining(complaint) });
});

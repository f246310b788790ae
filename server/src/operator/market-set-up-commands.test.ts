import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp } from '../test/app.ts';
import { giveMoney } from '../test/money.ts';
import { operateOn } from '../test/operator.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';

let testApp: TestApp;
let ada: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  ada = await makePerson(testApp);
  await giveMoney(testApp, ada, 'USDT', '1000');
});
afterAll(() => testApp.close());

async function done(...words: string[]): Promise<string> {
  const { exitCode, output, complaint } = await operateOn(testApp, words);
  expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: '' });
  return output;
}

async function refusal(...words: string[]): Promise<string> {
  const { exitCode, complaint } = await operateOn(testApp, words);
  expect(exitCode).toBe(1);
  return complaint;
}

const buy = (market: string, terms: object) =>
  testApp.call('POST', '/orders', {
    token: ada.token,
    body: { market, side: 'BUY', type: 'LIMIT', ...terms },
  });

test('a market is added while the server runs: halted, then opened and traded', async () => {
  const added = await done('add-market', 'doge', 'usdt', 'tick=0.00001', 'lot=0.1', 'least=5', 'range=7.5');
  expect(added).toContain('DOGE-USDT is there, and halted');
  const shown = succeeded(endpoints.getMarket, await testApp.call('GET', '/markets/DOGE-USDT')).market;
  expect(shown).toMatchObject({
    state: 'halted',
    tick: '0.00001',
    lot: '0.1',
    quantityMin: '5.0',
    priceRangeBps: 750,
    makerFeePpm: 1000,
    takerFeePpm: 2000,
  });
  const order = { price: '0.1', quantity: '5' };
  expect(refused(await buy('DOGE-USDT', order)).error).toBe('MarketClosed');
  await done('set-market-state', 'DOGE-USDT', 'open');
  expect((await buy('DOGE-USDT', order)).status).toBe(201);
  expect(refused(await buy('DOGE-USDT', { ...order, quantity: '4.9' })).error).toBe('AmountOutOfRange');
  const { rows } = await testApp.db.pool.query(
    `select actor as operator, coalesce(reason, '') as detail from audit_entry where action = 'add-market'`,
  );
  expect(rows).toEqual([{ operator: 'Grace', detail: 'DOGE-USDT tick=0.00001 lot=0.1 least=5 range=7.5' }]);
});

test.each([
  ['GOLD USD tick=0.1 lot=0.1 least=1', 'There is no currency "GOLD"'],
  ['BTC BTC tick=0.1 lot=0.1 least=1', 'of two currencies'],
  ['BTC USD tick=0.1 lot=0.1 least=1', 'There is a market BTC-USD'],
  ['LTC BTC lot=0.1 least=1', 'tick= is an amount of BTC'],
  ['LTC BTC tick=0 lot=0.1 least=1', 'tick= is an amount of BTC'],
  ['LTC BTC tick=0.00000001 lot=0.1 least=1', 'A lot at a tick costs a part of the smallest unit of BTC'],
  ['LTC BTC tick=0.00001 lot=0.00000009 least=1', 'at least 10 of the smallest units of LTC'],
  ['LTC BTC tick=0.00001 lot=0.001 least=0.0015', 'a whole number of lots'],
  ['LTC BTC tick=0.00001 lot=0.001 least=1 range=50.01', 'from 0.01 to 50 percent'],
  ['LTC BTC tick=0.00001 lot=0.001 least=1 range=0', 'from 0.01 to 50 percent'],
  ['LTC BTC tick=0.00001 lot=0.001 least=1 size=3', '"size=3" is no setting'],
  ['LTC BTC tick=0.00001 lot=0.001 least=1 least=2', 'least is said twice'],
])('add-market %s is refused: %s', async (words, reason) => {
  expect(await refusal('add-market', ...words.split(' '))).toContain(reason);
});

test('a market whose symbol for programs would be that of another one is refused', async () => {
  await done('add-asset', 'YUSD', '6', 'name=Y Dollar', 'price=1');
  await done('add-asset', 'MRC', '6', 'name=Mrc', 'price=1');
  const settings = ['tick=0.1', 'lot=0.1', 'least=1'];
  expect(await refusal('add-market', 'MRC', 'YUSD', ...settings)).toContain(
    'it would be MRCYUSD, which is MRCY-USD',
  );
  await done('add-market', 'YUSD', 'MRC', ...settings);
});

test('the smallest order and the price range change within a second, also for a book that is in use', async () => {
  await done('set-market-state', 'MRCY-USDT', 'open');
  const market = 'MRCY-USDT';
  // The own coin costs 0.57: nobody may wait with a bid above the range.
  const reached = async (): Promise<string> => {
    const reply = succeeded(endpoints.placeOrder, await buy(market, { price: '0.6', quantity: '10' }));
    await testApp.call('DELETE', `/orders/${reply.order.id}`, { token: ada.token });
    return reply.order.status;
  };
  expect(await reached()).toBe('OPEN');
  expect(await done('set-market', market, 'least=20', 'range=2')).toBe(
    'MRCY-USDT: least=20 range=2 (was least 1.00, range 10 %)\n',
  );
  const tooSmall = async () => (await buy(market, { price: '0.5', quantity: '19.99' })).status;
  await expect.poll(tooSmall, { timeout: 5000 }).toBe(422);
  expect((await buy(market, { price: '0.5', quantity: '20' })).status).toBe(201);
  await done('set-market', market, 'least=1');
  await expect.poll(reached, { timeout: 5000 }).toBe('EXPIRED');
  for (const wrong of ['tick=0.1', 'lot=1', 'least=0', 'range=51', 'least=0.001']) {
    await refusal('set-market', market, wrong);
  }
  expect(await refusal('set-market', 'NONE-USD', 'least=1')).toContain('There is no market "NONE-USD"');
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, refused, type TestApp, type TestReply } from '../../test/app.ts';
import { securityParameters } from '../../security-parameters.ts';
import { openMarket } from '../../test/markets.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

/** What is left of the minute: one lease. */
const allowed = 60;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
  await openMarket(testApp);
});
afterAll(() => testApp.close());

async function makeTrader(): Promise<SignedInPerson> {
  const person = await makePerson(testApp);
  await giveMoney(testApp, person, 'USD', '5000');
  await giveMoney(testApp, person, 'MRCY', '5000');
  await testApp.db.pool.query('insert into rate_limit (key, points, expire) values ($1, $2, $3)', [
    `order0:${person.user.id}`,
    securityParameters.rateLimits.order[0].points - allowed,
    Date.now() + 60_000,
  ]);
  return person;
}

function order({ token }: SignedInPerson, side: 'BUY' | 'SELL', price: string): Promise<TestReply> {
  const body = { market: 'MRCY-USD', type: 'LIMIT', side, price, quantity: '1', timeInForce: 'GTC' };
  return testApp.call('POST', '/orders', { token, body });
}

async function placedBefore(refusal: () => Promise<TestReply>): Promise<number> {
  for (let count = 0; ; count += 1) {
    const reply = await refusal();
    if (reply.status === 201) continue;
    expect(refused(reply).error).toBe('RateLimitExceeded');
    return count;
  }
}

it('what trades as a whole doesn’t, neither for who was there first nor for who came', async () => {
  const [maker, taker] = [await makeTrader(), await makeTrader()];
  for (let count = 0; count < allowed + 2; count += 1) {
    expect((await order(maker, 'SELL', '0.60')).status).toBe(201);
    expect((await order(taker, 'BUY', '0.60')).status).toBe(201);
  }
});

it('what rests counts to the last order of the minute, until it trades', async () => {
  const [maker, taker] = [await makeTrader(), await makeTrader()];
  expect(await placedBefore(() => order(maker, 'SELL', '0.58'))).toBe(allowed);
  expect((await order(taker, 'BUY', '0.58')).status).toBe(201);
  expect((await order(maker, 'SELL', '0.58')).status).toBe(201);
  expect(refused(await order(maker, 'SELL', '0.58')).error).toBe('RateLimitExceeded');
});

import { endpoints } from '@mercury/contract/api/index.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { succeeded } from '../../test/app.ts';
import { findCoin, startLiveMarket, type LiveMarket } from '../../test/live-market.ts';
import { giveMoney } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

const minuteMs = 60 * 1000;

let market: LiveMarket;
let person: SignedInPerson;

beforeAll(async () => {
  market = await startLiveMarket();
  person = await makePerson(market.testApp);
  await giveMoney(market.testApp, person, 'BTC', '1');
  // So long that nobody who passes a day needs to sign in again.
  await market.testApp.db.pool.query(
    `update session set idle_expires_at = now() + interval '30 days', absolute_expires_at = now() + interval '30 days'`,
  );
  await market.begin();
});
afterEach(() => {
  market.standIn.outage = undefined;
});
afterAll(async () => {
  market.end();
  await market.close();
});

async function portfolio({ token } = person) {
  const reply = await market.testApp.call('GET', '/portfolio?range=week', { token });
  return succeeded(endpoints.getPortfolio, reply);
}

it('is valued at the market’s prices, present and past, and says since when they are', async () => {
  const { asOf } = await findCoin(market.testApp, 'bitcoin');
  const found = await portfolio();
  expect(found).toMatchObject({
    source: 'live',
    isStale: false,
    asOf,
    totalUsd: '64392.12',
    change: { usd: '0.00', percent: '0.00' },
    holdings: [{ price: '64392.123456789012', isPriceIndicative: false, valueUsd: '64392.12' }],
  });
  // It came a day ago, as the product's clock has it.
  expect(found.points.at(-20)?.usd).toBe('0.00');
  expect(found.points.slice(-10, -1).map(({ usd }) => usd)).toEqual(Array(9).fill('64392.12'));
});

it('had the worth that was recorded of the market at the hour, and none that was pretended', async () => {
  const { db } = market.testApp;
  await db.pool.query(
    `insert into asset_price (asset, at, scaled_usd, source)
     select 'BTC', date_trunc('hour', $1::timestamptz) - make_interval(hours => hour),
            case hour when 3 then 50000 else 1 end * 10::numeric ^ 12, case hour when 3 then 'live' else 'pretend' end
     from generate_series(0, 6) hour`,
    [new Date()],
  );
  const points = (await portfolio()).points.map(({ usd }) => usd);
  await db.pool.query('delete from asset_price');
  expect(points).toContain('50000.00');
  expect(points).not.toContain('1.00');
});

it('is valued at the market’s last prices while it is away, also on the sandbox, and says so', async () => {
  const { asOf } = await findCoin(market.testApp, 'bitcoin');
  market.standIn.outage = 503;
  market.pass(6 * minuteMs);
  expect(await portfolio()).toMatchObject({
    source: 'live',
    isStale: true,
    asOf,
    totalUsd: '64392.12',
    holdings: [{ currency: 'BTC', price: '64392.123456789012', isPriceIndicative: true }],
  });
});

it('of nothing that the market prices is not stale, whatever the market is', async () => {
  const other = await makePerson(market.testApp);
  market.standIn.outage = 503;
  await giveMoney(market.testApp, other, 'MRCY', '100');
  expect(await portfolio(other)).toMatchObject({ isStale: false, totalUsd: '57.00' });
});

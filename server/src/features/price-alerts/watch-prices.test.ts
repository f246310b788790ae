import { endpoints } from '@mercury/contract/api/index.ts';
import type { Notice } from '@mercury/contract/api/notices.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { securityParameters } from '../../security-parameters.ts';
import { createSiblingApp, createTestApp, succeeded, type TestApp } from '../../test/app.ts';
import { listCoins, startLiveMarket, type LiveMarket } from '../../test/live-market.ts';
import { runJob } from '../../test/money.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import { settlesAfterMs } from '../trade/price-jump.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

const watch = (app = testApp, times = 1) => runJob(app, 'watch-prices', {}, times);

async function make(changes: Readonly<Record<string, unknown>> = {}, app = testApp): Promise<string> {
  const reply = await app.call('POST', '/price-alerts', {
    token: person.token,
    body: { currency: 'MRCY', direction: 'above', price: '0.60', ...changes },
  });
  return succeeded(endpoints.createPriceAlert, reply).priceAlert.id;
}

/** What a line would be that the price of 0.57 US dollars has come to since the alert was made. */
function moveLine(id: string, line: string): Promise<unknown> {
  return testApp.db.pool.query(
    'update price_alert set line_scaled_usd = $2::numeric * 10 ^ 12 where id = $1',
    [id, line],
  );
}

async function stateOf(id: string): Promise<string> {
  return (await testApp.db.pool.query('select state from price_alert where id = $1', [id])).rows[0].state;
}

async function noticesOf(whom = person, app = testApp): Promise<Notice[]> {
  const reply = await app.call('GET', '/notices', { token: whom.token });
  return succeeded(endpoints.listNotices, reply).notices;
}

describe('the watch of prices', () => {
  test.each([
    ['above', '0.570000000001', 'active'],
    ['above', '0.57', 'triggered'],
    ['above', '0.5', 'triggered'],
    ['below', '0.569999999999', 'active'],
    ['below', '0.57', 'triggered'],
    ['below', '0.6', 'triggered'],
  ] as const)('of a price of 0.57 leaves an alert %s %s %s', async (direction, line, state) => {
    const id = await make({ direction, price: direction === 'above' ? '1' : '0.1' });
    await moveLine(id, line);
    await watch();
    expect(await stateOf(id)).toBe(state);
    expect(await noticesOf()).toHaveLength(state === 'triggered' ? 1 : 0);
  });

  test('tells in the app and by mail, in the person’s language and digits', async () => {
    await testApp.call('PUT', '/users/profile', { token: person.token, body: { locale: 'fa' } });
    await moveLine(await make(), '0.55');
    await watch();
    expect(await noticesOf()).toMatchObject([
      {
        kind: 'price_alert',
        currency: 'MRCY',
        direction: 'above',
        line: '0.55',
        price: '0.57',
        isRead: false,
      },
    ]);
    const [mail] = await testApp.mailsTo(person.email);
    expect(mail?.subject).toContain('۰٫۵۵');
    expect(mail?.text).toContain('۰٫۵۷');
    expect(mail?.text).toContain('/dashboard/trade');
  });

  test('tells once, however often two processes look at once, and not again later', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => make()));
    for (const id of ids) await moveLine(id, '0.55');
    const sibling = await createSiblingApp(testApp);
    try {
      await watch(testApp, 12);
      await watch(sibling, 2);
    } finally {
      await sibling.close();
    }
    expect(await noticesOf()).toHaveLength(3);
    expect(await testApp.mailsTo(person.email)).toHaveLength(3);
  });

  test('tells again what was resumed', async () => {
    const id = await make();
    await moveLine(id, '0.55');
    await watch();
    await moveLine(id, '0.60');
    await testApp.call('POST', `/price-alerts/${id}/resume`, { token: person.token });
    await moveLine(id, '0.56');
    await watch();
    expect(await noticesOf()).toMatchObject([{ line: '0.56' }, { line: '0.55' }]);
  });

  test('tells nothing of an alert that was paused or removed', async () => {
    const [paused, removed] = [await make(), await make()];
    await testApp.call('POST', `/price-alerts/${paused}/pause`, { token: person.token });
    await testApp.call('DELETE', `/price-alerts/${removed}`, { token: person.token });
    await moveLine(paused, '0.55');
    await watch();
    expect(await noticesOf()).toEqual([]);
  });

  test('keeps to so many mails an hour, and tells of the rest in the app', async () => {
    const mailsMax = securityParameters.noticeMailsPerHourMax;
    for (let count = 0; count < mailsMax + 2; count += 1) await moveLine(await make(), '0.55');
    await watch();
    expect(await noticesOf()).toHaveLength(mailsMax + 2);
    expect(await testApp.mailsTo(person.email)).toHaveLength(mailsMax);
    await testApp.db.pool.query(
      `update outgoing_mail set created_at = created_at - interval '1 hour' where user_id = $1`,
      [person.user.id],
    );
    await moveLine(await make(), '0.55');
    await watch();
    expect(await testApp.mailsTo(person.email)).toHaveLength(mailsMax + 1);
  });

  test('tells the others where one can’t be told', async () => {
    const other = await makePerson(testApp);
    await moveLine(await make(), '0.55');
    const [unlucky, lucky] = [person, other];
    person = lucky;
    await moveLine(await make(), '0.55');
    await testApp.ownerDb.pool.query(
      `create function fail_notice() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
       create trigger notice_fails before insert on notice for each row
         when (new.user_id = '${unlucky.user.id}') execute function fail_notice()`,
    );
    await watch();
    await testApp.ownerDb.pool.query('drop trigger notice_fails on notice; drop function fail_notice()');
    expect([(await noticesOf(unlucky)).length, (await noticesOf(lucky)).length]).toEqual([0, 1]);
    await watch();
    expect(await noticesOf(unlucky)).toHaveLength(1);
  });
});

test('the own coin’s price that the operator changed by a restart reaches the lines that it passed', async () => {
  const [risen, beyond] = [await make({ price: '0.70' }), await make({ price: '0.80' })];
  const restarted = await createSiblingApp(testApp, { MRCY_PRICE_USD: '0.75' });
  try {
    await vi.waitFor(
      async () => {
        // Either process may take the job; only the one of the new price finds the line passed.
        await watch(restarted, 4);
        expect(await stateOf(risen)).toBe('triggered');
      },
      { timeout: 20_000 },
    );
  } finally {
    await restarted.close();
  }
  expect(await stateOf(beyond)).toBe('active');
  expect(await noticesOf()).toMatchObject([{ line: '0.70', price: '0.75' }]);
});

// However busy the machine is.
const waiting = { timeout: 10_000 };

describe('beside a market-data service', () => {
  let market: LiveMarket;

  beforeAll(async () => {
    market = await startLiveMarket();
  });
  afterAll(() => market.close());

  test('a line is reached by what the service says, and by nothing that stands in for it', async () => {
    person = await makePerson(market.testApp);
    await vi.waitFor(async () => expect((await listCoins(market.testApp)).source).toBe('live'), waiting);
    const id = await make({ currency: 'BTC', direction: 'above', price: '64500' }, market.testApp);
    const low = await make({ currency: 'BTC', direction: 'below', price: '64000' }, market.testApp);
    await market.begin();
    try {
      await watch(market.testApp);
      expect(await noticesOf(person, market.testApp)).toEqual([]);
      // While it is away a pretended price, which is far below, would be shown in its place.
      market.standIn.outage = 500;
      market.pass(10 * 60_000);
      await watch(market.testApp);
      expect(await noticesOf(person, market.testApp)).toEqual([]);
      market.standIn.outage = undefined;
      market.standIn.coin('bitcoin').price = '64500.00';
      market.pass(2 * 60_000);
      await listCoins(market.testApp);
      await vi.waitFor(async () => {
        await listCoins(market.testApp);
        await watch(market.testApp);
        expect(await noticesOf(person, market.testApp)).toMatchObject([{ price: '64500.00' }]);
      }, waiting);
    } finally {
      market.end();
    }
    const { rows } = await market.testApp.db.pool.query('select id, state from price_alert order by id');
    expect(rows).toEqual([
      { id, state: 'triggered' },
      { id: low, state: 'active' },
    ]);
  });

  test('a price that has jumped reaches no line before it has settled', async () => {
    person = await makePerson(market.testApp);
    await vi.waitFor(async () => expect((await listCoins(market.testApp)).source).toBe('live'), waiting);
    await make({ currency: 'SOL', direction: 'above', price: '200' }, market.testApp);
    await market.begin();
    try {
      await watch(market.testApp);
      market.standIn.coin('solana').price = '900';
      market.pass(60_000);
      await listCoins(market.testApp);
      await watch(market.testApp, 2);
      expect(await noticesOf(person, market.testApp)).toEqual([]);
      market.pass(settlesAfterMs);
      await vi.waitFor(async () => {
        // What is old is asked for anew beside the reply, which the next look hears.
        await listCoins(market.testApp);
        await watch(market.testApp);
        expect(await noticesOf(person, market.testApp)).toMatchObject([{ price: '900.00' }]);
      }, waiting);
    } finally {
      market.end();
    }
  });
});

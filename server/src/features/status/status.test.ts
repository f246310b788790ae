import { getStatus } from '@mercury/contract/api/status.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { securityParameters } from '../../security-parameters.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { openMarket } from '../../test/markets.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => testApp.close());

/** A look is shared for a moment; each test looks anew. */
let lookedAtMs = Date.now();
beforeEach(() => {
  lookedAtMs += 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now: lookedAtMs });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function states(networkAddress = '192.0.2.1') {
  const reply = await testApp.call('GET', '/status', { networkAddress });
  expect(reply.status).toBe(200);
  const { components } = getStatus.reply.parse(reply.body);
  return Object.fromEntries(components.map(({ name, state }) => [name, state]));
}

const allWell = {
  service: 'operational',
  database: 'operational',
  prices: 'operational',
  trading: 'operational',
  payments: 'operational',
  mails: 'operational',
};

function queueMail({ minutes, isSent }: { minutes: number; isSent: boolean }) {
  return testApp.ownerDb.pool.query(
    `insert into outgoing_mail (id, recipient, locale, template, template_values, created_at, sent_at)
     values ($1, 'somebody@example.com', 'en', 'verify-email', $2, now() - make_interval(mins => $3),
             case when $4 then now() end)`,
    [uuidv7(), isSent ? null : '{}', minutes, isSent],
  );
}

describe('the state of the service', () => {
  it('is told to anybody, and never kept by a cache', async () => {
    expect(await states()).toEqual(allWell);
    const { headers, body } = await testApp.call('GET', '/status');
    expect(headers['cache-control']).toBe('no-store');
    expect(body.prices).toEqual({ asOf: expect.any(String), isPretended: true });
  });

  it('is looked at once for all who ask within a moment', async () => {
    const query = vi.spyOn(testApp.db.pool, 'query');
    await Promise.all([states('192.0.2.2'), states('192.0.2.3'), states('192.0.2.4')]);
    expect(query.mock.calls.filter(([text]) => text.includes('outgoing_mail'))).toHaveLength(1);
  });

  it('says that the database is down, and nothing of why', async () => {
    vi.spyOn(testApp.db.pool, 'query').mockImplementation(() => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:5432 as mercury_app');
    });
    const reply = await testApp.call('GET', '/status');
    expect(reply.status).toBe(200);
    expect(JSON.stringify(reply.body)).not.toMatch(/ECONN|10\.0|mercury_app|Error/);
    expect(await states()).toMatchObject({
      database: 'down',
      trading: 'unknown',
      payments: 'unknown',
      mails: 'unknown',
    });
  });

  it('says that mails are late if most of the last ones wait, not if one address refuses them', async () => {
    await queueMail({ minutes: 5, isSent: false });
    await queueMail({ minutes: 4, isSent: true });
    expect((await states())['mails']).toBe('operational');
    vi.setSystemTime(lookedAtMs + 30_000);
    for (const minutes of [4, 4, 3]) await queueMail({ minutes, isSent: false });
    expect((await states())['mails']).toBe('degraded');
    vi.setSystemTime(lookedAtMs + 45_000);
    for (let newest = 0; newest < 20; newest += 1) await queueMail({ minutes: 0, isSent: false });
    expect((await states())['mails']).toBe('degraded');
    await testApp.ownerDb.pool.query('delete from outgoing_mail');
  });

  it('says that payments are late if a job has not begun in time', async () => {
    await testApp.ownerDb.pool.query(
      "select graphile_worker.add_job('nobody-runs-this', run_at := now() - interval '4 minutes')",
    );
    expect((await states())['payments']).toBe('degraded');
    await testApp.ownerDb.pool.query(
      "update graphile_worker._private_jobs set run_at = now() - interval '2 hours' where run_at < now()",
    );
    vi.setSystemTime(lookedAtMs + 30_000);
    expect((await states())['payments']).toBe('operational');
    await testApp.ownerDb.pool.query(
      "select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'nobody-runs-this'))",
    );
  });

  it('says that prices are missing where a service was named and never answered', async () => {
    const away = await createTestApp({ MARKET_DATA_URL: 'http://127.0.0.1:9/api' }, { marketPatienceMs: 10 });
    try {
      const { body } = await away.call('GET', '/status');
      expect(body.components).toContainEqual({ name: 'prices', state: 'degraded' });
    } finally {
      await away.close();
    }
  });

  it('says how many order books take orders, and that trading is down once none of the opened does', async () => {
    const tell = async () => {
      vi.setSystemTime((lookedAtMs += 30_000));
      const { components, trading } = getStatus.reply.parse((await testApp.call('GET', '/status')).body);
      const { marketsOpen } = trading ?? {};
      return { state: components.find(({ name }) => name === 'trading')?.state, marketsOpen };
    };
    const { pool } = testApp.ownerDb;
    expect(await tell()).toEqual({ state: 'operational', marketsOpen: 0 });
    await openMarket(testApp, 'BTC-USD');
    await openMarket(testApp, 'ETH-USD');
    expect(await tell()).toEqual({ state: 'operational', marketsOpen: 2 });
    await pool.query("insert into trading_halt (asset, operator) values ('ETH', 'Grace')");
    expect(await tell()).toEqual({ state: 'degraded', marketsOpen: 1 });
    await pool.query("update market set state = 'cancel_only' where symbol = 'BTC-USD'");
    expect(await tell()).toEqual({ state: 'down', marketsOpen: 0 });
    await pool.query("update market set state = 'halted'");
    expect(await tell()).toEqual({ state: 'operational', marketsOpen: 0 });
    await pool.query("insert into trading_halt (asset, operator) values (null, 'Grace')");
    expect(await tell()).toEqual({ state: 'down', marketsOpen: 0 });
    await pool.query('delete from trading_halt');
  });

  it('is told to one network only so often', async () => {
    const [{ points }] = securityParameters.rateLimits.status;
    const ask = () => testApp.call('GET', '/status', { networkAddress: '198.51.100.9' });
    for (let asked = 0; asked < points; asked += 1) expect((await ask()).status).toBe(200);
    const refusal = await ask();
    expect([refusal.status, refusal.body.error]).toEqual([429, 'RateLimitExceeded']);
    expect((await testApp.call('GET', '/status', { networkAddress: '198.51.100.10' })).status).toBe(200);
  });
});

import { endpoints } from '@mercury/contract/api/index.ts';
import type { PriceAlert } from '@mercury/contract/api/price-alerts.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSiblingApp, createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { keepEmptyAnswer } from '../../test/live-market.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

vi.setConfig({ testTimeout: 30_000 });

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

/** The own coin costs 0.57 US dollars, and nothing moves that but the operator. */
function ask(changes: Readonly<Record<string, unknown>> = {}, app = testApp) {
  return app.call('POST', '/price-alerts', {
    token: person.token,
    body: { currency: 'MRCY', direction: 'above', price: '0.60', ...changes },
  });
}

async function make(changes: Readonly<Record<string, unknown>> = {}): Promise<PriceAlert> {
  return succeeded(endpoints.createPriceAlert, await ask(changes)).priceAlert;
}

async function list(): Promise<PriceAlert[]> {
  const reply = await testApp.call('GET', '/price-alerts', { token: person.token });
  return succeeded(endpoints.listPriceAlerts, reply).priceAlerts;
}

function change(id: string, what: 'pause' | 'resume') {
  return testApp.call('POST', `/price-alerts/${id}/${what}`, { token: person.token });
}

/** As the watch leaves it. */
function trigger(id: string) {
  return testApp.db.pool.query(
    `update price_alert set state = 'triggered', triggered_at = now() where id = $1`,
    [id],
  );
}

describe('POST /price-alerts', () => {
  test('makes one that watches', async () => {
    const made = await make({ price: '0.6' });
    expect(made).toMatchObject({
      currency: 'MRCY',
      direction: 'above',
      price: '0.60',
      state: 'active',
      triggeredAt: null,
    });
    expect(await list()).toEqual([made]);
  });

  test('keeps a line to the last of twelve decimals, and lists the newest first', async () => {
    await make({ price: '1000000' });
    await make({ price: '0.570000000001' });
    expect((await list()).map(({ price }) => price)).toEqual(['0.570000000001', '1000000.00']);
  });

  test.each([
    ['AlertAlreadyReached', 422, { direction: 'above', price: '0.57' }],
    ['AlertAlreadyReached', 422, { direction: 'above', price: '0.01' }],
    ['AlertAlreadyReached', 422, { direction: 'below', price: '0.57' }],
    ['AlertAlreadyReached', 422, { direction: 'below', price: '1' }],
    ['AmountNotPositive', 422, { price: '0.00' }],
    ['ValidationFailed', 400, { price: '0.6000000000001' }],
    ['ValidationFailed', 400, { price: '-1' }],
    ['ValidationFailed', 400, { currency: 'USD', price: '2' }],
    ['ValidationFailed', 400, { direction: 'at' }],
  ] as const)('refuses with %s (%i) what says %o', async (error, status, changes) => {
    expect(refused(await ask(changes))).toMatchObject({ status, error });
    expect(await list()).toEqual([]);
  });

  test('takes a line that the price is just short of, on either side', async () => {
    await make({ direction: 'above', price: '0.570000000001' });
    await make({ direction: 'below', price: '0.569999999999' });
    expect(await list()).toHaveLength(2);
  });

  test('is refused where nobody says what the coin costs, also on the sandbox once a service has answered', async () => {
    await keepEmptyAnswer(testApp);
    // Nothing listens on the port of "discard".
    const away = await createSiblingApp(testApp, { MARKET_DATA_URL: 'http://127.0.0.1:9/api/v3' });
    try {
      const reply = await ask({ currency: 'BTC', price: '1000000' }, away);
      expect(refused(reply)).toMatchObject({ status: 503, error: 'PriceMissing' });
    } finally {
      await away.close();
    }
  });

  test(`makes ${limits.priceAlertsMax} for a person, spent ones among them, and no more`, async () => {
    await trigger((await make()).id);
    for (let count = 2; count < limits.priceAlertsMax; count += 1) await make();
    const replies = await Promise.all(Array.from({ length: 5 }, () => ask()));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.find(({ status }) => status !== 201)?.body.error).toBe('TooManyPriceAlerts');
    expect(await list()).toHaveLength(limits.priceAlertsMax);
  });
});

describe('POST /price-alerts/:id/pause and /price-alerts/:id/resume', () => {
  test('a paused one watches nothing until it is resumed', async () => {
    const made = await make();
    const paused = succeeded(endpoints.pausePriceAlert, await change(made.id, 'pause')).priceAlert;
    expect(paused).toEqual({ ...made, state: 'paused' });
    const resumed = succeeded(endpoints.resumePriceAlert, await change(made.id, 'resume')).priceAlert;
    expect(resumed).toEqual(made);
  });

  test('one that was triggered goes on saying so when paused, and watches again when resumed', async () => {
    const made = await make();
    await trigger(made.id);
    const said = { state: 'triggered', triggeredAt: expect.any(String) };
    expect((await change(made.id, 'pause')).body.priceAlert).toMatchObject(said);
    expect((await change(made.id, 'resume')).body.priceAlert).toEqual(made);
  });

  test('does not resume what the price is beyond', async () => {
    const { id } = await make();
    await trigger(id);
    await testApp.db.pool.query(`update price_alert set line_scaled_usd = 570000000000 where id = $1`, [id]);
    expect(refused(await change(id, 'resume'))).toMatchObject({ status: 422, error: 'AlertAlreadyReached' });
    expect(await list()).toMatchObject([{ state: 'triggered' }]);
  });

  test('pausing twice or resuming what is active changes nothing', async () => {
    const made = await make();
    expect((await change(made.id, 'resume')).body.priceAlert).toEqual(made);
    expect((await change(made.id, 'pause')).body).toEqual((await change(made.id, 'pause')).body);
  });
});

describe('DELETE /price-alerts/:id', () => {
  test('removes it, and a second time there is nothing to remove', async () => {
    const { id } = await make();
    const remove = () => testApp.call('DELETE', `/price-alerts/${id}`, { token: person.token });
    expect((await remove()).status).toBe(204);
    expect(refused(await remove())).toMatchObject({ status: 404, error: 'NotFound' });
    expect(await list()).toEqual([]);
  });
});

test('price alerts are changed 60 times a minute, and read as often as anything', async () => {
  const strict = await createSiblingApp(testApp, { RATE_LIMIT_FACTOR: '1' });
  try {
    const { id } = await make();
    const path = `/price-alerts/${id}/pause`;
    const statuses = [];
    // Making it was the first.
    for (let count = 1; count < 61; count += 1) {
      statuses.push((await strict.call('POST', path, { token: person.token })).status);
    }
    expect(statuses).toEqual([...Array<number>(59).fill(200), 429]);
    expect((await strict.call('GET', '/price-alerts', { token: person.token })).status).toBe(200);
  } finally {
    await strict.close();
  }
});

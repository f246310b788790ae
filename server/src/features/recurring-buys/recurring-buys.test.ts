import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSiblingApp, createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { giveMoney } from '../../test/money.ts';
import { keepEmptyAnswer } from '../../test/live-market.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';
import {
  askForRecurringBuy,
  countTrades,
  findOwnRecurringBuy,
  makeDue,
  makeRecurringBuy,
  waitingTimesOf,
} from '../../test/recurring-buys.ts';

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp();
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

async function countOwn(): Promise<number> {
  const reply = await testApp.call('GET', '/recurring-buys', { token: person.token });
  return succeeded(endpoints.listRecurringBuys, reply).recurringBuys.length;
}

function change(id: string, what: 'pause' | 'resume') {
  return testApp.call('POST', `/recurring-buys/${id}/${what}`, { token: person.token });
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('POST /recurring-buys', () => {
  test('makes one that is active, waits for its first time and has not run', async () => {
    const firstAt = inMs(60_000);
    const made = await makeRecurringBuy(testApp, person, { every: 'month', firstAt });
    expect(made).toMatchObject({
      fromCurrency: 'USD',
      amount: '50.00',
      toCurrency: 'BTC',
      every: 'month',
      state: 'active',
      nextAt: firstAt,
      lastRun: null,
    });
    expect(await findOwnRecurringBuy(testApp, person, made.id)).toEqual(made);
    expect(await waitingTimesOf(testApp, made.id)).toEqual([firstAt]);
  });

  test('buys at once where no first time is named, and then waits for the next', async () => {
    await giveMoney(testApp, person, 'USD', '80.00');
    const made = await makeRecurringBuy(testApp, person, { firstAt: undefined });
    await vi.waitFor(
      async () => {
        const { lastRun, nextAt } = await findOwnRecurringBuy(testApp, person, made.id);
        expect(lastRun).toMatchObject({ transactionId: expect.any(String), refusal: null });
        expect(Date.parse(nextAt ?? '') - Date.parse(made.nextAt ?? '')).toBe(24 * 60 * 60 * 1000);
      },
      { timeout: 10_000 },
    );
    expect(await countTrades(testApp, person)).toBe(1);
  });

  test.each([
    ['AmountNotPositive', 422, { amount: '0' }],
    ['AmountOutOfRange', 422, { amount: '0.99' }],
    ['AmountOutOfRange', 422, { amount: '10000.01' }],
    ['AmountOutOfRange', 422, { fromCurrency: 'MRCY', amount: '1.75' }],
    ['ValidationFailed', 400, { amount: '1.001' }],
    ['ValidationFailed', 400, { toCurrency: 'USD', fromCurrency: 'BTC', amount: '1' }],
    ['ValidationFailed', 400, { fromCurrency: 'BTC', amount: '1' }],
    ['ValidationFailed', 400, { every: 'hour' }],
    ['ValidationFailed', 400, { firstAt: 'tomorrow' }],
  ] as const)('refuses with %s (%i) what says %o', async (error, status, changes) => {
    const reply = await askForRecurringBuy(testApp, person, changes);
    expect(refused(reply)).toMatchObject({ status, error });
    expect(await countOwn()).toBe(0);
  });

  test.each([{ amount: '1.00' }, { amount: '10000' }, { fromCurrency: 'MRCY', amount: '1.76' }])(
    'takes %o, which is just within its bounds',
    async (changes) => {
      expect((await askForRecurringBuy(testApp, person, changes)).status).toBe(201);
    },
  );

  test('begins a minute ago at the earliest and a year ahead at the latest', async () => {
    const slackMs = 30_000;
    const yearMs = limits.recurringFirstAtMaxMs;
    for (const ms of [-60_000 - slackMs, yearMs + slackMs]) {
      const reply = await askForRecurringBuy(testApp, person, { firstAt: inMs(ms) });
      expect(refused(reply)).toMatchObject({ error: 'ValidationFailed', errors: [{ field: 'firstAt' }] });
    }
    for (const ms of [-60_000 + slackMs, yearMs - slackMs]) {
      expect((await askForRecurringBuy(testApp, person, { firstAt: inMs(ms) })).status).toBe(201);
    }
  });

  test('is refused where nobody says what the coin costs', async () => {
    await keepEmptyAnswer(testApp);
    // Nothing listens on the port of "discard", and a service that has answered once is never pretended for.
    const away = await createSiblingApp(testApp, { MARKET_DATA_URL: 'http://127.0.0.1:9/api/v3' });
    try {
      const reply = await askForRecurringBuy(away, person);
      expect(refused(reply)).toMatchObject({ status: 503, error: 'PriceMissing' });
      const ofOwnCoin = await askForRecurringBuy(away, person, { toCurrency: 'MRCY' });
      expect(ofOwnCoin.status).toBe(201);
    } finally {
      await away.close();
    }
  });

  test(`makes ${limits.recurringBuysMax} for a person, paused ones among them, and no more`, async () => {
    const first = await makeRecurringBuy(testApp, person);
    await change(first.id, 'pause');
    for (let count = 2; count < limits.recurringBuysMax; count += 1) await makeRecurringBuy(testApp, person);
    const replies = await Promise.all(Array.from({ length: 5 }, () => askForRecurringBuy(testApp, person)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.find(({ status }) => status !== 201)?.body.error).toBe('TooManyRecurringBuys');
    expect(await countOwn()).toBe(limits.recurringBuysMax);
  });

  test('answers a repeat of the key as the first call, also once it ran, and makes nothing', async () => {
    const order = { idempotencyKey: 'a-recurring-intent', firstAt: inMs(60_000) };
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => askForRecurringBuy(testApp, person, order)),
    );
    const [first] = replies;
    for (const reply of replies) expect(reply).toMatchObject({ status: 201, body: first?.body });
    await change(first?.body.recurringBuy.id, 'pause');
    expect((await askForRecurringBuy(testApp, person, order)).body).toEqual(first?.body);
    expect(await countOwn()).toBe(1);
    const other = await askForRecurringBuy(testApp, person, { ...order, amount: '50.01' });
    expect(refused(other)).toMatchObject({ status: 422, error: 'IdempotencyKeyReused' });
    const someoneElse = await makePerson(testApp);
    expect((await askForRecurringBuy(testApp, someoneElse, order)).body.recurringBuy.id).not.toBe(
      first?.body.recurringBuy.id,
    );
  });

  test('answers a repeat of the key as the first call once it was deleted, too, and makes no other', async () => {
    const order = { idempotencyKey: 'an-intent-of-the-past', firstAt: inMs(60_000) };
    const first = await askForRecurringBuy(testApp, person, order);
    const path = `/recurring-buys/${first.body.recurringBuy.id}`;
    expect((await testApp.call('DELETE', path, { token: person.token })).status).toBe(204);
    expect(await askForRecurringBuy(testApp, person, order)).toMatchObject({ status: 201, body: first.body });
    expect(await countOwn()).toBe(0);
  });
});

describe('POST /recurring-buys/:id/pause and /recurring-buys/:id/resume', () => {
  test('a paused one has no next time; resumed, it goes on at the next of its own times', async () => {
    const { id } = await makeRecurringBuy(testApp, person);
    const dueAt = await makeDue(testApp, id, '50 hours');
    const paused = succeeded(endpoints.pauseRecurringBuy, await change(id, 'pause')).recurringBuy;
    expect(paused).toMatchObject({ state: 'paused', nextAt: null });
    const resumed = succeeded(endpoints.resumeRecurringBuy, await change(id, 'resume')).recurringBuy;
    const expected = new Date(Date.parse(dueAt) + 72 * 60 * 60 * 1000).toISOString();
    expect(resumed).toMatchObject({ state: 'active', nextAt: expected, lastRun: null });
    expect(await waitingTimesOf(testApp, id)).toContain(expected);
    expect(await countTrades(testApp, person)).toBe(0);
  });

  test('pausing twice or resuming what is active changes nothing', async () => {
    const made = await makeRecurringBuy(testApp, person);
    expect((await change(made.id, 'resume')).body.recurringBuy).toEqual(made);
    expect(await waitingTimesOf(testApp, made.id)).toHaveLength(1);
    expect((await change(made.id, 'pause')).body).toEqual((await change(made.id, 'pause')).body);
    expect((await change(made.id, 'resume')).body.recurringBuy).toEqual(made);
  });

  test('leave one job at most, however often they are pressed, and none of one that is paused', async () => {
    const { id } = await makeRecurringBuy(testApp, person);
    for (const what of ['pause', 'resume', 'pause', 'resume'] as const) await change(id, what);
    expect(await waitingTimesOf(testApp, id)).toHaveLength(1);
    await change(id, 'pause');
    expect(await waitingTimesOf(testApp, id)).toEqual([]);
  });
});

describe('DELETE /recurring-buys/:id', () => {
  test('ends it for good, and a second time there is nothing to end', async () => {
    const { id } = await makeRecurringBuy(testApp, person);
    const remove = () => testApp.call('DELETE', `/recurring-buys/${id}`, { token: person.token });
    expect((await remove()).status).toBe(204);
    expect(await waitingTimesOf(testApp, id)).toEqual([]);
    expect(refused(await remove())).toMatchObject({ status: 404, error: 'NotFound' });
    expect(await countOwn()).toBe(0);
  });
});

test('recurring buys are changed 30 times a minute, and read as often as anything', async () => {
  const strict = await createSiblingApp(testApp, { RATE_LIMIT_FACTOR: '1' });
  try {
    const { id } = await makeRecurringBuy(testApp, person);
    const path = `/recurring-buys/${id}/pause`;
    const statuses = [];
    // Making it was the first.
    for (let count = 1; count < 31; count += 1) {
      statuses.push((await strict.call('POST', path, { token: person.token })).status);
    }
    expect(statuses).toEqual([...Array<number>(29).fill(200), 429]);
    expect((await strict.call('GET', '/recurring-buys', { token: person.token })).status).toBe(200);
  } finally {
    await strict.close();
  }
});

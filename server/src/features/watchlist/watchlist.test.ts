import { endpoints } from '@mercury/contract/api/index.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, refused, succeeded, type TestApp } from '../../test/app.ts';
import { listenForStreams } from '../../test/event-streams.ts';
import { makePerson, type SignedInPerson } from '../../test/person.ts';

vi.setConfig({ testTimeout: 30_000 });

let testApp: TestApp;
let person: SignedInPerson;

beforeAll(async () => {
  testApp = await createTestApp({ RATE_LIMIT_FACTOR: '1000' });
});
beforeEach(async () => {
  person = await makePerson(testApp);
});
afterAll(() => testApp.close());

const watch = (coin: string, { token } = person) => testApp.call('PUT', `/watchlist/${coin}`, { token });

const unwatch = (coin: string, { token } = person) => testApp.call('DELETE', `/watchlist/${coin}`, { token });

async function list({ token } = person): Promise<string[]> {
  return succeeded(endpoints.listWatchedCoins, await testApp.call('GET', '/watchlist', { token })).coins;
}

describe('PUT /watchlist/:coin', () => {
  test('adds coins of the market by their id, and others by their code, in the order of their coming', async () => {
    for (const coin of ['ethereum', 'MRCY', 'bitcoin', 'cardano']) {
      expect((await watch(coin)).status).toBe(204);
    }
    expect(await list()).toEqual(['ethereum', 'MRCY', 'bitcoin', 'cardano']);
  });

  test('adds a coin once, however often and however fast it is asked for', async () => {
    await watch('ethereum');
    const replies = await Promise.all(Array.from({ length: 5 }, () => watch('bitcoin')));
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(204));
    await watch('ethereum');
    expect(await list()).toEqual(['ethereum', 'bitcoin']);
  });

  test('is each person’s own', async () => {
    const other = await makePerson(testApp);
    await watch('bitcoin');
    await watch('tron', other);
    await unwatch('bitcoin', other);
    expect([await list(), await list(other)]).toEqual([['bitcoin'], ['tron']]);
  });

  test.each([
    ['no-such-coin', 'that nobody has'],
    ['NOSUCH', 'that nobody has'],
    ['BTC', 'whose market has an id: it is one coin and not two'],
    ['USD', 'that is no coin'],
    ['mrcy', 'in small letters, which are for ids'],
    ['Bitcoin', 'that is no id'],
    ['a'.repeat(65), 'that is no id'],
    ['bit%20coin', 'that is no id'],
  ])('finds nothing by %s, %s', async (coin) => {
    expect(refused(await watch(coin))).toMatchObject({ status: 404, error: 'NotFound' });
    expect(await list()).toEqual([]);
  });

  test(`takes ${limits.watchedCoinsMax} of a person, and says so to one more`, async () => {
    await testApp.db.pool.query(
      `insert into watched_coin (user_id, coin) select $1, 'coin-' || n from generate_series(2, $2) n`,
      [person.user.id, limits.watchedCoinsMax],
    );
    const replies = await Promise.all(['bitcoin', 'ethereum', 'tron'].map((coin) => watch(coin)));
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    const refusal = replies.find(({ status }) => status !== 204);
    expect(refusal && refused(refusal)).toMatchObject({ status: 422, error: 'TooManyWatchedCoins' });
    const coins = await list();
    expect(coins).toHaveLength(limits.watchedCoinsMax);
    // What is on the list already needs no room.
    expect((await watch(coins.at(-1) ?? '')).status).toBe(204);
  });
});

describe('DELETE /watchlist/:coin', () => {
  test('takes a coin off, and finds nothing wrong with one that is not on the list', async () => {
    await watch('bitcoin');
    await watch('MRCY');
    for (const coin of ['bitcoin', 'bitcoin', 'gone-from-the-market']) {
      expect((await unwatch(coin)).status).toBe(204);
    }
    expect(await list()).toEqual(['MRCY']);
  });
});

test('other tabs of the person hear of a change, and of nothing that changed nothing', async () => {
  const streamed = await createTestApp();
  const streams = await listenForStreams(streamed);
  const { token } = await makePerson(streamed);
  const stream = await streams.open(token);
  try {
    const told = () => stream.text().match(/"watchlist"/g)?.length ?? 0;
    const send = (method: 'PUT' | 'DELETE', coin: string) =>
      streamed.call(method, `/watchlist/${coin}`, { token });
    await send('PUT', 'bitcoin');
    await expect.poll(told).toBe(1);
    await send('PUT', 'bitcoin');
    await send('DELETE', 'ethereum');
    await send('DELETE', 'bitcoin');
    await expect.poll(told).toBe(2);
  } finally {
    stream.close();
    await streamed.close();
  }
});

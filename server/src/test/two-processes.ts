import { endpoints } from '@mercury/contract/api/index.ts';
import type { Order } from '@mercury/contract/api/orders.ts';
import { vi } from 'vitest';
import { createSiblingApp, createTestApp, succeeded, type TestApp } from './app.ts';
import { listenForWatchers } from './market-stream.ts';
import { openMarket } from './markets.ts';
import type { SignedInPerson } from './person.ts';
import type { seededRandom } from './seeded-random.ts';

/** Two that serve the same markets, and those who trade in them. The own coin trades from 0.513 to 0.627 US dollars. */
export interface TwoProcesses {
  readonly testApp: TestApp;
  readonly sibling: TestApp;
  /** Of their streams. */
  readonly urls: readonly [string, string];
  close(): Promise<void>;
}

export async function startTwoProcesses(markets: readonly string[]): Promise<TwoProcesses> {
  // No heartbeat: it would find what a notice should have told.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const testApp = await createTestApp();
  const sibling = await createSiblingApp(testApp);
  vi.useRealTimers();
  for (const market of markets) await openMarket(testApp, market);
  const urls = [await listenForWatchers(testApp.app), await listenForWatchers(sibling.app)] as const;
  return {
    testApp,
    sibling,
    urls,
    async close() {
      await sibling.close();
      await testApp.close();
    },
  };
}

export async function placeAt(app: TestApp, { token }: SignedInPerson, terms: object): Promise<Order> {
  const body = { market: 'MRCY-USD', type: 'LIMIT', quantity: '100', ...terms };
  return succeeded(endpoints.placeOrder, await app.call('POST', '/orders', { token, body })).order;
}

/**
 * An order, an amendment or a cancellation, at either process. Whether it is refused does not matter. Answers the id of what was
 * placed, for `open`.
 */
export async function actAtRandom(
  random: ReturnType<typeof seededRandom>,
  {
    processes: { testApp, sibling },
    people,
    markets,
    open,
  }: {
    processes: TwoProcesses;
    people: readonly [SignedInPerson, ...SignedInPerson[]];
    markets: readonly [string, ...string[]];
    open: readonly string[];
  },
): Promise<string | undefined> {
  const app = random.pick([testApp, sibling]);
  const { token } = random.pick(people);
  const id = open[random.below(Math.max(1, open.length))];
  const kind = random.below(10);
  if (id !== undefined && kind < 3) {
    await app.call('DELETE', `/orders/${id}`, { token });
    return undefined;
  }
  if (id !== undefined && kind < 5) {
    const price = `0.${5600 + random.below(200)}`;
    const body = kind === 3 ? { quantity: String(1 + random.below(20)) } : { price };
    await app.call('PATCH', `/orders/${id}`, { token, body });
    return undefined;
  }
  const isStop = random.below(6) === 0;
  const reply = await app.call('POST', '/orders', {
    token,
    body: {
      market: random.pick(markets),
      type: isStop ? 'STOP_LIMIT' : 'LIMIT',
      side: random.pick(['BUY', 'SELL']),
      price: `0.${5600 + random.below(200)}`,
      quantity: String(1 + random.below(50)),
      selfTrade: random.pick(['expire_taker', 'expire_maker', 'expire_both', 'decrement']),
      ...(isStop && { stopPrice: `0.${5600 + random.below(200)}` }),
    },
  });
  return reply.status === 201 ? succeeded(endpoints.placeOrder, reply).order.id : undefined;
}

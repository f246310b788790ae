import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createEventPublisher, publishWithCommit, type LiveEvent } from './publisher.ts';
import { subscribe, type Subscription } from './subscription.ts';

let database: TestDatabase;
let subscription: Subscription;
const heard: LiveEvent[] = [];
const log = pino({ level: 'silent' });

beforeAll(async () => {
  database = await createTestDatabase();
  subscription = await subscribe({
    connectionString: database.connectionString,
    log,
    onEvents: (events) => heard.push(...events),
    onGap: () => undefined,
  });
});
beforeEach(() => {
  heard.length = 0;
});
afterAll(async () => {
  await subscription.close();
  await database.drop();
});

test('events that come together are all heard, in their order, also more than one notification can carry', async () => {
  const events = Array.from({ length: 100 }, (): LiveEvent => ({
    endedSessionIds: Array.from({ length: 10 }, () => uuidv7()),
  }));
  createEventPublisher(database.db.pool, log).publish(events);
  await vi.waitFor(() => expect(heard).toHaveLength(events.length), { timeout: 10_000 });
  expect(heard).toEqual(events);
});

test('so are those of a commit, such as a halt of hundreds of markets', async () => {
  const events = Array.from({ length: 500 }, (_, index): LiveEvent => ({
    changedMarket: `COIN${index}-USD`,
  }));
  await inTransaction(database.db, (trx) => publishWithCommit(trx, events));
  await vi.waitFor(() => expect(heard).toHaveLength(events.length), { timeout: 10_000 });
  expect(heard).toEqual(events);
});

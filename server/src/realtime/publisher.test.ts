import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createEventPublisher, type LiveEvent } from './publisher.ts';
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

import { randomUUID } from 'node:crypto';
import { eventStream, eventTopics } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';
import { assetOf, loadAssets } from '@mercury/contract/money/asset.ts';
import { seededAssets } from '@mercury/contract/money/seeded-assets.ts';
import Fastify from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../db/database.ts';
import { postgresRoles } from '../db/embedded-postgres.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { listenForStreams, type EventStreams, type OpenStream } from '../test/event-streams.ts';
import { makeFundedPerson } from '../test/money.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { createMarketNews } from './market-news.ts';
import { installEventStream } from './stream.ts';

let testApp: TestApp;
let streams: EventStreams;
let sender: SignedInPerson;
let recipient: SignedInPerson;

const realNow = performance.now.bind(performance);
let passedMs = 0;
const logged: unknown[] = [];

/** As if so much time had passed that no opening is told of what has happened by now. */
function passReplayed(): void {
  passedMs += limits.eventsReplayedMs + 1;
}

beforeAll(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs);
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line).msg) });
  testApp = await createTestApp({}, { log });
  [sender, recipient] = await Promise.all([makeFundedPerson(testApp, '100'), makePerson(testApp)]);
  streams = await listenForStreams(testApp);
});
afterAll(async () => {
  await testApp.close();
  vi.restoreAllMocks();
});

async function signInAgain({ email, password }: SignedInPerson): Promise<string> {
  return (await testApp.call('POST', '/auth/login', { body: { email, password } })).body.token;
}

function send(amount: string) {
  return testApp.call('POST', '/wallets/transfer', {
    token: sender.token,
    body: { recipientAddress: recipient.user.walletAddress, amount },
  });
}

const newsOf = (topics: readonly string[]) => `event: changed\ndata: ${JSON.stringify(topics)}\n\n`;
const newsOfTransfer = newsOf(['balance', 'transactions']);
const newsOfArrival = newsOf(['balance', 'transactions', 'notices']);
const newsOfEverything = newsOf(eventTopics);

const untilTold = (stream: OpenStream | undefined, news: string) =>
  vi.waitFor(() => expect(stream?.text()).toContain(news), { timeout: 10_000, interval: 20 });
/** The first beat follows what is told at the opening. */
const untilOpen = (stream: OpenStream) => untilTold(stream, ': alive\n\n');

/** The server notices that it hears nothing, and listens anew. */
async function loseConnection(): Promise<void> {
  await testApp.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'mercury events' and datname = current_database()`,
  );
}

describe('the stream of changes', () => {
  it('tells both people of a transfer, and nobody else', async () => {
    const stranger = await makePerson(testApp);
    passReplayed();
    const opened = await Promise.all(
      [sender, recipient, stranger].map(async ({ token }) => streams.open(token)),
    );
    const [senders, recipients, strangers] = opened;
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
    await send('1');
    await untilTold(senders, newsOfTransfer);
    await untilTold(recipients, newsOfArrival);
    expect(strangers?.text()).not.toContain('event:');
    for (const stream of opened) stream.close();
  });

  it('tells everybody of an asset that is new, or of which there is more to know, whoever wrote it', async () => {
    passReplayed();
    const stream = await streams.open(sender.token);
    await testApp.ownerDb.pool.query(`update asset set name = name where code = 'BTC'`);
    await untilTold(stream, newsOf(['assets']));
    expect(stream.text()).not.toContain(newsOfEverything);
    stream.close();
  });

  it('tells everybody of settings that the operator changed: what a browser knows of fees is told there', async () => {
    passReplayed();
    const stream = await streams.open(sender.token);
    await testApp.db.pool.query(
      `insert into setting_change (name, version, value, reason, changed_by)
       values ('TRADE_FEE_BPS', 1, '30', 'a test', 'grace')`,
    );
    await untilTold(stream, newsOf(['assets']));
    expect((await testApp.call('GET', '/config')).body.trade.feeBps).toBe(30);
    stream.close();
  });

  it('tells of an asset once it could be read, however often that failed', async () => {
    passReplayed();
    const stream = await streams.open(sender.token);
    const { pool } = testApp.ownerDb;
    await pool.query(`revoke select on asset from ${postgresRoles.application}`);
    await pool.query(`update asset set name = 'Bitcoin Core' where code = 'BTC'`);
    await vi.waitFor(() => expect(logged).toContain('the assets could not be read again'));
    expect(stream.text()).not.toContain(newsOf(['assets']));
    await pool.query(`grant select on asset to ${postgresRoles.application}`);
    await untilTold(stream, newsOf(['assets']));
    expect(assetOf('BTC').name).toBe('Bitcoin Core');
    stream.close();
  });

  it('is refused where no session is known by its token', async () => {
    expect(await streams.open('made-up')).toMatchObject({ status: 401, error: 'Unauthenticated' });
  });

  it('ends at once when its session signs out', async () => {
    const token = await signInAgain(recipient);
    const stream = await streams.open(token);
    const other = await streams.open(recipient.token);
    await testApp.call('POST', '/auth/logout', { token });
    // Well before the heartbeat, which would find it too.
    await vi.waitFor(() => expect(stream.isEnded()).toBe(true), 5000);
    expect(other.isEnded()).toBe(false);
    other.close();
  });

  it('ends at once where its session ended while it was being opened', async () => {
    const app = Fastify();
    const ended = { id: randomUUID(), userId: recipient.user.id, isEmailVerified: true, isProved: false };
    await installEventStream(app, {
      db: testApp.db,
      connectionString: testApp.connectionString,
      log: pino({ level: 'silent' }),
      marketNews: createMarketNews(),
      settings: { load: async () => undefined },
      findSession: async () => ended,
      explainEnd: async () => 'auth.sessionEnded.otherwise',
      findKey: async () => undefined,
      keyWeights: { spend: async () => undefined },
      rateLimiter: { consume: async () => undefined },
    });
    const stream = await (await listenForStreams({ app })).open('any');
    expect(stream.status).toBe(200);
    // Well before the heartbeat.
    await vi.waitFor(() => expect(stream.isEnded()).toBe(true), 5000);
    await app.close();
  });

  it('is not opened by a HEAD', async () => {
    const reply = await testApp.app.inject({
      method: 'HEAD',
      url: `/v1${eventStream.path}`,
      headers: { authorization: `Bearer ${recipient.token}` },
    });
    expect(reply.statusCode).toBe(404);
  });

  it('gives the oldest up when a person opens more than ten', async () => {
    passReplayed();
    const opened: OpenStream[] = [];
    for (let count = 0; count < 11; count += 1) opened.push(await streams.open(recipient.token));
    await vi.waitFor(() => expect(opened[0]?.isEnded()).toBe(true), 5000);
    await send('1');
    await untilTold(opened[10], newsOfArrival);
    for (const stream of opened) stream.close();
  });

  it('ends where its session ran out while nothing was heard', async () => {
    const visitor = await makePerson(testApp);
    const [stream, other] = [await streams.open(visitor.token), await streams.open(recipient.token)];
    await testApp.db.pool.query('update session set idle_expires_at = now() where user_id = $1', [
      visitor.user.id,
    ]);
    await loseConnection();
    await vi.waitFor(() => expect(stream.isEnded()).toBe(true), { timeout: 10_000, interval: 20 });
    expect(other.isEnded()).toBe(false);
    other.close();
  });

  it('goes on after the connection to the database was lost, and says that everything may have changed', async () => {
    passReplayed();
    const stream = await streams.open(recipient.token);
    await untilOpen(stream);
    expect(stream.text()).not.toContain(newsOfEverything);
    await loseConnection();
    await untilTold(stream, newsOfEverything);
    await send('1');
    await untilTold(stream, newsOfArrival);
    stream.close();
  });

  it('knows of an asset and a setting that changed while nothing was heard, and tells browsers after that', async () => {
    passReplayed();
    const stream = await streams.open(recipient.token);
    await untilOpen(stream);
    await inTransaction(testApp.ownerDb, async ({ client }) => {
      // As if what tells of it had been lost.
      await client.query('set local session_replication_role = replica');
      await client.query(`update asset set name = 'Doge' where code = 'DOGE'`);
      await client.query(
        `insert into setting_change (name, version, value, reason, changed_by)
         values ('TRADE_SPREAD_BPS', 1, '70', 'a test', 'grace')`,
      );
    });
    await loseConnection();
    await untilTold(stream, newsOf(['assets']));
    expect(assetOf('DOGE').name).toBe('Doge');
    await vi.waitFor(async () =>
      expect((await testApp.call('GET', '/config')).body.trade.spreadBps).toBe(70),
    );
    stream.close();
    loadAssets(seededAssets);
  });
});

describe('who opens the stream', () => {
  it('is told of a change of the moment before, though nobody listened then', async () => {
    passReplayed();
    const watching = await streams.open(sender.token);
    await send('1');
    // The change has been heard by then; nobody has listened for the recipient.
    await untilTold(watching, newsOfTransfer);
    const stream = await streams.open(recipient.token);
    await untilOpen(stream);
    expect(stream.text()).toBe(`${newsOfArrival}: alive\n\n`);
    for (const opened of [watching, stream]) opened.close();
  });

  it('is not told of an old change', async () => {
    passReplayed();
    const watching = await streams.open(recipient.token);
    await send('1');
    await untilTold(watching, newsOfArrival);
    passReplayed();
    const stream = await streams.open(recipient.token);
    await untilOpen(stream);
    expect(stream.text()).not.toContain('event:');
    for (const opened of [watching, stream]) opened.close();
  });

  it('is told that everything may have changed where the server heard nothing for a while', async () => {
    passReplayed();
    const watching = await streams.open(sender.token);
    await loseConnection();
    await untilTold(watching, newsOfEverything);
    const stream = await streams.open(recipient.token);
    await untilOpen(stream);
    expect(stream.text()).toContain(newsOfEverything);
    for (const opened of [watching, stream]) opened.close();
  });

  it('is told so likewise by a process that has just begun to listen', async () => {
    const young = await createTestApp();
    const person = await makePerson(young);
    const stream = await (await listenForStreams(young)).open(person.token);
    await untilOpen(stream);
    expect(stream.text()).toContain(newsOfEverything);
    stream.close();
    await young.close();
  });
});

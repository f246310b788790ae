import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventTopics } from '@mercury/contract/api/events.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { makeFundedPerson } from '../test/money.ts';
import { makePerson, type SignedInPerson } from '../test/person.ts';
import { createTicket } from './tickets.ts';

let testApp: TestApp;
let sender: SignedInPerson;
let recipient: SignedInPerson;
let port: number;

beforeAll(async () => {
  testApp = await createTestApp();
  [sender, recipient] = await Promise.all([makeFundedPerson(testApp, '100'), makePerson(testApp)]);
  await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  // Listening on an address and a port, the server has that shape of address.
  port = (testApp.app.server.address() as AddressInfo).port;
});
afterAll(() => testApp.close());

async function ticketOf(person: SignedInPerson): Promise<string> {
  const reply = await testApp.call('POST', '/events/ticket', { token: person.token });
  expect(reply.status).toBe(201);
  return reply.body.ticket;
}

interface OpenStream {
  readonly status: number;
  /** Everything that came so far. */
  text(): string;
  isEnded(): boolean;
  close(): void;
}

/** A stream as a browser keeps it. */
async function openStream(ticket: string): Promise<OpenStream> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: `/v1/events?ticket=${ticket}` }, resolve).on('error', reject);
  });
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => undefined);
  return {
    status: response.statusCode ?? 0,
    text: () => text,
    isEnded: () => response.readableEnded || response.destroyed,
    close: () => response.destroy(),
  };
}

function send(amount: string) {
  return testApp.call('POST', '/wallets/transfer', {
    token: sender.token,
    body: { recipientAddress: recipient.user.walletAddress, amount },
  });
}

describe('the stream of changes', () => {
  it('tells both people of a transfer, and nobody else', async () => {
    const stranger = await makePerson(testApp);
    const streams = await Promise.all(
      [sender, recipient, stranger].map(async (person) => openStream(await ticketOf(person))),
    );
    const [senders, recipients, strangers] = streams;
    expect(streams.map((stream) => stream.status)).toEqual([200, 200, 200]);
    await send('1');
    const news = 'event: changed\ndata: ["balance","transactions"]\n\n';
    await vi.waitFor(() => {
      expect(senders?.text()).toContain(news);
      expect(recipients?.text()).toContain(news);
    }, 5000);
    expect(strangers?.text()).not.toContain('event:');
    for (const stream of streams) stream.close();
  });

  it('tells everybody of an asset that is new, or of which there is more to know, whoever wrote it', async () => {
    const stream = await openStream(await ticketOf(sender));
    await testApp.ownerDb.pool.query(`update asset set name = name where code = 'BTC'`);
    await vi.waitFor(() => expect(stream.text()).toContain('event: changed\ndata: ["assets"]\n\n'), 5000);
    stream.close();
  });

  it('is opened once by a ticket', async () => {
    const ticket = await ticketOf(sender);
    const first = await openStream(ticket);
    const second = await openStream(ticket);
    expect([first.status, second.status]).toEqual([200, 401]);
    first.close();
  });

  it.each(['', 'made-up', 'x'.repeat(300)])('is not opened by %j', async (ticket) => {
    expect((await openStream(ticket)).status).toBe(401);
  });

  it('is not opened by a ticket that is too old', async () => {
    const ticket = await ticketOf(sender);
    await testApp.db.pool.query(`update event_ticket set expires_at = now() - interval '1 second'`);
    expect((await openStream(ticket)).status).toBe(401);
  });

  it('is not opened by the ticket of a session that was signed out', async () => {
    const login = await testApp.call('POST', '/auth/login', {
      body: { email: recipient.email, password: recipient.password },
    });
    const ticket = await ticketOf({ ...recipient, token: login.body.token });
    await testApp.call('POST', '/auth/logout', { token: login.body.token });
    expect((await openStream(ticket)).status).toBe(401);
  });

  it('is given to no session that has ended since it was recognized', async () => {
    const ended = { id: randomUUID(), userId: recipient.user.id };
    await expect(createTicket(testApp.db, ended)).rejects.toMatchObject({ code: 'Unauthenticated' });
  });

  it('ends at once when its session signs out', async () => {
    const login = await testApp.call('POST', '/auth/login', {
      body: { email: recipient.email, password: recipient.password },
    });
    const stream = await openStream(await ticketOf({ ...recipient, token: login.body.token }));
    const other = await openStream(await ticketOf(recipient));
    await testApp.call('POST', '/auth/logout', { token: login.body.token });
    // Well before the heartbeat, which would find it too.
    await vi.waitFor(() => expect(stream.isEnded()).toBe(true), 5000);
    expect(other.isEnded()).toBe(false);
    other.close();
  });

  it('is not spent by a HEAD', async () => {
    const ticket = await ticketOf(sender);
    const reply = await testApp.app.inject({ method: 'HEAD', url: `/v1/events?ticket=${ticket}` });
    expect(reply.statusCode).toBe(404);
    const stream = await openStream(ticket);
    expect(stream.status).toBe(200);
    stream.close();
  });

  it('gives the oldest up when a person opens more than ten', async () => {
    const streams: OpenStream[] = [];
    for (let count = 0; count < 11; count += 1) streams.push(await openStream(await ticketOf(recipient)));
    await vi.waitFor(() => expect(streams[0]?.isEnded()).toBe(true), 5000);
    await send('1');
    await vi.waitFor(() => expect(streams[10]?.text()).toContain('event: changed'), 5000);
    for (const stream of streams) stream.close();
  });

  it('ends where its session ran out while nothing was heard', async () => {
    const visitor = await makePerson(testApp);
    const streams = [await openStream(await ticketOf(visitor)), await openStream(await ticketOf(recipient))];
    await testApp.db.pool.query('update session set idle_expires_at = now() where user_id = $1', [
      visitor.user.id,
    ]);
    await testApp.db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'mercury events' and datname = current_database()`,
    );
    await vi.waitFor(() => expect(streams[0]?.isEnded()).toBe(true), { timeout: 10_000, interval: 20 });
    expect(streams[1]?.isEnded()).toBe(false);
    streams[1]?.close();
  });

  it('goes on after the connection to the database was lost, and says that everything may have changed', async () => {
    const stream = await openStream(await ticketOf(recipient));
    await testApp.db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'mercury events' and datname = current_database()`,
    );
    await vi.waitFor(() => expect(stream.text()).toContain(`data: ${JSON.stringify(eventTopics)}`), {
      timeout: 10_000,
      interval: 50,
    });
    await send('1');
    await vi.waitFor(() => expect(stream.text()).toContain('data: ["balance","transactions"]'), 5000);
    stream.close();
  });
});

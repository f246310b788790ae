import type { AddressInfo } from 'node:net';
import type { BookUpdate, StreamNews } from '@mercury/contract/api/stream.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { coalesce } from './coalesce.ts';
import { createConnection, encodeNews, type Connection, type ConnectionLimits } from './connection.ts';
import { streamLimits } from './stream-limits.ts';

let server: WebSocketServer;
const clients: WebSocket[] = [];

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise<void>((resolve) => server.once('listening', resolve));
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

interface Line {
  readonly connection: Connection;
  readonly client: WebSocket;
  readonly received: StreamNews[];
  readonly closed: Promise<number>;
}

async function connect(limits: Partial<ConnectionLimits> = {}): Promise<Line> {
  // Listening on an address and a port, the server has that shape of address.
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  clients.push(client);
  const accepted = new Promise<WebSocket>((resolve) => server.once('connection', resolve));
  await new Promise<void>((resolve) => client.once('open', resolve));
  const received: StreamNews[] = [];
  client.on('message', (text: Buffer) => received.push(JSON.parse(text.toString('utf8'))));
  const closed = new Promise<number>((resolve) => client.once('close', resolve));
  const connection = createConnection(await accepted, { ...streamLimits, closeMs: 20_000, ...limits });
  return { connection, client, received, closed };
}

const filler = Array.from({ length: 400 }, (_, index) => ({ price: `9.${1000 + index}`, quantity: '1.00' }));

function bookUpdate(seq: number, bids: BookUpdate['bids'] = []): BookUpdate {
  return {
    type: 'update',
    channel: 'book',
    market: 'MRCY-USD',
    fromSeq: seq - 1,
    seq,
    bids,
    asks: [],
    checksum: seq,
  };
}

/** More than the network takes for a client that reads nothing; a little below is some megabytes. */
const roundsMax = 5_000;

describe('a client that reads slowly', () => {
  test('gets fewer messages, which say the same', async () => {
    const { connection, client, received } = await connect();
    client.pause();
    for (let seq = 1; seq <= 2_000; seq += 1) {
      const own = { price: `1.${1000 + (seq % 7)}`, quantity: `${seq}.00` };
      connection.tell(encodeNews(bookUpdate(seq, [own, ...filler])));
    }
    client.resume();
    await vi.waitFor(() => expect(received.at(-1)?.seq).toBe(2_000), { timeout: 20_000, interval: 20 });
    expect(received.length).toBeLessThan(2_000);
    const updates = received.filter((news) => 'fromSeq' in news);
    expect(updates.map(({ fromSeq }) => fromSeq)).toEqual([0, ...updates.slice(0, -1).map(({ seq }) => seq)]);
    const book = new Map(updates.flatMap(({ bids }) => bids.map(({ price, quantity }) => [price, quantity])));
    const last = Array.from({ length: 7 }, (_, back) => 2_000 - back);
    for (const seq of last) expect(book.get(`1.${1000 + (seq % 7)}`)).toBe(`${seq}.00`);
  });

  test('is cut off with 4008 when it stays busy, and others go on', async () => {
    const slow = await connect({ busyMsMax: 20 });
    const other = await connect();
    slow.client.pause();
    let seq = 0;
    while (slow.connection.isOpen && seq < roundsMax) {
      seq += 1;
      const news = encodeNews(bookUpdate(seq, filler));
      slow.connection.tell(news);
      other.connection.tell(news);
      // The other one reads.
      await new Promise(setImmediate);
    }
    expect(slow.connection.isOpen).toBe(false);
    slow.client.resume();
    expect(await slow.closed).toBe(4008);
    await vi.waitFor(() => expect(other.received.at(-1)?.seq).toBe(seq), { timeout: 20_000, interval: 20 });
    expect(other.connection.isOpen).toBe(true);
  });

  test('is cut off with 4008 when it asks and does not read the answers', async () => {
    const { connection, client, closed } = await connect();
    client.pause();
    const answer = { type: 'error', error: 'NotFound', message: 'x'.repeat(50_000) } as const;
    for (let count = 0; connection.isOpen && count < roundsMax; count += 1) connection.send(answer);
    expect(connection.isOpen).toBe(false);
    client.resume();
    expect(await closed).toBe(4008);
  });

  test('gets what is its own without a gap until it is cut off with 4008: nothing is put together or left out', async () => {
    const { connection, client, received, closed } = await connect();
    client.pause();
    const orders = Array.from({ length: 40 }, () => order);
    let told = 0;
    for (; connection.isOpen && told < roundsMax; told += 1) {
      connection.send({ type: 'snapshot', channel: 'executions', seq: told, orders });
    }
    expect(connection.isOpen).toBe(false);
    client.resume();
    expect(await closed).toBe(4008);
    expect(received.map(({ seq }) => seq)).toEqual(Array.from({ length: told }, (_, seq) => seq));
  });

  test('gets a snapshot that is larger than what may be unsent, and what comes after it; no second one meanwhile', async () => {
    const [{ connection, client, received }, other] = [await connect(), await connect()];
    // Beyond what the network takes for a client that reads nothing.
    const orders = Array.from({ length: 40_000 }, () => order);
    for (const line of [client, other.client]) line.pause();
    for (const line of [connection, other.connection])
      line.send({ type: 'snapshot', channel: 'executions', seq: 0, orders });
    connection.send({ type: 'update', channel: 'balances', seq: 1, balances: [] });
    expect(connection.isOpen).toBe(true);
    other.connection.send({ type: 'snapshot', channel: 'executions', seq: 1, orders });
    expect(other.connection.isOpen).toBe(false);
    client.resume();
    await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 20_000, interval: 20 });
    // It counts no more once it is there.
    client.pause();
    const answer = { type: 'error', error: 'NotFound', message: 'x'.repeat(1_000_000) } as const;
    for (let count = 0; count < 15; count += 1) connection.send(answer);
    expect(connection.isOpen).toBe(false);
  });

  test('is cut off with 4008 when more trades wait than are kept', async () => {
    const { connection, client, closed } = await connect({ tradesWaitingMax: 100 });
    client.pause();
    const trade = {
      market: 'MRCY-USD',
      seq: 1,
      price: '1.0000',
      quantity: '1.00',
      takerSide: 'BUY',
      tradedAt: '2026-01-01T00:00:00.000Z',
    } as const;
    const trades = Array.from({ length: 60 }, () => trade);
    const news = encodeNews({ type: 'update', channel: 'trades', market: 'MRCY-USD', seq: 1, trades });
    for (let count = 0; connection.isOpen && count < roundsMax * 2; count += 1) connection.tell(news);
    expect(connection.isOpen).toBe(false);
    client.resume();
    expect(await closed).toBe(4008);
  });

  test('and has caught up is busy no more: an hour later it is there', async () => {
    const { connection, client, received } = await connect();
    client.pause();
    for (let seq = 1; seq <= 1_000; seq += 1) connection.tell(encodeNews(bookUpdate(seq, filler)));
    client.resume();
    await vi.waitFor(() => expect(received.at(-1)?.seq).toBe(1_000), { timeout: 20_000, interval: 20 });
    expect(received.length).toBeLessThan(1_000);
    const later = performance.now() + 3_600_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
    connection.beat();
    clock.mockRestore();
    expect(connection.isOpen).toBe(true);
  });

  test('does not keep its connection by never answering the close', async () => {
    const { connection, client, closed } = await connect({ closeMs: 10 });
    client.pause();
    for (let count = 0; count < 500; count += 1) connection.tell(encodeNews(bookUpdate(count, filler)));
    connection.close(1001, 'shutting down');
    await vi.waitFor(() => expect(server.clients.size).toBe(0), { timeout: 10_000, interval: 10 });
    client.terminate();
    await closed;
  });
});

describe('pings', () => {
  async function countPings(line: Line, beats: number): Promise<number> {
    let count = 0;
    line.client.on('ping', () => (count += 1));
    for (let beat = 0; beat < beats; beat += 1) {
      line.connection.beat();
      const answered = new Promise((resolve) => line.client.once('message', resolve));
      line.connection.send({ type: 'pong' });
      await answered;
      // The answer to the ping is read in the next turn.
      for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
    }
    return count;
  }

  test('go to those who only watch at each sixth beat, and to who is authenticated at each', async () => {
    const [watcher, trader] = [await connect(), await connect()];
    trader.connection.pingOften();
    expect(await countPings(watcher, 12)).toBe(2);
    expect(await countPings(trader, 12)).toBe(12);
    expect([watcher.connection.isOpen, trader.connection.isOpen]).toEqual([true, true]);
  });
});

const at = '2026-01-01T00:00:00.000Z';
const order = {
  id: '018f0000-0000-7000-8000-000000000000',
  clientOrderId: null,
  market: 'MRCY-USD',
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  postOnly: false,
  selfTrade: 'expire_taker',
  price: '0.5500',
  stopPrice: null,
  quantity: '20.00',
  budget: null,
  filled: '0.00',
  averagePrice: null,
  status: 'OPEN',
  reason: null,
  fee: '0.00',
  feeCurrency: 'MRCY',
  seq: 5,
  expiresAt: null,
  receivedAt: at,
  createdAt: at,
  updatedAt: at,
} as const;

describe('what waits for a subscription', () => {
  test('begins anew with a snapshot, and keeps what follows it as one update', () => {
    const { fromSeq: _fromSeq, ...rest } = bookUpdate(2);
    const snapshot: StreamNews = { ...rest, type: 'snapshot' };
    let waiting = coalesce([], bookUpdate(1));
    for (const news of [
      snapshot,
      bookUpdate(3, [{ price: '1.0000', quantity: '5.00' }]),
      bookUpdate(4, [{ price: '1.0000', quantity: '0.00' }]),
    ]) {
      waiting = coalesce(waiting, news);
    }
    expect(waiting).toEqual([
      snapshot,
      { ...bookUpdate(4, [{ price: '1.0000', quantity: '0.00' }]), fromSeq: 2 },
    ]);
  });

  test('has of candles the newest of each minute', () => {
    const rest = { high: '1.00', low: '1.00', volume: '1.00', quoteVolume: '1.00' };
    const candleAt = ([minute, open]: readonly [string, string]) => ({
      at: `2026-01-01T00:0${minute}:00.000Z`,
      open,
      close: open,
      ...rest,
    });
    const news = (seq: number, minutes: Readonly<Record<string, string>>): StreamNews => ({
      type: 'update',
      channel: 'candles',
      market: 'MRCY-USD',
      seq,
      candles: Object.entries(minutes).map(candleAt),
    });
    const first = coalesce([], news(1, { 0: '1.00', 1: '1.10' }));
    expect(coalesce(first, news(2, { 1: '1.20', 2: '1.30' }))).toEqual([
      news(2, { 0: '1.00', 1: '1.20', 2: '1.30' }),
    ]);
  });
});

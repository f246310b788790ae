import { type EventTopic, eventTopics } from '@mercury/contract/api/events.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fallbackMs, type Stream, startLiveUpdates, topicsOf, waitBeforeAttempt } from './live-updates.ts';

type Listener = (event: { data?: unknown }) => void;

class FakeStream implements Stream {
  isClosed = false;
  readonly ticket: string;
  private readonly listeners = new Map<string, Listener>();

  constructor(ticket: string) {
    this.ticket = ticket;
  }
  addEventListener(name: string, listener: Listener) {
    this.listeners.set(name, listener);
  }
  emit(name: string, data?: unknown) {
    this.listeners.get(name)?.({ data });
  }
  close() {
    this.isClosed = true;
  }
}

const everything = eventTopics;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function startFake() {
  const streams: FakeStream[] = [];
  const heard: (readonly EventTopic[])[] = [];
  const tickets: string[] = [];
  const live: boolean[] = [];
  const { stop, wake } = startLiveUpdates({
    fetchTicket: () => {
      const ticket = `ticket-${tickets.length + 1}`;
      tickets.push(ticket);
      return Promise.resolve(ticket);
    },
    openStream: (ticket) => {
      const stream = new FakeStream(ticket);
      streams.push(stream);
      return stream;
    },
    onTopics: (topics) => heard.push(topics),
    onLive: (isLive) => live.push(isLive),
  });
  await vi.advanceTimersByTimeAsync(0);
  return { streams, tickets, heard, live, stop, wake };
}

it('passes on the topics of an event', async () => {
  const { streams, heard } = await startFake();
  streams[0]?.emit('open');
  streams[0]?.emit('changed', '["balance","transactions"]');
  expect(heard.slice(1)).toEqual([['balance', 'transactions']]);
});

it('asks for everything whenever a stream opens, and begins again with a new ticket when it breaks', async () => {
  const { streams, heard } = await startFake();
  expect(heard).toEqual([]);
  streams[0]?.emit('open');
  expect(heard).toEqual([everything]);
  streams[0]?.emit('error');
  expect(streams[0]?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(streams.map(({ ticket }) => ticket)).toEqual(['ticket-1', 'ticket-2']);
  streams[1]?.emit('open');
  expect(heard).toEqual([everything, everything]);
});

it('asks for nothing by itself while the stream is up, and now and then while it is down', async () => {
  const { streams, heard, live } = await startFake();
  streams[0]?.emit('open');
  await vi.advanceTimersByTimeAsync(10 * fallbackMs);
  expect([heard, live]).toEqual([[everything], [true]]);
  streams[0]?.emit('error');
  // Streams that are opened and never answer.
  await vi.advanceTimersByTimeAsync(2 * fallbackMs);
  expect(heard).toEqual([everything, everything, everything]);
  expect(live.at(-1)).toBe(false);
});

it('asks now and then also where no stream ever opens', async () => {
  const { heard } = await startFake();
  await vi.advanceTimersByTimeAsync(fallbackMs);
  expect(heard).toEqual([everything]);
});

it('tries at once when the connection may be back, and opens no second stream beside an open one', async () => {
  const { streams, wake } = await startFake();
  streams[0]?.emit('open');
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(streams).toHaveLength(1);
  streams[0]?.emit('error');
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(streams).toHaveLength(2);
  // Neither the wait that was cut short nor a late word of the first stream opens another.
  streams[0]?.emit('error');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(streams).toHaveLength(2);
});

it('opens nothing once it is stopped', async () => {
  const { streams, stop } = await startFake();
  streams[0]?.emit('error');
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(streams).toHaveLength(1);
});

it('opens nothing when it is stopped while the ticket is on its way', async () => {
  const openStream = vi.fn<(ticket: string) => Stream>((ticket) => new FakeStream(ticket));
  const { stop } = startLiveUpdates({
    fetchTicket: () => Promise.resolve('ticket'),
    openStream,
    onTopics: () => undefined,
    onLive: () => undefined,
  });
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(openStream).not.toHaveBeenCalled();
});

it('does not begin again when the stream ends after the stop', async () => {
  const { streams, tickets, stop } = await startFake();
  stop();
  streams[0]?.emit('error');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tickets).toEqual(['ticket-1']);
});

it('waits twice as long after each failure, up to half a minute', () => {
  expect([0, 1, 2, 10].map((failureCount) => waitBeforeAttempt(failureCount, 1))).toEqual([
    1000, 2000, 4000, 30_000,
  ]);
  expect(waitBeforeAttempt(0, 0)).toBe(500);
});

it('leaves aside what it does not know', () => {
  expect(topicsOf('["contacts","weather"]')).toEqual(['contacts']);
  expect(topicsOf('{"topics":1}')).toEqual([]);
  expect(topicsOf('not json')).toEqual([]);
  expect(topicsOf(undefined)).toEqual([]);
});

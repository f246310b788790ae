import { type EventTopic, eventTopics } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitBeforeAttempt } from './live.ts';
import { onTheWayMs, startLiveUpdates, steadyMs, topicsOf } from './live-updates.ts';

/** A call to the server, which answers it when the test says so. */
class FakeStream {
  isClosed = false;
  readonly opening = Promise.withResolvers<ReadableStream<Uint8Array<ArrayBuffer>>>();
  private controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  private readonly encoder = new TextEncoder();

  async open() {
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        this.controller = controller;
      },
      cancel: () => {
        this.isClosed = true;
      },
    });
    this.opening.resolve(stream);
    await settle();
  }
  async say(text: string) {
    this.controller?.enqueue(this.encoder.encode(text));
    await settle();
  }
  async fail() {
    const failure = new Error('the connection broke');
    this.opening.reject(failure);
    this.controller?.error(failure);
    await settle();
  }
  async end() {
    this.controller?.close();
    await settle();
  }
}

/** Until what follows from the last step has been done. No time passes. */
const settle = () => vi.advanceTimersByTimeAsync(0);

const fallbackMs = 30_000;
const everything = eventTopics;
const alive = ': alive\n\n';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A page that has begun now, with its first stream on the way. */
async function startFake() {
  const streams: FakeStream[] = [];
  const heard: (readonly EventTopic[])[] = [];
  const live: boolean[] = [];
  const newStream = () => {
    const stream = new FakeStream();
    streams.push(stream);
    return stream;
  };
  const { stop, wake } = startLiveUpdates({
    topics: eventTopics,
    fallbackMs,
    openStream: () => newStream().opening.promise,
    askedSinceMs: Date.now(),
    onTopics: (topics) => heard.push(topics),
    onLive: (isLive) => live.push(isLive),
  });
  await settle();
  /** The newest one. */
  const stream = () => streams.at(-1) ?? newStream();
  return { streams, stream, heard, live, stop, wake };
}

it('passes on the topics of an event, however its text is cut on the way', async () => {
  const { stream, heard } = await startFake();
  await stream().open();
  await stream().say('event: changed\ndata: ["balance","transactions"]\n\n');
  await stream().say('event: chan');
  await stream().say('ged\ndata: ["contacts"]\n');
  expect(heard).toEqual([['balance', 'transactions']]);
  await stream().say('\n');
  expect(heard).toEqual([['balance', 'transactions'], ['contacts']]);
});

it('leaves aside events of other names', async () => {
  const { stream, heard } = await startFake();
  await stream().open();
  await stream().say('event: weather\ndata: ["balance"]\n\ndata: ["balance"]\n\n');
  expect(heard).toEqual([]);
});

describe('the first opening', () => {
  it('asks for nothing of a page that has just begun', async () => {
    const { stream, heard } = await startFake();
    await vi.advanceTimersByTimeAsync(limits.eventsReplayedMs / 2);
    await stream().open();
    await stream().say(alive);
    expect(heard).toEqual([]);
  });

  it('asks for everything where the page began longer ago', async () => {
    const { stream, heard } = await startFake();
    await vi.advanceTimersByTimeAsync(limits.eventsReplayedMs / 2 + 1);
    await stream().open();
    expect(heard).toEqual([everything]);
  });
});

describe('a stream that broke', () => {
  it.each([
    ['a beat', alive, []],
    ['an event', 'event: changed\ndata: ["contacts"]\n\n', [['contacts']]],
  ])('asks for nothing when it is back soon after %s', async (_what, text, told) => {
    const { streams, stream, heard } = await startFake();
    await stream().open();
    await vi.advanceTimersByTimeAsync(20_000);
    await stream().say(text);
    await stream().fail();
    await vi.advanceTimersByTimeAsync(limits.eventsReplayedMs - onTheWayMs);
    expect(streams).toHaveLength(2);
    await stream().open();
    expect(heard).toEqual(told);
  });

  it('asks for everything when more may have happened than it is told', async () => {
    const { stream, heard } = await startFake();
    await stream().open();
    await stream().say(alive);
    await stream().fail();
    await vi.advanceTimersByTimeAsync(limits.eventsReplayedMs - onTheWayMs + 1);
    await stream().open();
    expect(heard).toEqual([everything]);
  });

  it('counts from what was heard last, not from when the break was noticed', async () => {
    const { stream, heard } = await startFake();
    await stream().open();
    await stream().say(alive);
    await vi.advanceTimersByTimeAsync(60_000);
    await stream().fail();
    await vi.advanceTimersByTimeAsync(1000);
    await stream().open();
    expect(heard).toEqual([everything]);
  });

  it('does not count an opening that told nothing', async () => {
    const { stream, heard } = await startFake();
    await vi.advanceTimersByTimeAsync(limits.eventsReplayedMs / 2);
    await stream().open();
    await stream().fail();
    await vi.advanceTimersByTimeAsync(1000);
    await stream().open();
    expect(heard).toEqual([everything]);
  });
});

it.each([
  ['breaks', 'fail'],
  ['is ended by the server', 'end'],
] as const)('opens another stream when one %s', async (_what, how) => {
  const { streams, stream, live } = await startFake();
  await stream().open();
  await stream()[how]();
  expect([streams.length, live]).toEqual([1, [true, false]]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(streams).toHaveLength(2);
});

it('waits longer after each stream that soon ended, and begins anew after one that lasted', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { streams, stream } = await startFake();
  const livesMs = [0, 5000, steadyMs - 1, steadyMs, 0];
  const waitsMs = [1000, 2000, 4000, 1000, 2000];
  for (const [index, lifeMs] of livesMs.entries()) {
    await stream().open();
    await vi.advanceTimersByTimeAsync(lifeMs);
    await stream().end();
    await vi.advanceTimersByTimeAsync((waitsMs[index] ?? 0) - 1);
    expect(streams).toHaveLength(index + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(streams).toHaveLength(index + 2);
  }
});

it('asks for nothing by itself while the stream is up, and now and then while it is down', async () => {
  const { stream, heard, live } = await startFake();
  await stream().open();
  await vi.advanceTimersByTimeAsync(10 * fallbackMs);
  expect([heard, live]).toEqual([[], [true]]);
  await stream().fail();
  // The next one is never answered.
  await vi.advanceTimersByTimeAsync(2 * fallbackMs);
  expect(heard).toEqual([everything, everything]);
  expect(live.at(-1)).toBe(false);
});

it('asks now and then also where no stream ever opens', async () => {
  const { heard } = await startFake();
  await vi.advanceTimersByTimeAsync(fallbackMs);
  expect(heard).toEqual([everything]);
});

it('asks now and then also where every stream is refused at once', async () => {
  const { stream, heard } = await startFake();
  for (let passedMs = 0; passedMs < 2 * fallbackMs; passedMs += 1000) {
    await stream().fail();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(heard).toEqual([everything, everything]);
});

it('tries at once when the connection may be back, and opens no second stream beside an open one', async () => {
  const { streams, stream, wake } = await startFake();
  wake();
  await settle();
  expect(streams).toHaveLength(1);
  await stream().open();
  wake();
  await settle();
  expect(streams).toHaveLength(1);
  await stream().fail();
  wake();
  await settle();
  expect(streams).toHaveLength(2);
  // The wait that was cut short opens no other.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(streams).toHaveLength(2);
});

it('closes the stream when it is stopped, and opens nothing after that', async () => {
  const { streams, stream, live, heard, stop, wake } = await startFake();
  await stream().open();
  stop();
  await settle();
  expect([stream().isClosed, live]).toEqual([true, [true, false]]);
  wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([streams.length, heard]).toEqual([1, []]);
});

it('opens nothing when it is stopped while it waits', async () => {
  const { streams, stream, stop } = await startFake();
  await stream().fail();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(streams).toHaveLength(1);
});

it('is not live when it is stopped while the stream is on its way', async () => {
  const { streams, stream, live, stop } = await startFake();
  stop();
  await stream().open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([streams.length, live]).toEqual([1, [false]]);
});

it('waits twice as long after each failure, up to half a minute', () => {
  expect([0, 1, 2, 10].map((failureCount) => waitBeforeAttempt(failureCount, 1))).toEqual([
    1000, 2000, 4000, 30_000,
  ]);
  expect(waitBeforeAttempt(0, 0)).toBe(500);
});

it('leaves aside what it does not know', () => {
  expect(topicsOf('["contacts","weather"]', eventTopics)).toEqual(['contacts']);
  expect(topicsOf('{"topics":1}', eventTopics)).toEqual([]);
  expect(topicsOf('not json', eventTopics)).toEqual([]);
  expect(topicsOf(undefined, eventTopics)).toEqual([]);
});

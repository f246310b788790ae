import { type EventTopic, eventName, eventTopics } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';

interface LiveUpdatesOptions {
  /** Resolves when the stream is open. The stream lasts until it breaks, or until the signal ends it. */
  openStream: (signal: AbortSignal) => Promise<NonNullable<Response['body']>>;
  /** A time before the first request of this session. */
  askedSinceMs: number;
  onTopics: (topics: readonly EventTopic[]) => void;
  /** The stream has opened or closed. */
  onLive: (isLive: boolean) => void;
}

export interface LiveUpdates {
  /** The connection may be back: tries at once instead of waiting. */
  wake: () => void;
  stop: () => void;
}

/** First wait before a retry. It doubles each time, up to the longest wait. */
const waitMinMs = 1000;
const waitMaxMs = 30_000;

/**
 * A stream that ends sooner counts as a failure. The server ends a person's oldest stream for a new one: with more tabs than it
 * allows, tabs that returned at once would end one another's streams about once a second.
 */
export const steadyMs = 60_000;

/** Without a stream everything is refetched this often: late news is better than none. */
export const fallbackMs = 30_000;

/** An event may take this long to arrive. */
export const onTheWayMs = 2000;

/** The topics of an event that this version knows: a newer server may send more. */
export function topicsOf(eventText: unknown): readonly EventTopic[] {
  if (typeof eventText !== 'string') return [];
  try {
    const named: unknown = JSON.parse(eventText);
    return Array.isArray(named) ? eventTopics.filter((topic) => named.includes(topic)) : [];
  } catch {
    return [];
  }
}

/** Up to half of the wait is random, so that clients don't all return to a restarted server at once. */
export function waitBeforeAttempt(failureCount: number, chance: number): number {
  const fullMs = Math.min(waitMaxMs, waitMinMs * 2 ** failureCount);
  return fullMs / 2 + (fullMs / 2) * chance;
}

/** Lasts until the stream breaks or ends, or until the signal ends it. */
function readStream(
  stream: NonNullable<Response['body']>,
  options: { signal: AbortSignal; onHeard: () => void; onTopics: (topics: readonly EventTopic[]) => void },
): Promise<void> {
  const { signal, onHeard, onTopics } = options;
  const messages = new WritableStream<EventSourceMessage>({
    write({ event, data }) {
      onHeard();
      const topics = event === eventName ? topicsOf(data) : [];
      if (topics.length > 0) onTopics(topics);
    },
  });
  return stream
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onComment: onHeard }))
    .pipeTo(messages, { signal });
}

/**
 * Keeps a stream of changes open until it is stopped, and reopens a broken one. A new stream replays recent changes, so
 * everything is refetched only if more may have been missed. The page works without all this.
 */
export function startLiveUpdates(options: LiveUpdatesOptions): LiveUpdates {
  const { openStream, onTopics, onLive } = options;
  const stopping = new AbortController();
  let failureCount = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let fallback = setInterval(askForEverything, fallbackMs);
  // A stream that opens before this is told of everything that the page may have missed. Half of the time is left for slow calls
  // and wrong clocks.
  let toldUntilMs = options.askedSinceMs + limits.eventsReplayedMs / 2;

  function askForEverything(): void {
    onTopics(eventTopics);
  }

  /** Everything that changed until now has arrived. */
  function noteHeard(): void {
    toldUntilMs = Date.now() + limits.eventsReplayedMs - onTheWayMs;
  }

  async function listen(): Promise<void> {
    const { signal } = stopping;
    const stream = await openStream(signal);
    signal.throwIfAborted();
    clearInterval(fallback);
    onLive(true);
    if (Date.now() > toldUntilMs) askForEverything();
    const steady = setTimeout(() => (failureCount = 0), steadyMs);
    try {
      await readStream(stream, { signal, onHeard: noteHeard, onTopics });
    } finally {
      clearTimeout(steady);
    }
  }

  function tryLater(): void {
    if (stopping.signal.aborted) return;
    onLive(false);
    clearInterval(fallback);
    fallback = setInterval(askForEverything, fallbackMs);
    retry = setTimeout(connect, waitBeforeAttempt(failureCount, Math.random()));
    failureCount += 1;
  }

  function connect(): void {
    retry = undefined;
    // The server ends a stream with its session, or when it stops itself: the retry shows which.
    listen().then(tryLater, tryLater);
  }

  connect();
  return {
    wake: () => {
      // A stream is open already, or being opened.
      if (retry === undefined) return;
      clearTimeout(retry);
      connect();
    },
    stop: () => {
      stopping.abort();
      clearTimeout(retry);
      retry = undefined;
      clearInterval(fallback);
      onLive(false);
    },
  };
}

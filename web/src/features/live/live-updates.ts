import { type EventTopic, eventName, eventTopics } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { waitBeforeAttempt } from '../../api/live.ts';

interface LiveUpdatesOptions {
  /** Resolves when the stream is open. */
  openStream: (signal: AbortSignal) => Promise<NonNullable<Response['body']>>;
  /** Before the first request of this session. */
  askedSinceMs: number;
  onTopics: (topics: readonly EventTopic[]) => void;
  onLive: (isLive: boolean) => void;
}

export interface LiveUpdates {
  /** Tries at once: the connection may be back. */
  wake: () => void;
  stop: () => void;
}

/**
 * A stream that ends sooner counts as a failure. The server ends a person's oldest stream for a new one: with too many tabs, tabs
 * that returned at once would end one another's streams every second.
 */
export const steadyMs = 60_000;

/** Without a stream everything is refetched this often. */
export const fallbackMs = 30_000;

/** An event may take this long to arrive. */
export const onTheWayMs = 2000;

/** A newer server may send topics that this version does not know. */
export function topicsOf(eventText: unknown): readonly EventTopic[] {
  if (typeof eventText !== 'string') return [];
  try {
    const named: unknown = JSON.parse(eventText);
    return Array.isArray(named) ? eventTopics.filter((topic) => named.includes(topic)) : [];
  } catch {
    return [];
  }
}

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
 * Reopens a broken stream. A new stream replays recent changes, so everything is refetched only if more may have been missed. The
 * page works without it.
 */
export function startLiveUpdates(options: LiveUpdatesOptions): LiveUpdates {
  const { openStream, onTopics, onLive } = options;
  const stopping = new AbortController();
  let failureCount = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let fallback = setInterval(askForEverything, fallbackMs);
  // A stream that opens before this replays all that the page may have missed. Half of the time is left for slow calls and wrong
  // clocks.
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
    // The server ends a stream with its session, or when it stops: the retry shows which.
    listen().then(tryLater, tryLater);
  }

  connect();
  return {
    wake: () => {
      // Open already, or being opened.
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

import { eventName } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { waitBeforeAttempt } from './live.ts';

interface LiveUpdatesOptions<Topic extends string> {
  /** All that there are. */
  topics: readonly Topic[];
  /** Resolves when the stream is open. */
  openStream: (signal: AbortSignal) => Promise<NonNullable<Response['body']>>;
  /** Before the first request of this session. */
  askedSinceMs: number;
  /** Without a stream everything is refetched this often. */
  fallbackMs: number;
  onTopics: (topics: readonly Topic[]) => void;
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

/** An event may take this long to arrive. */
export const onTheWayMs = 2000;

/** A newer server may send topics that this version does not know. */
export function topicsOf<Topic extends string>(
  eventText: unknown,
  known: readonly Topic[],
): readonly Topic[] {
  if (typeof eventText !== 'string') return [];
  try {
    const named: unknown = JSON.parse(eventText);
    return Array.isArray(named) ? known.filter((topic) => named.includes(topic)) : [];
  } catch {
    return [];
  }
}

function readStream<Topic extends string>(
  stream: NonNullable<Response['body']>,
  options: Pick<LiveUpdatesOptions<Topic>, 'topics' | 'onTopics'> & {
    signal: AbortSignal;
    onHeard: () => void;
  },
): Promise<void> {
  const { signal, onHeard, onTopics } = options;
  const messages = new WritableStream<EventSourceMessage>({
    write({ event, data }) {
      onHeard();
      const topics = event === eventName ? topicsOf(data, options.topics) : [];
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
export function startLiveUpdates<Topic extends string>(options: LiveUpdatesOptions<Topic>): LiveUpdates {
  const { topics, openStream, fallbackMs, onTopics, onLive } = options;
  const stopping = new AbortController();
  let failureCount = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let fallback: ReturnType<typeof setInterval> | undefined;
  // A stream that opens before this replays all that the page may have missed. Half of the time is left for slow calls and wrong
  // clocks.
  let toldUntilMs = options.askedSinceMs + limits.eventsReplayedMs / 2;

  function askForEverything(): void {
    onTopics(topics);
  }

  /** Everything that changed until now has arrived. */
  function noteHeard(): void {
    toldUntilMs = Date.now() + limits.eventsReplayedMs - onTheWayMs;
  }

  /** A stream that is refused again and again must not put it off. */
  function startFallback(): void {
    fallback ??= setInterval(askForEverything, fallbackMs);
  }

  function stopFallback(): void {
    clearInterval(fallback);
    fallback = undefined;
  }

  async function listen(): Promise<void> {
    const { signal } = stopping;
    const stream = await openStream(signal);
    signal.throwIfAborted();
    stopFallback();
    onLive(true);
    if (Date.now() > toldUntilMs) askForEverything();
    const steady = setTimeout(() => (failureCount = 0), steadyMs);
    try {
      await readStream(stream, { topics, signal, onHeard: noteHeard, onTopics });
    } finally {
      clearTimeout(steady);
    }
  }

  function tryLater(): void {
    if (stopping.signal.aborted) return;
    onLive(false);
    startFallback();
    retry = setTimeout(connect, waitBeforeAttempt(failureCount, Math.random()));
    failureCount += 1;
  }

  function connect(): void {
    retry = undefined;
    // The server ends a stream with its session, or when it stops: the retry shows which.
    listen().then(tryLater, tryLater);
  }

  startFallback();
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
      stopFallback();
      onLive(false);
    },
  };
}

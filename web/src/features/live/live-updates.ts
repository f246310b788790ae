import { type EventTopic, eventName, eventTopics } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';

interface LiveUpdatesOptions {
  /** Resolves when the stream is open; it then lasts until it breaks, or the signal ends it. */
  openStream: (signal: AbortSignal) => Promise<NonNullable<Response['body']>>;
  /** Before anything of this session was asked for. */
  askedSinceMs: number;
  onTopics: (topics: readonly EventTopic[]) => void;
  /** The stream has opened, or is gone. */
  onLive: (isLive: boolean) => void;
}

export interface LiveUpdates {
  /** The connection may be back: tries at once instead of waiting out its turn. */
  wake: () => void;
  stop: () => void;
}

/** First wait before trying again, doubled each time up to the longest. */
const waitMinMs = 1000;
const waitMaxMs = 30_000;

/** How often everything is asked for while there is no stream: late news are better than none. */
export const fallbackMs = 30_000;

/** What was heard last may have been this long on its way. */
export const onTheWayMs = 2000;

/** What an event names, as far as it is known here: a newer server may speak of more. */
export function topicsOf(eventText: unknown): readonly EventTopic[] {
  if (typeof eventText !== 'string') return [];
  try {
    const named: unknown = JSON.parse(eventText);
    return Array.isArray(named) ? eventTopics.filter((topic) => named.includes(topic)) : [];
  } catch {
    return [];
  }
}

/** Up to half of the wait is left to chance, so that a restarted server isn't met by everybody at once. */
export function waitBeforeAttempt(failureCount: number, chance: number): number {
  const fullMs = Math.min(waitMaxMs, waitMinMs * 2 ** failureCount);
  return fullMs / 2 + (fullMs / 2) * chance;
}

/** Until the stream breaks or ends, or the signal ends it. */
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
 * Listens to the stream of changes until it is stopped, and opens it again when it breaks. An opening is told of recent
 * changes, so everything is asked for only where more may have been missed. Nothing here is needed for the page to work.
 */
export function startLiveUpdates(options: LiveUpdatesOptions): LiveUpdates {
  const { openStream, onTopics, onLive } = options;
  const stopping = new AbortController();
  let failureCount = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let fallback = setInterval(askForEverything, fallbackMs);
  // An opening until then is told of all that the page may not know. Half of the time leaves room for slow calls and clocks.
  let toldUntilMs = options.askedSinceMs + limits.eventsReplayedMs / 2;

  function askForEverything(): void {
    onTopics(eventTopics);
  }

  /** All that changed until now has been told. */
  function noteHeard(): void {
    toldUntilMs = Date.now() + limits.eventsReplayedMs - onTheWayMs;
  }

  async function listen(): Promise<void> {
    const { signal } = stopping;
    const stream = await openStream(signal);
    signal.throwIfAborted();
    failureCount = 0;
    clearInterval(fallback);
    onLive(true);
    if (Date.now() > toldUntilMs) askForEverything();
    await readStream(stream, { signal, onHeard: noteHeard, onTopics });
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
    // The server ends a stream with its session, or with itself: coming back tells which.
    listen().then(tryLater, tryLater);
  }

  connect();
  return {
    wake: () => {
      // Nothing to do while a stream is open, or on its way.
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

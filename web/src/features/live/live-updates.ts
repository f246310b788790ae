import { type EventTopic, eventName, eventTopics } from '@mercury/contract/api/events.ts';

/** The parts of EventSource that are used. */
export interface Stream {
  addEventListener: (name: string, listener: (event: { data?: unknown }) => void) => void;
  close: () => void;
}

interface LiveUpdatesOptions {
  fetchTicket: () => Promise<string>;
  openStream: (ticket: string) => Stream;
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

/**
 * Listens to the stream of changes until it is stopped. A ticket opens a stream once, so a broken one begins again
 * with a new ticket; what was missed before it opened is made up by asking for everything. Nothing here is needed for the
 * page to work: a failure only means that it hears of changes later, by asking now and then until the stream is back.
 */
export function startLiveUpdates(options: LiveUpdatesOptions): LiveUpdates {
  const { fetchTicket, openStream, onTopics, onLive } = options;
  let isStopped = false;
  let failureCount = 0;
  let stream: Stream | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let fallback = setInterval(askForEverything, fallbackMs);

  function askForEverything(): void {
    onTopics(eventTopics);
  }

  function close(): void {
    stream?.close();
    stream = undefined;
    onLive(false);
    clearInterval(fallback);
  }

  function tryLater(): void {
    if (isStopped) return;
    close();
    fallback = setInterval(askForEverything, fallbackMs);
    retry = setTimeout(() => void connect(), waitBeforeAttempt(failureCount, Math.random()));
    failureCount += 1;
  }

  function open(ticket: string): void {
    const opened = openStream(ticket);
    stream = opened;
    opened.addEventListener('open', () => {
      failureCount = 0;
      clearInterval(fallback);
      onLive(true);
      // What changed between the page's own loads and this moment was told to nobody.
      askForEverything();
    });
    opened.addEventListener(eventName, (event) => {
      const topics = topicsOf(event.data);
      if (topics.length > 0) onTopics(topics);
    });
    // EventSource would try again with the ticket that is spent. What a stream that was given up still says is old.
    opened.addEventListener('error', () => {
      if (stream === opened) tryLater();
    });
  }

  async function connect(): Promise<void> {
    retry = undefined;
    try {
      const ticket = await fetchTicket();
      if (!isStopped) open(ticket);
    } catch {
      tryLater();
    }
  }

  void connect();
  return {
    wake: () => {
      // Nothing to do while a stream is open, or on its way.
      if (isStopped || retry === undefined) return;
      clearTimeout(retry);
      void connect();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(retry);
      close();
    },
  };
}

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
}

/** First wait before trying again, doubled each time up to the longest. */
const waitMinMs = 1000;
const waitMaxMs = 30_000;

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
 * with a new ticket; what was missed meanwhile is made up by asking for everything. Nothing here is needed for the
 * page to work: a failure only means that it hears of changes later.
 */
export function startLiveUpdates({ fetchTicket, openStream, onTopics }: LiveUpdatesOptions): () => void {
  let isStopped = false;
  let hasBeenOpen = false;
  let failureCount = 0;
  let stream: Stream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tryLater(): void {
    stream?.close();
    stream = undefined;
    if (isStopped) return;
    timer = setTimeout(() => void connect(), waitBeforeAttempt(failureCount, Math.random()));
    failureCount += 1;
  }

  async function connect(): Promise<void> {
    try {
      const ticket = await fetchTicket();
      if (isStopped) return;
      stream = openStream(ticket);
    } catch {
      tryLater();
      return;
    }
    stream.addEventListener('open', () => {
      failureCount = 0;
      if (hasBeenOpen) onTopics(eventTopics);
      hasBeenOpen = true;
    });
    stream.addEventListener(eventName, (event) => {
      const topics = topicsOf(event.data);
      if (topics.length > 0) onTopics(topics);
    });
    // EventSource would try again with the ticket that is spent.
    stream.addEventListener('error', tryLater);
  }

  void connect();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stream?.close();
  };
}

import type { ServerResponse } from 'node:http';
import { eventName, eventTopics, type EventTopic } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';

export interface StreamOwner {
  readonly userId: string;
  readonly sessionId: string;
}

interface Stream extends StreamOwner {
  readonly response: ServerResponse;
}

// An event has some fifty bytes. A browser with this much unread data is gone.
const unreadBytesMax = 64 * 1024;

const aliveText = ': alive\n\n';

/** Of this process. A stream that ends is removed at once, so nothing is written after its end. */
export interface Streams {
  /** The new stream replays recent changes: its page may have asked just before them. */
  add(owner: StreamOwner, response: ServerResponse): void;
  /** Also to the person's streams that open within `limits.eventsReplayedMs`. */
  send(userId: string, topics: readonly EventTopic[]): void;
  /** After a time in which this process heard no changes, pass all topics. */
  sendToEverybody(topics: readonly EventTopic[]): void;
  /** Against proxies that drop silent connections. */
  beat(): void;
  sessionIds(): readonly string[];
  end(isToEnd: (owner: StreamOwner) => boolean): void;
}

export function createStreams(): Streams {
  const streams = new Set<Stream>();
  const recent = createRecentChanges();

  function end(stream: Stream): void {
    streams.delete(stream);
    stream.response.end();
  }

  function write(stream: Stream, text: string): void {
    if (stream.response.writableLength > unreadBytesMax) {
      streams.delete(stream);
      stream.response.destroy();
      return;
    }
    stream.response.write(text);
  }

  return {
    add(owner, response) {
      const own = [...streams].filter((stream) => stream.userId === owner.userId);
      // A closed tab that becomes visible again reconnects.
      for (const stream of own.slice(0, Math.max(0, own.length + 1 - limits.eventStreamsPerPersonMax)))
        end(stream);
      const stream = { ...owner, response };
      streams.add(stream);
      response.on('close', () => streams.delete(stream));
      // A write error closes the connection.
      response.on('error', () => streams.delete(stream));
      const topics = recent.topicsOf(owner.userId);
      write(stream, (topics.length > 0 ? eventOf(topics) : '') + aliveText);
    },
    send(userId, topics) {
      recent.add(userId, topics);
      const text = eventOf(topics);
      for (const stream of streams) if (stream.userId === userId) write(stream, text);
    },
    sendToEverybody(topics) {
      recent.addForEverybody(topics);
      const text = eventOf(topics);
      for (const stream of streams) write(stream, text);
    },
    beat() {
      recent.forgetOld();
      for (const stream of streams) write(stream, aliveText);
    },
    sessionIds: () => [...new Set([...streams].map((stream) => stream.sessionId))],
    end(isToEnd) {
      for (const stream of streams) if (isToEnd(stream)) end(stream);
    },
  };
}

function eventOf(topics: readonly EventTopic[]): string {
  return `event: ${eventName}\ndata: ${JSON.stringify(topics)}\n\n`;
}

// More people than transfers can touch in this time; tens of megabytes at most.
const peopleMax = 100_000;

/** Of each person, with or without an open stream. */
function createRecentChanges() {
  // The latest change is at the end, so the oldest are found without a scan.
  const people = new Map<string, { lastMs: number; readonly msOf: Map<EventTopic, number> }>();
  const everybody = new Map<EventTopic, number>();

  function isRecent(ms: number | undefined): boolean {
    return ms !== undefined && performance.now() - ms <= limits.eventsReplayedMs;
  }

  function addForEverybody(topics: readonly EventTopic[]): void {
    for (const topic of topics) everybody.set(topic, performance.now());
  }

  function forgetOld(): void {
    for (const [userId, { lastMs }] of people) {
      if (isRecent(lastMs)) return;
      people.delete(userId);
    }
  }

  return {
    add(userId: string, topics: readonly EventTopic[]): void {
      forgetOld();
      const lastMs = performance.now();
      const msOf = people.get(userId)?.msOf ?? new Map<EventTopic, number>();
      for (const topic of topics) msOf.set(topic, lastMs);
      people.delete(userId);
      people.set(userId, { lastMs, msOf });
      if (people.size <= peopleMax) return;
      // Everybody now asks for everything.
      people.clear();
      addForEverybody(eventTopics);
    },
    addForEverybody,
    forgetOld,
    topicsOf(userId: string): readonly EventTopic[] {
      const msOf = people.get(userId)?.msOf;
      return eventTopics.filter((topic) => isRecent(everybody.get(topic)) || isRecent(msOf?.get(topic)));
    },
  };
}

import type { ServerResponse } from 'node:http';
import { eventName } from '@mercury/contract/api/events.ts';
import { consoleTopics, readerOfTopic, type ConsoleTopic } from '@mercury/contract/console/live.ts';
import type { Permission } from '@mercury/contract/console/permissions.ts';
import { limits } from '@mercury/contract/limits.ts';

interface Stream {
  readonly sessionId: string;
  readonly staffId: string;
  permissions: readonly Permission[];
  readonly response: ServerResponse;
}

// An event has some fifty bytes. A browser with this much unread data is gone.
const unreadBytesMax = 64 * 1024;

const aliveText = ': alive\n\n';

/** Of this process. */
export interface StaffStreams {
  /** The new stream is told what changed within `limits.eventsReplayedMs`: its page may have asked just before. */
  add(stream: Stream): void;
  /** To each stream the topics that its person may read. */
  tell(topics: readonly ConsoleTopic[]): void;
  /** Against proxies that drop silent connections. */
  beat(): void;
  sessionIds(): readonly string[];
  /** Of these sessions: what the roles of those that are found permit now; the streams of the others end. */
  keepOnly(sessionIds: readonly string[], permissionsOf: ReadonlyMap<string, readonly Permission[]>): void;
  endAll(): void;
}

export function createStaffStreams(): StaffStreams {
  const streams = new Set<Stream>();
  const changedAtMs = new Map<ConsoleTopic, number>();

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

  function tellOne(stream: Stream, topics: readonly ConsoleTopic[]): void {
    const readable = topics.filter((topic) => {
      const reader = readerOfTopic[topic];
      return reader === null || stream.permissions.includes(reader);
    });
    if (readable.length > 0) write(stream, `event: ${eventName}\ndata: ${JSON.stringify(readable)}\n\n`);
  }

  const isRecent = (topic: ConsoleTopic) =>
    performance.now() - (changedAtMs.get(topic) ?? -Infinity) <= limits.eventsReplayedMs;

  return {
    add(stream) {
      const own = [...streams].filter(({ staffId }) => staffId === stream.staffId);
      // A tab that becomes visible again reconnects.
      for (const each of own.slice(0, Math.max(0, own.length + 1 - limits.eventStreamsPerPersonMax)))
        end(each);
      streams.add(stream);
      stream.response.on('close', () => streams.delete(stream));
      // A write error closes the connection.
      stream.response.on('error', () => streams.delete(stream));
      tellOne(stream, consoleTopics.filter(isRecent));
      write(stream, aliveText);
    },
    tell(topics) {
      for (const topic of topics) changedAtMs.set(topic, performance.now());
      for (const stream of streams) tellOne(stream, topics);
    },
    beat() {
      for (const stream of streams) write(stream, aliveText);
    },
    sessionIds: () => [...new Set([...streams].map(({ sessionId }) => sessionId))],
    keepOnly(ids, permissionsOf) {
      const asked = new Set(ids);
      for (const stream of streams) {
        if (!asked.has(stream.sessionId)) continue;
        const permissions = permissionsOf.get(stream.sessionId);
        if (permissions === undefined) end(stream);
        else stream.permissions = permissions;
      }
    },
    endAll() {
      for (const stream of streams) end(stream);
    },
  };
}

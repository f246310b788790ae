import type { ServerResponse } from 'node:http';
import { eventName, type EventTopic } from '@mercury/contract/api/events.ts';
import { limits } from '@mercury/contract/limits.ts';

export interface StreamOwner {
  readonly userId: string;
  readonly sessionId: string;
}

interface Stream extends StreamOwner {
  readonly response: ServerResponse;
}

// A browser that reads takes each event of about fifty bytes at once. One with this much unread data is gone.
const unreadBytesMax = 64 * 1024;

/** The open streams of this process. An ended stream is forgotten at once, so that nothing is written after its end. */
export interface Streams {
  add(owner: StreamOwner, response: ServerResponse): void;
  send(topics: readonly EventTopic[], userId?: string): void;
  /** Keeps streams open through proxies that drop silent connections. */
  beat(): void;
  sessionIds(): readonly string[];
  end(isToEnd: (owner: StreamOwner) => boolean): void;
}

export function createStreams(): Streams {
  const streams = new Set<Stream>();

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
      // The oldest streams are closed: a tab that becomes visible again reconnects.
      for (const stream of own.slice(0, Math.max(0, own.length + 1 - limits.eventStreamsPerPersonMax)))
        end(stream);
      const stream = { ...owner, response };
      streams.add(stream);
      response.on('close', () => streams.delete(stream));
      // A write error closes the connection; there is nobody to tell.
      response.on('error', () => streams.delete(stream));
    },
    send(topics, userId) {
      const text = `event: ${eventName}\ndata: ${JSON.stringify(topics)}\n\n`;
      for (const stream of streams) if (userId === undefined || stream.userId === userId) write(stream, text);
    },
    beat() {
      for (const stream of streams) write(stream, ': alive\n\n');
    },
    sessionIds: () => [...new Set([...streams].map((stream) => stream.sessionId))],
    end(isToEnd) {
      for (const stream of streams) if (isToEnd(stream)) end(stream);
    },
  };
}

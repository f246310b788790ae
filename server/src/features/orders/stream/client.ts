import { streamRequest, type StreamRequest } from '@mercury/contract/api/stream.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import type { WebSocket } from 'ws';
import { translate } from '../../../i18n/translate.ts';
import { createConnection, subscriptionOf, type Connection } from './connection.ts';
import type { Hub, Subscription, Watcher } from './hub.ts';
import type { StreamLimits } from './stream-limits.ts';

// RFC 6455, 7.4.1.
const policyViolation = 1008;

/** Answers what one client asks, until its connection ends. */
export function serveClient(
  socket: WebSocket,
  { hub, limits, locale }: { hub: Hub; limits: StreamLimits; locale: Locale },
): Connection {
  const connection = createConnection(socket, limits);
  const subscriptions = new Map<string, Subscription>();
  const isWithinRate = countRequests(limits);

  function refuse(error: ErrorCode, about: Partial<Subscription> = {}): void {
    connection.send({ type: 'error', error, message: translate(locale, `errors.${error}`), ...about });
  }

  const watcher: Watcher = {
    tell: (news) => connection.tell(news),
    refuse({ channel, market }) {
      subscriptions.delete(subscriptionOf({ channel, market }));
      refuse('NotFound', { channel, market });
    },
  };

  function subscribe({ channel, market }: Subscription): void {
    const name = subscriptionOf({ channel, market });
    if (!subscriptions.has(name) && subscriptions.size >= limits.subscriptionsMax) {
      return refuse('TooManySubscriptions', { channel, market });
    }
    subscriptions.set(name, { channel, market });
    return hub.subscribe(watcher, { channel, market });
  }

  function unsubscribe({ channel, market }: Subscription): void {
    const name = subscriptionOf({ channel, market });
    subscriptions.delete(name);
    hub.unsubscribe(watcher, { channel, market });
    connection.forget(name);
    connection.send({ type: 'unsubscribed', channel, market });
  }

  socket.on('message', (data: Buffer, isBinary) => {
    if (!connection.isOpen) return undefined;
    if (!isWithinRate()) return connection.close(policyViolation, 'too many messages');
    const request = isBinary ? undefined : readRequest(data);
    if (request === undefined) return refuse('MalformedJson');
    if (request === 'invalid') return refuse('ValidationFailed');
    if (request.type === 'ping') return connection.send({ type: 'pong' });
    if (!('channel' in request) || !('market' in request)) return refuse('Unauthenticated');
    return request.type === 'subscribe' ? subscribe(request) : unsubscribe(request);
  });
  socket.on('close', () => {
    for (const subscription of subscriptions.values()) hub.unsubscribe(watcher, subscription);
    subscriptions.clear();
  });
  return connection;
}

/** Undefined for what is no JSON. */
function readRequest(data: Buffer): StreamRequest | 'invalid' | undefined {
  let content: unknown;
  try {
    content = JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
  const request = streamRequest.safeParse(content);
  return request.success ? request.data : 'invalid';
}

function countRequests({ requestsMax, requestWindowMs }: StreamLimits): () => boolean {
  let windowEndsMs = 0;
  let count = 0;
  return () => {
    const nowMs = performance.now();
    if (nowMs > windowEndsMs) {
      windowEndsMs = nowMs + requestWindowMs;
      count = 0;
    }
    count += 1;
    return count <= requestsMax;
  };
}

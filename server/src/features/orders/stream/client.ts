import { aboutRequest } from '@mercury/contract/api/own-stream.ts';
import { streamRequest, type StreamMessage } from '@mercury/contract/api/stream.ts';
import { errorTraits } from '@mercury/contract/errors.ts';
import type { Locale } from '@mercury/contract/locales.ts';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { isDatabaseUnavailable } from '../../../db/database.ts';
import { DomainError } from '../../../errors.ts';
import { fieldErrorsIn } from '../../../http/call-io.ts';
import { describeFailure } from '../../../http/error-reply.ts';
import { createConnection, subscriptionOf, type Connection } from './connection.ts';
import type { Subscription, Watcher } from './hub.ts';
import { createSignedIn, type OwnRequest, type SignedInDeps } from './signed-in.ts';
import type { StreamLimits } from './stream-limits.ts';

// RFC 6455, 7.4.1.
const policyViolation = 1008;

export interface ClientDeps extends SignedInDeps {
  readonly limits: StreamLimits;
  readonly log: Logger;
}

/** Answers what one client asks, until its connection ends. */
export function serveClient(
  socket: WebSocket,
  deps: ClientDeps,
  { locale, networkAddress }: { locale: Locale; networkAddress: string },
): Connection {
  const { hub, limits, log } = deps;
  const connection = createConnection(socket, limits);
  const subscriptions = new Map<string, Subscription>();
  const signedIn = createSignedIn(deps, { connection, networkAddress });
  const isWithinRate = countRequests(limits, () => signedIn.isAuthenticated);

  function refuse(failure: DomainError, about: About = {}): void {
    connection.send(refusalOf(failure, about, locale));
  }

  const watcher: Watcher = {
    tell: (news) => connection.tell(news),
    refuse({ channel, market }) {
      subscriptions.delete(subscriptionOf({ channel, market }));
      refuse(new DomainError('NotFound'), { channel, market });
    },
  };

  function subscribe({ channel, market }: Subscription): void {
    const name = subscriptionOf({ channel, market });
    if (!subscriptions.has(name) && subscriptions.size >= limits.subscriptionsMax) {
      return refuse(new DomainError('TooManySubscriptions'), { channel, market });
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

  async function takeOwn(request: OwnRequest): Promise<void> {
    try {
      await signedIn.take(request);
    } catch (error) {
      const failure = failureOf(error);
      if (errorTraits[failure.code].status >= 500)
        log.error({ err: error }, 'a command of the stream failed');
      refuse(failure, {
        ...(request.id !== undefined && { id: request.id }),
        ...('channel' in request && { channel: request.channel }),
      });
    }
  }

  socket.on('message', (data: Buffer, isBinary) => {
    if (!connection.isOpen) return undefined;
    if (!isWithinRate()) return connection.close(policyViolation, 'too many messages');
    const content = isBinary ? undefined : readJson(data);
    if (content === undefined) return refuse(new DomainError('MalformedJson'));
    const request = streamRequest.safeParse(content);
    if (!request.success) return refuse(invalidBy(request.error), nameOf(content));
    const asked = request.data;
    if (asked.type === 'ping') return connection.send({ ...nameOf(asked), type: 'pong' });
    if (!('market' in asked) || !('channel' in asked)) return void takeOwn(asked);
    return asked.type === 'subscribe' ? subscribe(asked) : unsubscribe(asked);
  });
  socket.on('close', () => {
    for (const subscription of subscriptions.values()) hub.unsubscribe(watcher, subscription);
    subscriptions.clear();
    signedIn.leave();
  });
  return connection;
}

type About = Pick<Extract<StreamMessage, { type: 'error' }>, 'id' | 'channel' | 'market'>;

function refusalOf(failure: DomainError, about: About, locale: Locale): StreamMessage {
  const { retryAfterSeconds } = failure;
  return {
    type: 'error',
    ...describeFailure(failure, locale),
    ...about,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

/** Undefined for what is no JSON. */
function readJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
}

const named = z.object(aboutRequest);

/** The client's own name of a request, if it has a readable one. */
function nameOf(content: unknown): { id?: string } {
  const { data } = named.safeParse(content);
  return data?.id === undefined ? {} : { id: data.id };
}

function invalidBy(error: z.core.$ZodError): DomainError {
  return new DomainError('ValidationFailed', { fieldErrors: fieldErrorsIn(error) });
}

function failureOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError(isDatabaseUnavailable(error) ? 'Busy' : 'ServerError');
}

function countRequests(
  { requestsMax, signedInRequestsMax, requestWindowMs }: StreamLimits,
  isSignedIn: () => boolean,
): () => boolean {
  let windowEndsMs = 0;
  let count = 0;
  return () => {
    const nowMs = performance.now();
    if (nowMs > windowEndsMs) {
      windowEndsMs = nowMs + requestWindowMs;
      count = 0;
    }
    count += 1;
    return count <= (isSignedIn() ? signedInRequestsMax : requestsMax);
  };
}

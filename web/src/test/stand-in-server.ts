import type { Endpoint as CustomerEndpoint, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { commonErrors } from '@mercury/contract/api/endpoint.ts';
import { eventStream } from '@mercury/contract/api/events.ts';
import { endpoints } from '@mercury/contract/api/index.ts';
import { errorReply, type ErrorReply } from '@mercury/contract/api/error-reply.ts';
import type { ConsoleEndpoint } from '@mercury/contract/console/endpoint.ts';
import { consoleEndpoints } from '@mercury/contract/console/index.ts';
import { consoleEvents } from '@mercury/contract/console/live.ts';
import { type ErrorCode, errorTraits } from '@mercury/contract/errors.ts';
import { expect, vi } from 'vitest';

/** A call as the server would have received it: every part has passed the contract's schema. */
export interface Received {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
  readonly token: string | null;
}

type Answer = (received: Received) => Promise<Response> | Response;
type RefusalDetails = Partial<Pick<ErrorReply, 'message' | 'errors' | 'quote'>>;

/** Null where the contract has no body. */
type Reply<E extends Endpoint> = ReplyOf<E> extends undefined ? null : ReplyOf<E>;

interface HeldAnswer {
  /** Lets the answer go; before that the call is under way. */
  release: () => void;
}

/** Of the stand-in's end. */
interface OpenStream {
  isOpen: () => boolean;
  /** Waits until somebody listens. */
  say: (text: string) => Promise<void>;
  end: () => void;
}

const realFetch = globalThis.fetch.bind(globalThis);

/** Of the customers' app or of the operator's console. */
type Endpoint = CustomerEndpoint | ConsoleEndpoint;
const sides: readonly { base: string; all: readonly Endpoint[] }[] = [
  { base: '/v1', all: [...Object.values(endpoints), eventStream] },
  { base: '/console/api', all: [...consoleEndpoints, consoleEvents] },
];

const answers = new Map<Endpoint, Answer>();
const received = new Map<Endpoint, Received[]>();
const breaches: string[] = [];
let isAway = false;

function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** What the contract would not allow is told where it happens, and fails the test that it happened in. */
function breach(text: string): never {
  breaches.push(text);
  throw new TypeError(text);
}

function matchPath(endpoint: Endpoint, path: string): Record<string, string> | null {
  const pattern = endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${pattern}$`).exec(path);
  return match && { ...match.groups };
}

const sideOf = (path: string) => sides.find(({ base }) => path.startsWith(`${base}/`));

function findEndpoint(
  method: string,
  wholePath: string,
): { endpoint: Endpoint; params: Record<string, string> } {
  const { base = '', all = [] } = sideOf(wholePath) ?? {};
  const path = wholePath.slice(base.length);
  const matches = all.flatMap((endpoint) => {
    const params = endpoint.method === method ? matchPath(endpoint, path) : null;
    return params ? [{ endpoint, params }] : [];
  });
  // "/users/email/verify" is nobody's id where there is a path of that very name.
  const found = matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
  return found ?? breach(`The contract has no ${method} ${path}`);
}

function checkPart(endpoint: Endpoint, part: 'params' | 'query' | 'body', sent: unknown): void {
  const schema = endpoint[part];
  if (schema === undefined) {
    const isEmpty = sent === null || Object.keys(Object(sent)).length === 0;
    if (!isEmpty) breach(`${nameOf(endpoint)} takes no ${part}`);
    return;
  }
  const parsed = schema.safeParse(sent);
  if (!parsed.success) breach(`${nameOf(endpoint)} was sent a wrong ${part}: ${parsed.error.message}`);
}

function read(endpoint: Endpoint, params: Record<string, string>, request: Request, body: string): Received {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const sent: unknown = body === '' ? null : JSON.parse(body);
  checkPart(endpoint, 'params', params);
  checkPart(endpoint, 'query', query);
  checkPart(endpoint, 'body', sent);
  const idempotencyKey = request.headers.get('idempotency-key');
  const isIdempotent = 'isIdempotent' in endpoint && endpoint.isIdempotent === true;
  if (isIdempotent !== (idempotencyKey !== null)) {
    breach(`${nameOf(endpoint)} ${idempotencyKey === null ? 'needs an' : 'takes no'} idempotency key`);
  }
  const token = request.headers.get('authorization');
  const isOfConsole = sideOf(new URL(request.url).pathname)?.base === '/console/api';
  // The console's session is a cookie, which no script sees.
  if (isOfConsole && token !== null) breach(`${nameOf(endpoint)} was sent the token of a customer`);
  if (!isOfConsole && endpoint.caller !== 'anyone' && token === null)
    breach(`${nameOf(endpoint)} was called by nobody`);
  return { params, query, body: sent, idempotencyKey, token };
}

async function answerApi(request: Request): Promise<Response> {
  const { endpoint, params } = findEndpoint(request.method, new URL(request.url).pathname);
  const call = read(endpoint, params, request, await request.text());
  received.set(endpoint, [...(received.get(endpoint) ?? []), call]);
  const answer = answers.get(endpoint);
  if (!answer) breach(`${nameOf(endpoint)} was called, and the test gives it no answer`);
  return answer(call);
}

async function standInFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  const isApi = sideOf(pathname) !== undefined;
  if (!isApi && pathname !== '/healthz') return realFetch(request);
  if (isAway) throw new TypeError('Failed to fetch');
  if (!isApi) return new Response(null, { status: 204 });
  const answer = answerApi(request);
  const givenUp = new Promise<never>((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
  });
  return Promise.race([answer, givenUp]);
}

function successOf(endpoint: Endpoint, reply: unknown): Response {
  if (endpoint.reply === null) return new Response(null, { status: endpoint.status });
  const parsed = endpoint.reply.safeParse(reply);
  if (!parsed.success) breach(`${nameOf(endpoint)} can't be answered so: ${parsed.error.message}`);
  const { status, mediaType } = endpoint;
  if (mediaType === undefined) return Response.json(reply, { status });
  return new Response(String(reply), { status, headers: { 'content-type': mediaType } });
}

function refusalOf(endpoint: Endpoint, code: ErrorCode, details: RefusalDetails): Response {
  const possible: readonly ErrorCode[] = [...commonErrors, ...endpoint.errors];
  if (!possible.includes(code)) breach(`${nameOf(endpoint)} does not refuse with ${code}`);
  const body = { success: false, error: code, message: '', requestId: 'request-1', ...details };
  const parsed = errorReply.safeParse(body);
  if (!parsed.success) breach(`A refusal can't be so: ${parsed.error.message}`);
  return Response.json(body, { status: errorTraits[code].status });
}

/**
 * In place of `fetch`. The contract's schemas check calls and replies: what the server would refuse, or could never say, fails
 * the test.
 */
export const server = {
  /** Answers every call of an endpoint so, until it is given another answer. */
  reply<E extends Endpoint>(endpoint: E, reply: Reply<E>): void {
    answers.set(endpoint, () => successOf(endpoint, reply));
  },
  /** Answers each call by what it asks. */
  replyBy<E extends Endpoint>(endpoint: E, replyTo: (call: Received) => Reply<E>): void {
    answers.set(endpoint, (call) => successOf(endpoint, replyTo(call)));
  },
  /** Answers so once it is told to. */
  hold<E extends Endpoint>(endpoint: E, reply: Reply<E>): HeldAnswer {
    const { promise, resolve } = Promise.withResolvers<void>();
    answers.set(endpoint, async () => {
      await promise;
      return successOf(endpoint, reply);
    });
    return { release: resolve };
  },
  /** Refuses so once it is told to. */
  holdRefusal(endpoint: Endpoint, code: ErrorCode, details: RefusalDetails = {}): HeldAnswer {
    const { promise, resolve } = Promise.withResolvers<void>();
    answers.set(endpoint, async () => {
      await promise;
      return refusalOf(endpoint, code, details);
    });
    return { release: resolve };
  },
  refuse(endpoint: Endpoint, code: ErrorCode, details: RefusalDetails = {}): void {
    answers.set(endpoint, () => refusalOf(endpoint, code, details));
  },
  /** A stream that stays open, and says what the test says. */
  keepOpen(endpoint: Endpoint): OpenStream {
    const controllers = new Set<ReadableStreamDefaultController<Uint8Array>>();
    answers.set(endpoint, () => {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start(controller) {
          own = controller;
          controllers.add(controller);
        },
        cancel: () => void (own && controllers.delete(own)),
      });
      const headers = { 'content-type': endpoint.mediaType ?? '' };
      return new Response(body, { status: endpoint.status, headers });
    });
    return {
      isOpen: () => controllers.size > 0,
      async say(text) {
        await vi.waitFor(() => expect(controllers.size).toBeGreaterThan(0));
        for (const controller of controllers) controller.enqueue(new TextEncoder().encode(text));
      },
      end() {
        for (const controller of controllers) controller.close();
        controllers.clear();
      },
    };
  },
  /** The call may have arrived; its answer does not. */
  loseAnswer(endpoint: Endpoint): void {
    answers.set(endpoint, () => {
      throw new TypeError('Failed to fetch');
    });
  },
  /** Something between here and the server answers in its own way. */
  answerAsProxy(endpoint: Endpoint, status: number): void {
    answers.set(
      endpoint,
      () => new Response('<html>Bad gateway</html>', { status, headers: { 'content-type': 'text/html' } }),
    );
  },
  /** Nobody can be reached at all, or can be again. */
  setAway(away: boolean): void {
    isAway = away;
  },
  calls: (endpoint: Endpoint): readonly Received[] => received.get(endpoint) ?? [],
  callCount: (endpoint: Endpoint): number => received.get(endpoint)?.length ?? 0,
};

export function installStandInServer(): void {
  globalThis.fetch = standInFetch;
}

/** Forgets everything, and answers what was against the contract meanwhile. */
export function resetStandInServer(): readonly string[] {
  answers.clear();
  received.clear();
  isAway = false;
  return breaches.splice(0);
}

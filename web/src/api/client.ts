import type { Endpoint, ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { connection } from '../connection.ts';
import { ApiError, readErrorReply } from './api-error.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { session } from './session.ts';
import { bodyOf, type DeclaredInput, type LooseInput, timeoutMs, timeoutOf, urlOf } from './wire.ts';

const basePath = '/v1';

/** What the endpoint declares; a key if it moves money. */
export type CallInput<E extends Endpoint> = DeclaredInput<E> &
  (E extends { isIdempotent: true } ? { idempotencyKey: string } : unknown);

function headersOf(endpoint: Endpoint, input: LooseInput): Headers {
  // A refusal is always JSON.
  const accept =
    endpoint.mediaType === undefined ? 'application/json' : `${endpoint.mediaType}, application/json`;
  const headers = new Headers({ accept });
  headers.set('accept-language', document.documentElement.lang || 'en');
  const { token } = session.read();
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  if (input.idempotencyKey !== undefined) headers.set('idempotency-key', input.idempotencyKey);
  return headers;
}

async function send(endpoint: Endpoint, input: LooseInput, timeout: AbortSignal): Promise<Response> {
  try {
    const url = urlOf(basePath, endpoint, input);
    const early = endpoint.method === 'GET' ? takeEarlyAnswer(url, session.read().token) : undefined;
    const response = await (early ??
      fetch(url, {
        method: endpoint.method,
        headers: headersOf(endpoint, input),
        signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
        ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      }));
    connection.reportAnswer();
    return response;
  } catch (error) {
    if (input.signal?.aborted) throw error;
    connection.reportSilence();
    throw new ApiError({ code: 'NetworkError', message: '', status: null });
  }
}

/** If the server does not know the session, it ends here, whichever call finds out. */
function takeRefusal(
  endpoint: Endpoint,
  sent: { tokenSent: string | null; response: Response; body: unknown },
) {
  const { tokenSent, response, body } = sent;
  // A failed sign-in is a 401 too. And an answer to an old token must not end the new session.
  const isOfThisSession = session.read().token === tokenSent;
  const isForAnybody = endpoint.caller === 'anyone';
  const reply = readErrorReply(body);
  if (response.status === 401 && tokenSent !== null && isOfThisSession && !isForAnybody) {
    session.end('lost', { reason: reply?.message });
  }
  return new ApiError({
    code: reply?.error ?? 'ServerError',
    message: reply?.message ?? '',
    status: response.status,
    errors: reply?.errors ?? [],
    quote: reply?.quote,
  });
}

/** Resolves with the reply's body, or rejects with an ApiError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & { signal?: AbortSignal },
): Promise<ReplyOf<E>> {
  const tokenSent = session.read().token;
  // The generic input is exact for callers; inside, it is read by name.
  const response = await send(endpoint, input, AbortSignal.timeout(timeoutOf(endpoint)));
  const body = await bodyOf(endpoint, response);
  // An answer to one session must never reach another person's page or cache.
  const isForWhoeverIsHere = endpoint.caller === 'anyone' || session.read().token === tokenSent;
  if (!response.ok || body === undefined || !isForWhoeverIsHere)
    throw takeRefusal(endpoint, { tokenSent, response, body });
  // The server validates its replies against the same contract.
  return body as ReplyOf<E>;
}

/** Lasts until it breaks, or until the signal ends it. Rejects with an ApiError if it does not begin in time. */
export async function openStream(
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<NonNullable<Response['body']>> {
  const tokenSent = session.read().token;
  const opening = new AbortController();
  const patience = setTimeout(() => opening.abort(), timeoutMs);
  try {
    const response = await send(endpoint, { signal }, opening.signal);
    const { ok, headers, body } = response;
    // A proxy's page is a reply too, but no stream.
    const isStream = headers.get('content-type')?.startsWith(endpoint.mediaType ?? '') === true;
    if (ok && isStream && body !== null) return body;
    throw takeRefusal(endpoint, { tokenSent, response, body: await bodyOf(endpoint, response) });
  } finally {
    clearTimeout(patience);
  }
}

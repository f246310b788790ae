import type { ReplyOf } from '@mercury/contract/api/endpoint.ts';
import { type ConsoleEndpoint, unattendedHeader } from '@mercury/contract/console/endpoint.ts';
import { ApiError, readErrorReply } from '../../api/api-error.ts';
import { bodyOf, type DeclaredInput, type LooseInput, timeoutMs, timeoutOf, urlOf } from '../../api/wire.ts';
import { connection } from '../../connection.ts';
import { isAttended } from './attention.ts';
import { endStaffSession } from './staff-session.ts';

const basePath = '/console/api';

/** The session is a cookie that only the server sees; a customer's token is never sent. */
async function send(
  endpoint: ConsoleEndpoint,
  input: LooseInput,
  timeout = AbortSignal.timeout(timeoutOf(endpoint)),
): Promise<Response> {
  try {
    const response = await fetch(urlOf(basePath, endpoint, input), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: {
        accept:
          endpoint.mediaType === undefined ? 'application/json' : `${endpoint.mediaType}, application/json`,
        'accept-language': document.documentElement.lang || 'en',
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...(endpoint.method === 'GET' && !isAttended() && { [unattendedHeader]: '1' }),
      },
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    });
    connection.reportAnswer();
    return response;
  } catch (error) {
    if (input.signal?.aborted) throw error;
    connection.reportSilence();
    throw new ApiError({ code: 'NetworkError', message: '', status: null });
  }
}

/**
 * Resolves with the reply's body, or rejects with an ApiError. If the server no longer knows the session, it ends here, whichever
 * call finds out.
 */
export async function callConsole<E extends ConsoleEndpoint>(
  endpoint: E,
  input: DeclaredInput<E> & { signal?: AbortSignal },
): Promise<ReplyOf<E>> {
  // The generic input is exact for callers; inside, it is read by name.
  const response = await send(endpoint, input);
  const body = await bodyOf(endpoint, response);
  if (response.ok && body !== undefined) {
    // The server validates its replies against the same contract.
    return body as ReplyOf<E>;
  }
  throw takeRefusal(endpoint, response, body);
}

function takeRefusal(endpoint: ConsoleEndpoint, { status }: Response, body: unknown): ApiError {
  const reply = readErrorReply(body);
  if (status === 401 && endpoint.caller !== 'anyone') endStaffSession('lost');
  return new ApiError({
    code: reply?.error ?? 'ServerError',
    message: reply?.message ?? '',
    status,
    errors: reply?.errors ?? [],
  });
}

/** Lasts until it breaks, or until the signal ends it. Rejects with an ApiError if it does not begin in time. */
export async function openConsoleStream(
  endpoint: ConsoleEndpoint,
  signal: AbortSignal,
): Promise<NonNullable<Response['body']>> {
  const opening = new AbortController();
  const patience = setTimeout(() => opening.abort(), timeoutMs);
  try {
    const response = await send(endpoint, { signal }, opening.signal);
    const { ok, headers, body } = response;
    // A proxy's page is a reply too, but no stream.
    const isStream = headers.get('content-type')?.startsWith(endpoint.mediaType ?? '') === true;
    if (ok && isStream && body !== null) return body;
    throw takeRefusal(endpoint, response, await bodyOf(endpoint, response));
  } finally {
    clearTimeout(patience);
  }
}

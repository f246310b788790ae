import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorTraits, type ErrorCode } from '@mercury/contract/errors.ts';
import type { ErrorReply } from '@mercury/contract/api/error-reply.ts';
import { defaultLocale, localeTraits, type Locale } from '@mercury/contract/locales.ts';
import { amountOf, formatAmount } from '@mercury/contract/money/amount.ts';
import { assetOf } from '@mercury/contract/money/asset.ts';
import { formatDecimal } from '@mercury/contract/money/decimal.ts';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { isDatabaseUnavailable } from '../db/database.ts';
import { DomainError, type LimitInTheWay } from '../errors.ts';
import { timeText } from '../i18n/time-text.ts';
import { translate } from '../i18n/translate.ts';
import { localeOf } from './locale.ts';

const codeOfFastifyError: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'MalformedJson',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MalformedJson',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MalformedJson',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_INVALID_TYPE: 'UnsupportedMediaType',
  FST_ERR_BAD_URL: 'NotFound',
  FST_ERR_MAX_PARAM_LENGTH: 'NotFound',
};

/** Writes a refusal in the form of another API. */
export type WriteRefusal = (reply: FastifyReply, failure: DomainError) => FastifyReply;

declare module 'fastify' {
  interface FastifyInstance {
    /** By the beginning of the path. What is refused there before a handler runs has that form too. */
    refusalWriters?: ReadonlyMap<string, WriteRefusal>;
  }
}

/** Fastify refuses an unreadable path before any error handler runs. This gives such a refusal the envelope too. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void sendError(request, reply, asDomainError(error));
}

/**
 * Unreadable HTTP has no request to reply to, so the envelope goes straight to the socket. In English: the requested language was
 * unreadable too.
 */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'PayloadTooLarge' : 'ValidationFailed';
  const body = JSON.stringify({
    success: false,
    error: code,
    message: translate(defaultLocale, `errors.${code}`),
    requestId: uuidv7(),
  } satisfies ErrorReply);
  const { status } = errorTraits[code];
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
  // A caller that keeps its side open holds our resources only for the time it takes to read the reply.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

const lingerMs = 1000;

/** Every failed call gets the same envelope. Unexpected errors are logged in full and answered in general words. */
export function installErrorReplies(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = error instanceof DomainError ? error : asDomainError(error);
    if (errorTraits[failure.code].status >= 500) request.log.error({ err: error }, 'call failed');
    return sendError(request, reply, failure);
  });
}

function asDomainError(error: FastifyError): DomainError {
  const known = codeOfFastifyError[error.code];
  if (known !== undefined) return new DomainError(known);
  // A body parser or plugin that blames the caller without a code of its own.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new DomainError('ValidationFailed');
  }
  return new DomainError(isDatabaseUnavailable(error) ? 'Busy' : 'ServerError');
}

const retryAfterSecondsDefault = 1;

export function sendError(request: FastifyRequest, reply: FastifyReply, failure: DomainError): FastifyReply {
  for (const [start, write] of request.server.refusalWriters ?? [])
    if (request.url.startsWith(start)) return write(reply, failure);
  const { status } = errorTraits[failure.code];
  const locale = localeOf(request.headers['accept-language']);
  if (status === 429 || status === 503) {
    void reply.header('retry-after', failure.retryAfterSeconds ?? retryAfterSecondsDefault);
  }
  const body: ErrorReply = {
    success: false,
    ...describeFailure(failure, locale),
    requestId: request.id,
  };
  if (failure.quote !== undefined) body.quote = failure.quote;
  // A refusal is about this caller at this moment: no cache may keep it, whatever its status.
  return reply.code(status).header('cache-control', 'no-store').header('content-language', locale).send(body);
}

/** What any refusal tells, whatever carries it. */
export function describeFailure(
  failure: DomainError,
  locale: Locale,
): Pick<ErrorReply, 'error' | 'message' | 'errors' | 'limit'> {
  const values = failure.until === undefined ? {} : { time: timeText(failure.until.toISOString(), locale) };
  const errors = failure.fieldErrors.map(({ field, key }) => ({
    field,
    message: translate(locale, `validation.${key}`),
  }));
  const { limit } = failure;
  return {
    error: failure.code,
    message: limit
      ? limitText(limit, locale)
      : translate(locale, failure.textKey ?? `errors.${failure.code}`, values),
    ...(errors.length > 0 && { errors }),
    ...(limit && { limit: presentLimit(limit) }),
  };
}

function presentLimit({ kind, period, leftUsd, roomAt }: LimitInTheWay): ErrorReply['limit'] {
  return {
    kind,
    period,
    leftUsd: formatAmount(amountOf('USD', leftUsd)),
    roomAt: roomAt?.toISOString() ?? null,
  };
}

/** Which limit, what is left of it, and when there is room. */
function limitText({ kind, period, leftUsd, roomAt }: LimitInTheWay, locale: Locale): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode: 'floor' } as const;
  const format = new Intl.NumberFormat(localeTraits[locale].formatTag, digits);
  // A text, not a number: it has every digit.
  const left = format.format(formatDecimal(leftUsd, assetOf('USD').decimals) as Intl.StringNumericLiteral);
  const what = translate(locale, `levels.reached.${kind}.${period}`, { left: `${left} USD` });
  const when =
    roomAt === undefined
      ? translate(locale, 'levels.never')
      : translate(locale, 'levels.roomAt', { time: timeText(roomAt.toISOString(), locale) });
  return `${what} ${when}`;
}

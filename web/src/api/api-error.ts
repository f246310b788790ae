import type { Quote } from '@mercury/contract/api/trade.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';

interface FieldError {
  field: string;
  message: string;
}

type ApiErrorCode = ErrorCode | 'NetworkError';

interface ApiErrorDetails {
  code: ApiErrorCode;
  /** In the reader's language where the server sent it, else empty: then the reader gets a text of our own. */
  message: string;
  /** The HTTP status; null where there was no answer. */
  status: number | null;
  errors?: readonly FieldError[];
  quote?: Quote | undefined;
}

/** A call that was refused, or that got no answer. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number | null;
  readonly errors: readonly FieldError[];
  /** What is offered in the place of an offer that was refused. */
  readonly quote: Quote | undefined;

  constructor({ code, message, status, errors = [], quote }: ApiErrorDetails) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.quote = quote;
  }

  /** The server understood and said no, as against having failed, not answered, or done it and its answer broke off. */
  get isRefusal(): boolean {
    return `${this.status}`.startsWith('4');
  }
}

interface ReadErrorReply {
  error: ErrorCode;
  message: string;
  errors: readonly FieldError[];
  quote: Quote | undefined;
}

function isRecord(candidate: unknown): candidate is Record<string, unknown> {
  return typeof candidate === 'object' && candidate !== null;
}

function isFieldError(candidate: unknown): candidate is FieldError {
  return (
    isRecord(candidate) && typeof candidate['field'] === 'string' && typeof candidate['message'] === 'string'
  );
}

/** The error envelope, if it is one: what failed may have been a proxy, which answers in its own way. */
export function readErrorReply(body: unknown): ReadErrorReply | null {
  if (!isRecord(body) || typeof body['message'] !== 'string') return null;
  const errors = Array.isArray(body['errors']) ? body['errors'].filter(isFieldError) : [];
  // Not looked up in the contract's catalogue, which every first visit would have to load: a code that only a newer server
  // knows is none that anything here is decided by, and its message says what there is to say.
  const error = typeof body['error'] === 'string' ? (body['error'] as ErrorCode) : 'ServerError';
  // What carries one of these has a code that only this product's server says.
  const quote = isRecord(body['quote']) ? (body['quote'] as Quote) : undefined;
  return { error, message: body['message'], errors, quote };
}

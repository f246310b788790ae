import type { Quote } from '@mercury/contract/api/trade.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';

interface FieldError {
  /** Undefined: it concerns the whole form (specification, section 3). */
  field?: string;
  message: string;
}

type ApiErrorCode = ErrorCode | 'NetworkError';

interface ApiErrorDetails {
  code: ApiErrorCode;
  /** The server's text in the reader's language. If it is empty, the reader gets our own text. */
  message: string;
  /** The HTTP status; null without an answer. */
  status: number | null;
  errors?: readonly FieldError[];
  quote?: Quote | undefined;
}

/** A refused call, or a call without an answer. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly status: number | null;
  readonly errors: readonly FieldError[];
  /** The new offer in place of the refused one. */
  readonly quote: Quote | undefined;

  constructor({ code, message, status, errors = [], quote }: ApiErrorDetails) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.quote = quote;
  }

  /** The server understood and refused. False if it failed, did not answer, or did the work and its answer broke off. */
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
  if (!isRecord(candidate) || typeof candidate['message'] !== 'string') return false;
  return candidate['field'] === undefined || typeof candidate['field'] === 'string';
}

/** The error envelope if it is one. A proxy may have failed and answers in its own format. */
export function readErrorReply(body: unknown): ReadErrorReply | null {
  if (!isRecord(body) || typeof body['message'] !== 'string') return null;
  const errors = Array.isArray(body['errors']) ? body['errors'].filter(isFieldError) : [];
  // The contract's catalogue would be loaded at every first visit. No code here decides by an unknown code, and its message says
  // enough.
  const error = typeof body['error'] === 'string' ? (body['error'] as ErrorCode) : 'ServerError';
  // An envelope with one of these has a code that only this product's server uses.
  const quote = isRecord(body['quote']) ? (body['quote'] as Quote) : undefined;
  return { error, message: body['message'], errors, quote };
}

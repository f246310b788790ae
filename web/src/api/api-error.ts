import type { Quote } from '@mercury/contract/api/trade.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';

export interface FieldError {
  field: string;
  message: string;
}

export type ApiErrorCode = ErrorCode | 'NetworkError';

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

import type { Quote } from '@mercury/contract/api/trade.ts';
import type { ErrorCode } from '@mercury/contract/errors.ts';
import type { FieldError } from './api-error.ts';

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

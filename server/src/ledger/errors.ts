import { DomainError } from '../errors.ts';

/** An invalid posting: a bug of ours, not a refusal. Nothing was stored. */
export class PostingInvalidError extends Error {
  override readonly name = 'PostingInvalidError';
}

/** Nothing was done; a retry may succeed. */
export function busy(cause?: unknown): DomainError {
  const error = new DomainError('Busy', { retryAfterSeconds: 1 });
  error.cause = cause;
  return error;
}

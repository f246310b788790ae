import { DomainError } from '../errors.ts';

/** A posting that no caller should have built: a bug of ours, not a refusal. Nothing was stored. */
export class PostingInvalidError extends Error {
  override readonly name = 'PostingInvalidError';
}

/** Nothing was done; who comes back may find it quieter. */
export function busy(cause?: unknown): DomainError {
  const error = new DomainError('Busy', { retryAfterSeconds: 1 });
  error.cause = cause;
  return error;
}

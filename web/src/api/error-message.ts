import type { TFunction } from 'i18next';
import { ApiError } from './api-error.ts';

interface ErrorMessageOptions {
  /** What the reader is told where the server said nothing itself. */
  fallback?: string;
}

/** What the reader is told of a failed call: the server's own words first, in the reader's language. */
export function errorMessage(error: unknown, t: TFunction, { fallback }: ErrorMessageOptions = {}): string {
  if (!(error instanceof ApiError)) return fallback ?? t('errors.unexpected');
  if (error.code === 'NetworkError') return t('errors.NetworkError');
  if (error.message !== '') return error.message;
  return fallback ?? t('errors.ServerError', { status: error.status ?? 0 });
}

/** The server's words on each field, joined as one text; without them, its message. */
export function joinedErrorMessage(error: unknown, t: TFunction, options?: ErrorMessageOptions): string {
  if (error instanceof ApiError && error.errors.length > 0) {
    return error.errors.map(({ message }) => message.replace(/[.。]\s*$/, '')).join('. ');
  }
  return errorMessage(error, t, options);
}

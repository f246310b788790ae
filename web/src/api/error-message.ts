import type { TFunction } from 'i18next';
import { ApiError } from './api-error.ts';

interface ErrorMessageOptions {
  /** The text if the server sent none. */
  fallback?: string;
}

/** The text of a failed call. The server's own text comes first; it is in the reader's language. */
export function errorMessage(error: unknown, t: TFunction, { fallback }: ErrorMessageOptions = {}): string {
  if (!(error instanceof ApiError)) return fallback ?? t('errors.unexpected');
  if (error.code === 'NetworkError') return t('errors.NetworkError');
  if (error.message !== '') return error.message;
  return fallback ?? t('errors.ServerError', { status: error.status ?? 0 });
}

/** The server's messages on all fields as one text; without them, its main message. */
export function joinedErrorMessage(error: unknown, t: TFunction, options?: ErrorMessageOptions): string {
  if (error instanceof ApiError && error.errors.length > 0) {
    return error.errors.map(({ message }) => message.replace(/[.。]\s*$/, '')).join('. ');
  }
  return errorMessage(error, t, options);
}

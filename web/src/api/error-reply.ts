import { type ErrorCode, errorCodes } from '@mercury/contract/errors.ts';
import type { FieldError } from './api-error.ts';

interface ReadErrorReply {
  error: string;
  message: string;
  errors: readonly FieldError[];
}

function isRecord(candidate: unknown): candidate is Record<string, unknown> {
  return typeof candidate === 'object' && candidate !== null;
}

function isFieldError(candidate: unknown): candidate is FieldError {
  return (
    isRecord(candidate) && typeof candidate['field'] === 'string' && typeof candidate['message'] === 'string'
  );
}

export function isErrorCode(code: string): code is ErrorCode {
  return errorCodes.some((known) => known === code);
}

/** The error envelope, if it is one: what failed may have been a proxy, which answers in its own way. */
export function readErrorReply(body: unknown): ReadErrorReply | null {
  if (!isRecord(body) || typeof body['message'] !== 'string') return null;
  const errors = Array.isArray(body['errors']) ? body['errors'].filter(isFieldError) : [];
  const error = typeof body['error'] === 'string' ? body['error'] : 'ServerError';
  return { error, message: body['message'], errors };
}

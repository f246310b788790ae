import type { ErrorCode } from '@mercury/contract/errors.ts';
import { ApiError } from '../../api/api-error.ts';

export type RefusedField = 'amount' | 'address' | 'memo';

/** Refusals that somebody mends by changing what they typed. */
const fieldOfCode: Partial<Record<ErrorCode, RefusedField>> = {
  AmountNotPositive: 'amount',
  AmountOutOfRange: 'amount',
  InsufficientBalance: 'amount',
  InvalidAddress: 'address',
  AddressIsInternal: 'address',
  AddressNotAllowed: 'address',
};

const fields: readonly RefusedField[] = ['amount', 'address', 'memo'];

export interface Refusal {
  field: RefusedField;
  /** The server's own sentence. */
  message: string;
}

/** What a refused withdrawal says of one of the form's fields; nothing where it is about something else. */
export function refusalOf(error: Error): Refusal | undefined {
  if (!(error instanceof ApiError) || !error.isRefusal || error.code === 'NetworkError') return undefined;
  const field = fieldOfCode[error.code];
  if (field !== undefined) return { field, message: error.message };
  for (const { field: named, message } of error.errors) {
    const known = fields.find((name) => name === named);
    if (known !== undefined) return { field: known, message };
  }
  return undefined;
}

import type { ErrorCode } from '@mercury/contract/errors.ts';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Refusals that are about one field, whatever form it stands in. */
type RefusedField = 'password' | 'code';

const fieldOfCode: Partial<Record<ErrorCode, RefusedField>> = {
  WrongPassword: 'password',
  TwoFactorCodeRequired: 'code',
  InvalidTwoFactorCode: 'code',
};

/** Where a form has its password and its two-factor code, which calls name differently. */
export type RefusedFields<Values extends FieldValues> = Partial<Record<RefusedField, FieldPath<Values>>>;

/** What the server says of a field stands under that field; the first of them takes the focus. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  refusedFields: RefusedFields<Values> = {},
): void {
  if (!(error instanceof ApiError) || error.code === 'NetworkError') return;
  const refused = fieldOfCode[error.code];
  const refusedPath = refused && refusedFields[refused];
  const known = Object.keys(form.getValues());
  const said = error.errors
    .filter(({ field }) => known.includes(field))
    // It is one of the form's own names, as has just been seen.
    .map(({ field, message }) => ({ path: field as FieldPath<Values>, message }));
  const all = refusedPath ? [...said, { path: refusedPath, message: error.message }] : said;
  for (const [index, { path, message }] of all.entries()) {
    form.setError(path, { message }, { shouldFocus: index === 0 });
  }
}

import type { ErrorCode } from '@mercury/contract/errors.ts';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Refusals that concern one field, in any form. */
type RefusedField = 'password' | 'code';

const fieldOfCode: Partial<Record<ErrorCode, RefusedField>> = {
  WrongPassword: 'password',
  TwoFactorCodeRequired: 'code',
  InvalidTwoFactorCode: 'code',
};

/** The form's names of its password and two-factor fields. Calls name them differently. */
export type RefusedFields<Values extends FieldValues> = Partial<Record<RefusedField, FieldPath<Values>>>;

/** Shows the server's errors under their fields. The first one takes the focus. */
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
    // The check above proved that it is one of the form's names.
    .map(({ field, message }) => ({ path: field as FieldPath<Values>, message }));
  const all = refusedPath ? [...said, { path: refusedPath, message: error.message }] : said;
  for (const [index, { path, message }] of all.entries()) {
    form.setError(path, { message }, { shouldFocus: index === 0 });
  }
}

import type { ErrorCode } from '@mercury/contract/errors.ts';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-error.ts';

/** Refusals that concern one field, in any form. */
type RefusedField = 'password' | 'code' | 'username';

const fieldOfCode: Partial<Record<ErrorCode, RefusedField>> = {
  WrongPassword: 'password',
  TwoFactorCodeRequired: 'code',
  InvalidTwoFactorCode: 'code',
  UsernameTaken: 'username',
};

/** The form's names of its password and two-factor fields. Calls name them differently. */
export type RefusedFields<Values extends FieldValues> = Partial<Record<RefusedField, FieldPath<Values>>>;

interface Refusal<Values extends FieldValues> {
  /** What the form says if no field is to blame. */
  text: string;
  fields?: RefusedFields<Values>;
}

/** Shows a failed call where it happened: under the fields that it concerns, else at the form, in its `FormProblem`. */
export function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  { text, fields }: Refusal<Values>,
): void {
  if (!showFieldErrors(form, error, fields)) form.setError('root', { message: text });
}

/** Shows the server's errors under their fields. The first one takes the focus. False: no field is to blame. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  refusedFields: RefusedFields<Values> = {},
): boolean {
  if (!(error instanceof ApiError) || error.code === 'NetworkError') return false;
  const refused = fieldOfCode[error.code];
  const refusedPath = refused && refusedFields[refused];
  const known = Object.keys(form.getValues());
  const said = error.errors
    .filter(({ field }) => field !== undefined && known.includes(field))
    // The check above proved that it is one of the form's names.
    .map(({ field, message }) => ({ path: field as FieldPath<Values>, message }));
  const isSaid = said.some(({ path }) => path === refusedPath);
  const all = refusedPath && !isSaid ? [...said, { path: refusedPath, message: error.message }] : said;
  for (const [index, { path, message }] of all.entries()) {
    form.setError(path, { message }, { shouldFocus: index === 0 });
  }
  return all.length > 0;
}

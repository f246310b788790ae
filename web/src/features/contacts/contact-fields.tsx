import { labelSchema, optionalEmailSchema } from '@mercury/contract/api/shapes.ts';
import { limits } from '@mercury/contract/limits.ts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldError } from '../../i18n/use-field-error.ts';
import { TextField } from '../../ui/text-field.tsx';

type Problem = 'required' | 'invalid';

/** The contract's rule for names that other texts show. */
export function nameProblem(name: string): Problem | undefined {
  if (name.trim() === '') return 'required';
  return labelSchema.safeParse(name).success ? undefined : 'invalid';
}

/** A key of the contract's. */
export function emailProblem(email: string): string | undefined {
  return optionalEmailSchema.safeParse(email).error?.issues[0]?.message;
}

/** What the form keeps is the problem, not its text, so that the text follows the language. */
type ContactFieldProps<Name extends string> = UseFormRegisterReturn<Name> & {
  problem: { message?: string } | undefined;
};

export function ContactNameField({ problem, ...registered }: ContactFieldProps<'name'>) {
  const { t } = useTranslation();
  const error = problem?.message === 'required' ? t('contacts.nameRequired') : t('contacts.nameInvalid');
  return (
    <TextField
      {...registered}
      label={t('contacts.name')}
      error={problem && error}
      autoComplete="off"
      maxLength={limits.nameLengthMax}
    />
  );
}

export function ContactEmailField({ problem, ...registered }: ContactFieldProps<'email'>) {
  const { t } = useTranslation();
  const errorOf = useFieldError();
  return (
    <TextField
      {...registered}
      label={t('contacts.email')}
      hint={t('contacts.emailHint')}
      error={errorOf(problem)}
      type="email"
      // Not one's own, which a browser would offer.
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={limits.emailLengthMax}
    />
  );
}

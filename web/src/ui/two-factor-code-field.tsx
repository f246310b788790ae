import { limits } from '@mercury/contract/limits.ts';
import type { ComponentProps } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldError } from '../i18n/use-field-error.ts';
import { TextField } from './text-field.tsx';
import { toAsciiDigit } from './typed-amount.ts';

type TwoFactorCodeFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'type'> & {
  value: string;
  onChange: (code: string) => void;
};

/** Six digits of an authenticator app, typed or pasted, in the digits of any script. */
export function TwoFactorCodeField({ value, onChange, ...field }: TwoFactorCodeFieldProps) {
  return (
    <TextField
      {...field}
      value={value}
      onChange={(event) => onChange(sixDigits(event.target.value))}
      // No maxLength: a browser would cut pasted text before its digits are found.
      size={limits.twoFactorCodeLength}
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
    />
  );
}

/** The first six digits of the typed or pasted text, in the digits of any script. */
function sixDigits(typed: string): string {
  const digits = Array.from(typed, toAsciiDigit).filter((character) => /^[0-9]$/.test(character));
  return digits.slice(0, limits.twoFactorCodeLength).join('');
}

interface TwoFactorCodeInputProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
}

/** The authenticator app's code as a form field. */
export function TwoFactorCodeInput<Values extends FieldValues>(props: TwoFactorCodeInputProps<Values>) {
  const { t } = useTranslation();
  const fieldError = useFieldError();
  const {
    field: { ref, name, value, onChange, onBlur },
    fieldState,
  } = useController(props);
  return (
    <TwoFactorCodeField
      label={t('twoFactor.code')}
      hint={t('twoFactor.codeHint')}
      error={fieldError(fieldState.error)}
      name={name}
      ref={ref}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}

import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldError } from '../i18n/use-field-error.ts';
import { CodeField } from './code-field.tsx';

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
    <CodeField
      kind="digits"
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

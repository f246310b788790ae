import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field.tsx';

interface RecoveryCodeFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (code: string) => void;
  isLocked: boolean;
}

export function RecoveryCodeField({ ref, value, onChange, isLocked }: RecoveryCodeFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      ref={ref}
      label={t('auth.twoFactor.recoveryLabel')}
      hint={t('auth.twoFactor.recoveryHint')}
      placeholder="XXXX-XXXX-XXXX-XXXX"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      readOnly={isLocked}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
    />
  );
}

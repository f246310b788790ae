import { limits } from '@mercury/contract/limits.ts';
import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';
import { sixDigits } from './two-factor-code.ts';

type TwoFactorCodeFieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'type'> & {
  value: string;
  onChange: (code: string) => void;
};

/** Six digits of an authenticator app, typed or pasted, in whichever digits the person's keyboard has. */
export function TwoFactorCodeField({ value, onChange, ...field }: TwoFactorCodeFieldProps) {
  return (
    <TextField
      {...field}
      value={value}
      onChange={(event) => onChange(sixDigits(event.target.value))}
      // No maxLength: a browser would cut what is pasted before its digits are found.
      size={limits.twoFactorCodeLength}
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
    />
  );
}

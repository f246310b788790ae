import { type Ref, useId } from 'react';
import { CodeBoxes, type CodeBoxesHandle } from './code-boxes.tsx';
import type { CodeCharacters } from './code-entry.ts';
import { describedBy, Field, type FieldTexts } from './field.tsx';
import { type DigitsInputProps, DigitsInput } from './digits-input.tsx';

interface CharactersProps extends FieldTexts {
  kind: 'characters';
  value: CodeCharacters;
  onChange: (value: CodeCharacters) => void;
  isDisabled?: boolean;
  isNumeric?: boolean;
  ref?: Ref<CodeBoxesHandle>;
}

interface DigitsProps extends FieldTexts, Omit<DigitsInputProps, 'id' | 'description' | 'isInvalid'> {
  kind: 'digits';
}

/**
 * The field of every code of six: a mailed one of letters and digits, or an authenticator app's. Both look and behave alike. The
 * specification wants six boxes for the first and one input for the second (sections 2 and 5), so the second only draws its boxes.
 */
export function CodeField({ label, error, hint, problemId, ...entry }: CharactersProps | DigitsProps) {
  const id = useId();
  const texts = { error, hint };
  const isInvalid = error !== undefined || problemId !== undefined;
  const control = { id, description: describedBy(id, { ...texts, problemId }), isInvalid };
  return (
    <Field controlId={id} label={label} {...texts}>
      {entry.kind === 'characters' ? (
        <CodeBoxes {...entry} {...control} label={label} />
      ) : (
        <DigitsInput {...entry} {...control} />
      )}
    </Field>
  );
}

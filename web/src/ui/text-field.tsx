import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { describedBy, Field, type FieldTexts } from './field.tsx';

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className'> {
  /** Inside the box, before and after the typed text: a currency, a button. */
  leading?: ReactNode;
  trailing?: ReactNode;
}

export function TextField({ label, error, hint, leading, trailing, id, ...input }: TextFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <Field controlId={controlId} label={label} error={error} hint={hint}>
      <div
        className={styles.box}
        data-invalid={error ? '' : undefined}
        data-read-only={input.readOnly ? '' : undefined}
        data-disabled={input.disabled ? '' : undefined}
      >
        {leading && <span className={styles.leading}>{leading}</span>}
        <input
          {...input}
          id={controlId}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(controlId, { error, hint })}
        />
        {trailing && <span className={styles.trailing}>{trailing}</span>}
      </div>
    </Field>
  );
}

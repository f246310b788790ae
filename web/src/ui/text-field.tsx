import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { describedBy, Field, type FieldTexts } from './field.tsx';

interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'className'> {
  /** Inside the box, before and after the typed text: a currency, a button. */
  leading?: ReactNode;
  trailing?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, error, hint, problemId, leading, trailing, id, ...input } = props;
  const ownId = useId();
  const controlId = id ?? ownId;
  const isInvalid = Boolean(error) || problemId !== undefined;
  return (
    <Field controlId={controlId} label={label} error={error} hint={hint}>
      <div
        className={styles.box}
        data-invalid={isInvalid ? '' : undefined}
        data-read-only={input.readOnly ? '' : undefined}
        data-disabled={input.disabled ? '' : undefined}
      >
        {leading && <span className={styles.leading}>{leading}</span>}
        <input
          {...input}
          id={controlId}
          className={styles.input}
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy(controlId, { error, hint, problemId })}
        />
        {trailing && <span className={styles.trailing}>{trailing}</span>}
      </div>
    </Field>
  );
}

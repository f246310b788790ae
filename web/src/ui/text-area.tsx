import { clsx } from 'clsx';
import { type ComponentProps, useId } from 'react';
import fieldStyles from './field.module.css';
import { describedBy, Field, type FieldTexts } from './field.tsx';
import styles from './text-area.module.css';

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'className'> {}

/** A text of several lines. Where the browser can, it grows with its content. */
export function TextArea({ label, error, hint, id, ...textarea }: TextAreaProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  return (
    <Field controlId={controlId} label={label} error={error} hint={hint}>
      <div className={fieldStyles.box} data-invalid={error ? '' : undefined}>
        <textarea
          rows={3}
          {...textarea}
          id={controlId}
          className={clsx(fieldStyles.input, styles.area)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(controlId, { error, hint })}
        />
      </div>
    </Field>
  );
}

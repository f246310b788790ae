import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import fieldStyles from './field.module.css';
import { Field, type FieldTexts, describedBy } from './field.tsx';
import styles from './native-select-field.module.css';

interface NativeSelectFieldProps<Value extends string> extends FieldTexts {
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  isDisabled?: boolean;
}

/** The browser's own select with the product's look: phones show their own picker, and the keyboard works. */
export function NativeSelectField<Value extends string>(props: NativeSelectFieldProps<Value>) {
  const { label, error, hint, value, choices, onChange, isDisabled = false } = props;
  const controlId = useId();
  return (
    <Field controlId={controlId} label={label} error={error} hint={hint}>
      <div
        className={fieldStyles.box}
        data-invalid={error ? '' : undefined}
        data-disabled={isDisabled ? '' : undefined}
      >
        <select
          id={controlId}
          className={styles.select}
          value={value}
          disabled={isDisabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(controlId, { error, hint })}
          onChange={({ target }) => {
            const chosen = choices.find((choice) => choice.value === target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown size={18} aria-hidden="true" className={styles.arrow} />
      </div>
    </Field>
  );
}

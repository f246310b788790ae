import { Select } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Field, type FieldTexts, describedBy } from './field.tsx';
import styles from './select-field.module.css';

interface SelectOption<Value extends string> {
  value: Value;
  /** What typing the first letters finds, and what screen readers read. */
  text: string;
  /** Shown in the list, and once it is chosen. */
  content: ReactNode;
  /** Shown instead once it is chosen, if there is less room. */
  chosenContent?: ReactNode;
}

interface SelectFieldProps<Value extends string> extends FieldTexts {
  value: Value | null;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
  /** Shown while nothing is chosen. */
  placeholder?: string;
  isDisabled?: boolean;
}

/** A select whose options are more than a line of text. For plain text, the browser's own select is lighter. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, error, hint, value, options, onChange, placeholder, isDisabled = false } = props;
  const controlId = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <Field controlId={controlId} label={label} error={error} hint={hint}>
      <Select.Root
        value={value}
        disabled={isDisabled}
        onValueChange={(next) => {
          if (next !== null) onChange(next);
        }}
      >
        <Select.Trigger
          id={controlId}
          className={styles.trigger}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(controlId, { error, hint })}
        >
          <span className={styles.chosen}>
            {chosen ? (
              (chosen.chosenContent ?? chosen.content)
            ) : (
              <span className={styles.placeholder}>{placeholder}</span>
            )}
          </span>
          <ChevronDown size={18} aria-hidden="true" className={styles.arrow} />
        </Select.Trigger>
        <Select.Portal>
          <Select.Positioner className={styles.positioner} sideOffset={6} alignItemWithTrigger={false}>
            <Select.Popup className={styles.popup}>
              {options.map((option) => (
                <Select.Item
                  key={option.value}
                  value={option.value}
                  label={option.text}
                  className={styles.option}
                >
                  <span className={styles.content}>{option.content}</span>
                  <Select.ItemIndicator className={styles.check}>
                    <Check size={16} aria-hidden="true" />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </Field>
  );
}

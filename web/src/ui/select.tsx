import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Field, type FieldTexts, describedBy } from './field.tsx';
import menuStyles from './menu.module.css';
import styles from './select.module.css';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** A quieter second text at the end of the row, such as a balance. */
  detail?: ReactNode;
}

interface SelectProps<Value extends string> extends FieldTexts {
  options: readonly SelectOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  isDisabled?: boolean;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onChange, isDisabled = false, label, error, hint } = props;
  const controlId = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <Field controlId={controlId} label={label} error={error} hint={hint}>
      <Base.Root
        items={options.map((option) => ({ value: option.value, label: option.label }))}
        value={value}
        onValueChange={(next) => next !== null && onChange(next)}
        disabled={isDisabled}
      >
        <Base.Trigger
          id={controlId}
          className={styles.trigger}
          aria-describedby={describedBy(controlId, { error, hint })}
          data-invalid={error ? '' : undefined}
        >
          {chosen?.icon}
          <Base.Value className={styles.value} />
          {chosen?.detail && <span className={styles.detail}>{chosen.detail}</span>}
          <ChevronDown size={18} aria-hidden="true" className={styles.chevron} />
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className={menuStyles.positioner} sideOffset={6} alignItemWithTrigger={false}>
            <Base.Popup className={`${menuStyles.popup} ${styles.popup}`}>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={menuStyles.item}>
                  {option.icon}
                  <Base.ItemText className={styles.value}>{option.label}</Base.ItemText>
                  {option.detail && <span className={styles.detail}>{option.detail}</span>}
                  <span className={menuStyles.check}>
                    <Base.ItemIndicator>
                      <Check size={16} aria-hidden="true" />
                    </Base.ItemIndicator>
                  </span>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Field>
  );
}

import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode;
}

/** The browser's own checkbox with another look, so the keyboard, forms and screen readers work. */
export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <span className={styles.box}>
        <input {...input} type="checkbox" className={styles.input} />
        <Check size={14} strokeWidth={2.5} aria-hidden="true" className={styles.mark} />
      </span>
      <span>{label}</span>
    </label>
  );
}

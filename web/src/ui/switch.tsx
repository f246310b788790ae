import type { ChangeEventHandler } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  /** What the switch turns on and off. Sighted people see this text elsewhere. */
  label: string;
  isOn: boolean;
  /** Undefined if it can't be switched. */
  onChange?: ((isOn: boolean) => void) | undefined;
}

/** The browser's own checkbox with another look, so the keyboard works. */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  const turn: ChangeEventHandler<HTMLInputElement> = ({ target }) => onChange?.(target.checked);
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={isOn}
      checked={isOn}
      disabled={onChange === undefined}
      onChange={turn}
      className={styles.switch}
    />
  );
}

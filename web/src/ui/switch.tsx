import type { ChangeEventHandler } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  /** What it turns on and off; it stands elsewhere for those who see it. */
  label: string;
  isOn: boolean;
  /** Missing where it can't be turned. */
  onChange?: ((isOn: boolean) => void) | undefined;
}

/** The browser's own checkbox under another look: it comes with the keyboard. */
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

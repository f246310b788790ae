import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'link';
  size?: 'small' | 'medium' | 'large';
  isFullWidth?: boolean;
  icon?: ReactNode;
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** The label stays in place, invisible, so that the button keeps its width. */
  isBusy?: boolean;
  /** Can't be pressed for now, but can get the focus: its description says why. */
  isBlocked?: boolean;
}

function classesOf({ variant = 'primary', size = 'medium', isFullWidth = false }: ButtonLook) {
  return clsx(styles.button, styles[variant], styles[size], isFullWidth && styles.fullWidth);
}

export function Button({
  variant,
  size,
  isFullWidth,
  icon,
  isBusy = false,
  isBlocked = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look = classesOf({
    ...(variant && { variant }),
    ...(size && { size }),
    ...(isFullWidth && { isFullWidth }),
  });
  const isIdle = isBusy || isBlocked;
  return (
    <button
      {...rest}
      // A literal type, because a button without one submits the form around it.
      type={type}
      data-variant={variant ?? 'primary'}
      className={clsx(look, className)}
      aria-busy={isBusy || undefined}
      // Busy is not disabled: the focus stays here, and presses are ignored.
      aria-disabled={isIdle || undefined}
      onClick={(event) => {
        if (isIdle) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={styles.label}>
        {icon}
        {children}
      </span>
      {isBusy && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  );
}

interface ButtonLinkProps extends ButtonLook, LinkProps {}

/** A link that looks like a button: it can be opened in a new tab. */
export function ButtonLink({
  variant,
  size,
  isFullWidth,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  const look = classesOf({
    ...(variant && { variant }),
    ...(size && { size }),
    ...(isFullWidth && { isFullWidth }),
  });
  return (
    <Link {...rest} className={clsx(look, className)}>
      <span className={styles.label}>
        {icon}
        {children}
      </span>
    </Link>
  );
}

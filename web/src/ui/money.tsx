import { clsx } from 'clsx';
import { useFormatTag } from '../i18n/use-locale.ts';
import { type MoneyParts, type MoneyStyle, moneyParts } from './money-parts.ts';
import styles from './money.module.css';

interface MoneyProps extends MoneyStyle {
  /** A decimal string as the API gives it, such as "12.50" or "-0.3". Never a number. */
  amount: string;
  /** The asset's code, always shown: an amount without its unit is not an amount. */
  asset: string;
  size?: 'inherit' | 'large' | 'display';
  /** Marks money that hasn't arrived. */
  isPending?: boolean;
}

/** More digits do not fit on a phone at full size, so the figures get smaller. */
const digitsFitting = { full: 11, reduced: 15 };

function lengthOf({ integer, fraction }: MoneyParts): 'long' | 'longest' | undefined {
  const digits = integer.length + fraction.length;
  if (digits > digitsFitting.reduced) return 'longest';
  return digits > digitsFitting.full ? 'long' : undefined;
}

/** The only renderer of amounts. */
export function Money({ amount, asset, size = 'inherit', isPending = false, ...style }: MoneyProps) {
  const parts = moneyParts(amount, asset, useFormatTag(), style);
  return (
    <bdi
      dir="ltr"
      className={clsx(styles.money, styles[size], isPending && styles.pending)}
      data-length={lengthOf(parts)}
    >
      {parts.sign}
      <span className={styles.integer}>{parts.integer}</span>
      {parts.fraction && (
        <span className={styles.fraction}>
          {parts.separator}
          {parts.fraction}
        </span>
      )}
      <span className={styles.unit}>
        {'\u00a0'}
        {asset}
      </span>
    </bdi>
  );
}

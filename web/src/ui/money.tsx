import { clsx } from 'clsx';
import { useState } from 'react';
import { useFormatTag } from '../i18n/use-locale.ts';
import { type MoneyParts, type MoneyStyle, moneyParts, moneyText } from './money-parts.ts';
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

/** The only renderer of amounts. Where it is short, screen readers and the tooltip still have all of the amount. */
export function Money({ amount, asset, size = 'inherit', isPending = false, ...style }: MoneyProps) {
  const formatTag = useFormatTag();
  const parts = moneyParts(amount, asset, formatTag, style);
  const whole = parts.isCut ? moneyText(amount, asset, formatTag, { ...style, precision: 'all' }) : undefined;
  const digits = <Digits parts={parts} asset={asset} />;
  return (
    <bdi
      dir="ltr"
      className={clsx(styles.money, styles[size], isPending && styles.pending)}
      data-length={lengthOf(parts)}
      title={whole}
    >
      {whole === undefined ? (
        digits
      ) : (
        <>
          <span aria-hidden="true">{digits}</span>
          <span className="visually-hidden">{whole}</span>
        </>
      )}
    </bdi>
  );
}

function Digits({ parts, asset }: { parts: MoneyParts; asset: string }) {
  return (
    <>
      {parts.sign}
      {parts.bound}
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
    </>
  );
}

/** A short amount that shows the rest of its digits when it is pressed. For places that are no part of a link or a button. */
export function ShortMoney(props: Omit<MoneyProps, 'precision'>) {
  const { amount, asset } = props;
  const [isWhole, setIsWhole] = useState(false);
  const { isCut } = moneyParts(amount, asset, useFormatTag(), { precision: 'short' });
  if (!isCut) return <Money {...props} />;
  return (
    <button
      type="button"
      className={styles.short}
      aria-expanded={isWhole}
      onClick={() => setIsWhole((was) => !was)}
    >
      <Money {...props} precision={isWhole ? 'all' : 'short'} />
    </button>
  );
}

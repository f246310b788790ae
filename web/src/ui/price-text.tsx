import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormatTag } from '../i18n/use-locale.ts';
import { directionOf } from './price-course.ts';
import { formatChange, formatPrice } from './price-format.ts';
import styles from './price-text.module.css';

/** A price in US dollars, from left to right in every language. */
export function PriceText({ price }: { price: string }) {
  const formatTag = useFormatTag();
  return (
    <bdi dir="ltr" className={styles.figure}>
      {formatPrice(price, formatTag)}
    </bdi>
  );
}

const icons = { up: ArrowUpRight, down: ArrowDownRight, level: Minus } as const;

interface ChangeTextProps {
  /** Null where nobody knows. */
  percent: string | number | null;
}

/** A change in percent: sign and arrow say what the colour says. */
export function ChangeText({ percent }: ChangeTextProps) {
  const { t } = useTranslation();
  const formatTag = useFormatTag();
  if (percent === null) {
    return (
      <span className={styles.change}>
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">{t('market.changeUnknown')}</span>
      </span>
    );
  }
  const direction = directionOf(Number(percent));
  const Icon = icons[direction];
  return (
    <span className={styles.change} data-direction={direction}>
      <Icon size={14} aria-hidden="true" />
      <bdi dir="ltr" className={styles.figure}>
        {formatChange(percent, formatTag)}
      </bdi>
    </span>
  );
}

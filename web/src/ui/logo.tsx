import { productName } from '@mercury/contract/product.ts';
import { useId } from 'react';
import styles from './logo.module.css';

/** A drop of quicksilver with a bead parting from it: value on its way to somebody. */
export function LogoMark({ size = 28 }: { size?: number }) {
  const gradientId = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <defs>
        <linearGradient id={gradientId} x1="6" y1="7" x2="22" y2="31" gradientUnits="userSpaceOnUse">
          <stop className={styles.high} />
          <stop className={styles.mid} offset="0.42" />
          <stop className={styles.low} offset="1" />
        </linearGradient>
      </defs>
      <path
        fill={`url(#${gradientId})`}
        d="M13 8.2c3 0 4.6 1 6.2 1s2-.8 2.5-1.9l3.2 3c-1 .6-1.8 1.1-1.8 2.6s1.2 3.2 1.4 6.2A11.5 11.5 0 1 1 13 8.2Z"
      />
      <circle className={styles.bead} cx="25.5" cy="6.5" r="4" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className={styles.logo} translate="no">
      <LogoMark />
      {productName}
    </span>
  );
}

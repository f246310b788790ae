import { useId } from 'react';
import styles from './story-picture.module.css';

/** A drop on its way into still quicksilver, and the rings that it makes: what is paid in is felt everywhere at once. */
export function StoryPicture({ label }: { label: string }) {
  const id = useId();
  const drop = `${id}-drop`;
  const pool = `${id}-pool`;
  return (
    <svg className={styles.picture} viewBox="0 0 560 440" role="img" aria-label={label}>
      <defs>
        <radialGradient id={drop} cx="0.36" cy="0.3" r="0.85">
          <stop className={styles.high} />
          <stop className={styles.mid} offset="0.5" />
          <stop className={styles.low} offset="1" />
        </radialGradient>
        <linearGradient id={pool} x1="0" y1="0" x2="0" y2="1">
          <stop className={styles.poolHigh} />
          <stop className={styles.poolLow} offset="1" />
        </linearGradient>
      </defs>
      <rect className={styles.ground} width="560" height="440" rx="20" />
      <path className={styles.trail} d="M280 40v72" />
      <path fill={`url(#${drop})`} d="M280 92c10 30 44 56 44 92a44 44 0 0 1-88 0c0-36 34-62 44-92Z" />
      <ellipse className={styles.glint} cx="264" cy="168" rx="7" ry="15" transform="rotate(18 264 168)" />
      <ellipse fill={`url(#${pool})`} cx="280" cy="330" rx="236" ry="74" />
      <g className={styles.rings}>
        <ellipse cx="280" cy="330" rx="196" ry="60" />
        <ellipse cx="280" cy="328" rx="146" ry="44" />
        <ellipse cx="280" cy="326" rx="98" ry="29" />
      </g>
      <ellipse className={styles.touch} cx="280" cy="324" rx="50" ry="14" />
      <ellipse fill={`url(#${drop})`} cx="280" cy="318" rx="26" ry="9" />
      <circle className={styles.bead} cx="404" cy="112" r="13" />
      <circle fill={`url(#${drop})`} cx="148" cy="146" r="22" />
      <circle fill={`url(#${drop})`} cx="446" cy="192" r="9" />
      <circle fill={`url(#${drop})`} cx="112" cy="226" r="7" />
    </svg>
  );
}

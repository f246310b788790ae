import styles from './address-text.module.css';

/** Enough at each end to compare by eye. */
const charactersKept = { start: 10, end: 6 };

export function shortAddress(address: string, { start, end } = charactersKept): string {
  if (address.length <= start + end + 1) return address;
  return `${address.slice(0, start)}…${address.slice(-end)}`;
}

/** Shortened, but whole on hover or focus. Use `isWhole` before an irreversible step. */
export function AddressText({ address, isWhole = false }: { address: string; isWhole?: boolean }) {
  if (isWhole) {
    return (
      // The lines begin where the page's lines begin. Only their content runs left to right.
      <span className={styles.whole}>
        <bdi dir="ltr">{address}</bdi>
      </span>
    );
  }
  return (
    // Focusable, because people without a pointer see the whole address on focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <bdi dir="ltr" className={styles.address} tabIndex={0} title={address}>
      <span className={styles.short} aria-hidden="true">
        {shortAddress(address)}
      </span>
      <span className={styles.full}>{address}</span>
    </bdi>
  );
}

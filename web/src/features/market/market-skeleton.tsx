import styles from './market-section.module.css';

/** Cards shown at first; the rest on request. */
export const coinsShownFirst = 4;

/**
 * Has the shape of the coming content. Its sizes are in the style sheet: in a prerendered page the content security policy
 * refuses style attributes.
 */
export function MarketSkeleton() {
  return (
    <div className={styles.board} aria-hidden="true">
      <div className={styles.bar}>
        <div className={styles.firm}>
          <span className={styles.bone} data-part="firm" />
        </div>
        <div className={styles.controls}>
          <span className={styles.bone} data-part="controls" />
        </div>
      </div>
      <div className={styles.countdown} />
      <div className={styles.grid}>
        {Array.from({ length: coinsShownFirst }, (_, index) => (
          <div key={index} className={styles.coin}>
            <span className={styles.mark}>
              <span className={styles.bone} data-part="mark" />
            </span>
            <span className={styles.names}>
              <span className={styles.bone} data-part="name" />
            </span>
            <span className={styles.price}>
              <span className={styles.bone} data-part="price" />
            </span>
            <span className={styles.day}>
              <span className={styles.bone} data-part="change" />
            </span>
            <span className={styles.line}>
              <span className={styles.bone} data-part="line" />
            </span>
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        <div className={styles.notes}>
          <span className={styles.bone} data-part="note" />
        </div>
        <span className={styles.bone} data-part="toggle" />
      </div>
    </div>
  );
}

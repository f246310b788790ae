import { useTranslation } from 'react-i18next';
import tableStyles from './market-table.module.css';
import styles from './markets-page.module.css';

const rowsShown = 10;

/**
 * Has the shape of the coming content. Its sizes are in the style sheet: in a prerendered page the content security policy
 * refuses style attributes.
 */
export function MarketsSkeleton() {
  const { t } = useTranslation();
  return (
    <section className={styles.board}>
      <div className={styles.controls} aria-hidden="true">
        <span className={styles.bone} data-part="search" />
        <span className={styles.bone} data-part="parts" />
      </div>
      <div className={styles.panel}>
        <TableSkeleton label={t('market.loading')} rowCount={rowsShown} />
      </div>
    </section>
  );
}

export function TableSkeleton({ label, rowCount }: { label: string; rowCount: number }) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {label}
      </span>
      {Array.from({ length: rowCount }, (_, index) => (
        <div key={index} className={styles.boneRow} aria-hidden="true">
          <span className={tableStyles.bone} data-part="mark" />
          <span className={tableStyles.bone} data-part="name" />
          <span className={tableStyles.bone} data-part="price" />
        </div>
      ))}
    </div>
  );
}

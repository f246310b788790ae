import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './transaction-list.module.css';

export function TransactionSkeleton({ rowCount = 3 }: { rowCount?: number }) {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('transaction.loading')}
      </span>
      {Array.from({ length: rowCount }, (_, index) => (
        <div key={index} className={styles.skeletonRow}>
          <Skeleton width="2.5rem" height="2.5rem" shape="circle" />
          <span className={styles.skeletonText}>
            <Skeleton width="7rem" />
            <Skeleton width="4.5rem" />
          </span>
          <Skeleton width="6rem" />
        </div>
      ))}
    </div>
  );
}

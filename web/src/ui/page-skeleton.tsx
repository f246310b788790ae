import { useTranslation } from 'react-i18next';
import { Skeleton } from './skeleton.tsx';
import styles from './page-skeleton.module.css';

/** Stands for a page whose code is still on its way: a heading, and what comes below. */
export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.page} role="status" aria-busy="true" aria-label={t('ui.loadingPage')}>
      <Skeleton width="12rem" height="2rem" />
      <Skeleton height="10rem" shape="block" />
      <Skeleton height="10rem" shape="block" />
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './contact-list-skeleton.module.css';

export function ContactListSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('contacts.loading')}
      </span>
      {Array.from({ length: 3 }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton width="2.25rem" height="2.25rem" shape="circle" />
          <span className={styles.text}>
            <Skeleton width="6rem" />
            <Skeleton width="9rem" height="0.75em" />
          </span>
        </div>
      ))}
    </div>
  );
}

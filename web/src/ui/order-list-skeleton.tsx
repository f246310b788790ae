import styles from './order-list.module.css';
import { Skeleton } from './skeleton.tsx';

/** Two standing orders, as they will stand in their list. */
export function OrderListSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.list} aria-busy="true">
      <span className="visually-hidden" role="status">
        {label}
      </span>
      {['first', 'second'].map((name) => (
        <div key={name} className={styles.row}>
          <Skeleton width="2rem" height="2rem" shape="circle" />
          <span className={styles.about}>
            <Skeleton width="9rem" />
            <Skeleton width="12rem" />
          </span>
        </div>
      ))}
    </div>
  );
}

import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import styles from './order-list.module.css';

/** Two standing orders as skeletons. */
export function OrderListSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup className={styles.list} label={label}>
      {['first', 'second'].map((name) => (
        <div key={name} className={styles.row}>
          <Skeleton width="2rem" height="2rem" shape="circle" />
          <span className={styles.about}>
            <Skeleton width="9rem" />
            <Skeleton width="12rem" />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  );
}

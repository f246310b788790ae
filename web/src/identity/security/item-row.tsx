import { LogIn, LogOut, type LucideIcon, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import styles from './security.module.css';

export type ItemTone = 'neutral' | 'good' | 'warning';

/** These follow the reading direction. */
const directionalIcons: ReadonlySet<LucideIcon> = new Set([LogIn, LogOut, Undo2]);

interface ItemRowProps {
  icon: LucideIcon;
  tone?: ItemTone;
  title: ReactNode;
  badge?: ReactNode;
  /** Lines under the title. */
  children: ReactNode;
  action?: ReactNode;
  testId: string;
}

export function ItemRow({
  icon: Icon,
  tone = 'neutral',
  title,
  badge,
  children,
  action,
  testId,
}: ItemRowProps) {
  return (
    <li className={styles.row} data-testid={testId}>
      <span className={styles.icon} data-tone={tone}>
        <Icon
          size={20}
          aria-hidden="true"
          className={directionalIcons.has(Icon) ? 'flip-in-rtl' : undefined}
        />
      </span>
      <div className={styles.about}>
        <div className={styles.title}>
          {title}
          {badge}
        </div>
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </li>
  );
}

/** Screen readers skip the dots between the parts. */
export function MetaLine({ children }: { children: ReactNode }) {
  return <p className={styles.meta}>{children}</p>;
}

/** "Chrome · Linux" reads left to right in every language. */
export function DeviceName({ device }: { device: string }) {
  const { t } = useTranslation();
  return <span>{device === '' ? t('security.unknownDevice') : <bdi>{device}</bdi>}</span>;
}

export function NetworkAddress({ address }: { address: string }) {
  if (address === '') return null;
  return (
    <span>
      <bdi dir="ltr" className={styles.address}>
        {address}
      </bdi>
    </span>
  );
}

export function ListSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className={styles.list}>
      {Array.from({ length: 2 }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton width="2.5rem" height="2.5rem" shape="circle" />
          <span className={styles.skeletonText}>
            <Skeleton width="9rem" />
            <Skeleton width="12rem" />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths of the coming content, so that nothing moves when it arrives. */
  width?: string;
  height?: string;
  shape?: 'line' | 'block' | 'circle';
}

/** Decorative: SkeletonGroup, or another parent, announces the loading once. */
export function Skeleton({ width = '100%', height = '1em', shape = 'line' }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={styles.skeleton}
      data-shape={shape}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}

interface SkeletonGroupProps {
  /** Read by screen readers. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

export function SkeletonGroup({ label, className, children }: SkeletonGroupProps) {
  return (
    <div className={className} aria-busy="true">
      <span className="visually-hidden" role="status">
        {label}
      </span>
      {children}
    </div>
  );
}

/** Stands for a page whose code is still loading: a heading, and the content below. */
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

import styles from './skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths of what will come, so that nothing moves when it does. */
  width?: string;
  height?: string;
  shape?: 'line' | 'block' | 'circle';
}

/** Decorative: whatever holds skeletons says once, with aria-busy and a label, that it is loading. */
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

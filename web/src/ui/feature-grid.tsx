import type { LucideIcon } from 'lucide-react';
import styles from './feature-grid.module.css';

interface FeatureGridProps {
  features: readonly { Icon: LucideIcon; title: string; text: string }[];
}

/** Short promises, four in a row, or one below the other on a narrow screen. Needs a heading of level 2 above it. */
export function FeatureGrid({ features }: FeatureGridProps) {
  return (
    <ul className={styles.grid}>
      {features.map(({ Icon, title, text }) => (
        <li key={title} className={styles.feature}>
          <Icon size={24} aria-hidden="true" />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

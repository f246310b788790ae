import { ChevronRight, type LucideIcon } from 'lucide-react';
import styles from './way-list.module.css';

/** One of several ways to the same end: what it is for, and when another fits better. */
export interface Way {
  title: string;
  text: string;
  Icon: LucideIcon;
  onChoose: () => void;
}

export function WayList({ ways }: { ways: readonly Way[] }) {
  return (
    <ul className={styles.list}>
      {ways.map(({ title, text, Icon, onChoose }) => (
        <li key={title}>
          <button type="button" className={styles.way} onClick={onChoose}>
            <span className={styles.icon}>
              <Icon size={20} aria-hidden="true" className="flip-in-rtl" />
            </span>
            <span className={styles.about}>
              <span className={styles.title}>{title}</span> <span className={styles.text}>{text}</span>
            </span>
            <ChevronRight size={18} aria-hidden="true" className={`${styles.arrow} flip-in-rtl`} />
          </button>
        </li>
      ))}
    </ul>
  );
}

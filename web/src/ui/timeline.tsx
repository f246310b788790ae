import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './timeline.module.css';

export interface TimelineStep {
  key: string;
  label: string;
  /** The time of a past step; empty for a future one. */
  detail?: ReactNode;
  progress: 'done' | 'current' | 'upcoming' | 'failed' | 'stopped';
}

const marks: Readonly<Record<TimelineStep['progress'], ReactNode>> = {
  done: <Check size={13} aria-hidden="true" />,
  failed: <X size={13} aria-hidden="true" />,
  stopped: <Minus size={13} aria-hidden="true" />,
  current: null,
  upcoming: null,
};

export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.key}
          className={styles.step}
          data-progress={step.progress}
          aria-current={step.progress === 'current' ? 'step' : undefined}
        >
          <span className={styles.mark}>{marks[step.progress]}</span>
          <span className={styles.label}>{step.label}</span>
          {step.detail && <span className={styles.detail}>{step.detail}</span>}
        </li>
      ))}
    </ol>
  );
}

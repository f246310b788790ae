import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './field.module.css';

export interface FieldTexts {
  label: string;
  /** A sentence in the reader's language. If it is set, the field is marked as invalid. */
  error?: string | undefined;
  hint?: ReactNode;
  /** The id of what stands near the field and says what is wrong with it, where that is no error below it. */
  problemId?: string | undefined;
}

interface FieldProps extends Omit<FieldTexts, 'problemId'> {
  /** The id of the control. The ids of hint and error follow from it. */
  controlId: string;
  children: ReactNode;
}

/** The ids for the control's aria-describedby: the error first, because it matters most. */
export function describedBy(controlId: string, { error, hint, problemId }: Omit<FieldTexts, 'label'>) {
  const ids = [error && `${controlId}-error`, problemId, hint && `${controlId}-hint`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

export function Field({ controlId, label, error, hint, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={controlId}>
        {label}
      </label>
      {children}
      {/* Read aloud also where the focus was in this field already. */}
      <div className={styles.live} aria-live="polite">
        {error && (
          <p className={styles.error} id={`${controlId}-error`}>
            <CircleAlert size={15} aria-hidden="true" />
            {error}
          </p>
        )}
      </div>
      {hint && (
        <div className={styles.hint} id={`${controlId}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}

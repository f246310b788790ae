import type { AuditEntry } from '@mercury/contract/console/audit.ts';
import { DateText } from '../../ui/time-text.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import styles from './audit.module.css';
import { EntryDialog } from './entry-dialog.tsx';

/** What was done, newest first; each entry opens. */
export function EntryList({ entries }: { entries: readonly AuditEntry[] }) {
  const shown = useItemDialog<AuditEntry>();
  return (
    <>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.seq}>
            <button
              type="button"
              className={styles.entry}
              aria-haspopup="dialog"
              onClick={() => shown.open(entry)}
            >
              <span className={styles.act}>
                <bdi dir="ltr" className={styles.action}>
                  {entry.action}
                </bdi>
                <Subject entry={entry} />
              </span>
              <span className={styles.actor}>
                <bdi>{entry.actor}</bdi>
              </span>
              <span className={styles.time}>
                <DateText at={entry.at} />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {shown.item && (
        <EntryDialog key={shown.opening} entry={shown.item} isOpen={shown.isOpen} onClose={shown.close} />
      )}
    </>
  );
}

function Subject({ entry: { subjectKind, subjectId } }: { entry: AuditEntry }) {
  if (subjectKind === null) return null;
  return (
    <bdi dir="ltr" className={styles.subject}>
      {subjectKind} {subjectId}
    </bdi>
  );
}

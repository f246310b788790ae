import type { AuditEntry } from '@mercury/contract/console/audit.ts';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/time-text.tsx';
import { actText, subjectText } from '../act-words.ts';
import { recordedName, SubjectName } from '../subject-name.tsx';
import { useItemDialog } from '../use-item-dialog.ts';
import styles from './audit.module.css';
import { ActorName } from './actor-name.tsx';
import { EntryDialog } from './entry-dialog.tsx';

/** What was done, newest first; each entry opens. */
export function EntryList({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation('console');
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
                <span className={styles.action}>
                  {actText(entry.action, t) ?? <bdi dir="ltr">{entry.action}</bdi>}
                </span>
                <Subject entry={entry} />
              </span>
              <span className={styles.actor}>
                <ActorName actor={entry.actor} />
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

/** By its name, where one is known. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('console');
  const { subjectKind, subjectId } = entry;
  if (subjectKind === null) return null;
  const name = recordedName(entry);
  return (
    <span className={styles.subject}>
      {subjectText(subjectKind, t)}{' '}
      {name !== undefined ? (
        <SubjectName name={name} />
      ) : subjectId === 'all' ? (
        t('facts.all')
      ) : (
        <bdi dir="ltr">{subjectId}</bdi>
      )}
    </span>
  );
}

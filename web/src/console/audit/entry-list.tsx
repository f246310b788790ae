import type { AuditEntry } from '@mercury/contract/console/audit.ts';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../ui/time-text.tsx';
import { actText, subjectText } from '../act-words.ts';
import { useNameOrText } from '../settings/setting-name.ts';
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

/** By its name, where there is one. */
function Subject({ entry: { subjectKind, subjectId, subjectName } }: { entry: AuditEntry }) {
  const { t } = useTranslation('console');
  const nameOrText = useNameOrText();
  if (subjectKind === null) return null;
  const name = nameOrText(subjectName ?? subjectId ?? '');
  return (
    <span className={styles.subject}>
      {subjectText(subjectKind, t)} {name === subjectId ? <bdi dir="ltr">{name}</bdi> : <bdi>{name}</bdi>}
    </span>
  );
}
